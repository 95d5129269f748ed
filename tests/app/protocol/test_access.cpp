// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "app/protocol/access.h"
#include "app/protocol/api_error.h"

using namespace tilescribe::protocol;

namespace {

// 200, or the status with which the caller is refused.
int status(const Access& access, const Caller& caller) {
  try {
    check_access(access, caller);
  } catch (const RequestError& error) {
    return error.error().status;
  }
  return 200;
}

}  // namespace

class AccessTest : public QObject {
  Q_OBJECT

 private slots:
  void keys() {
    const Access access{"secret", false};
    QCOMPARE(status(access, {"Bearer secret", "example.org", ""}), 200);
    QCOMPARE(status(access, {"bearer secret", "", "https://example.org"}), 200);
    for (const char* wrong : {"", "secret", "Bearer", "Bearer ", "Bearer secre", "Bearer secrets",
                              "Bearer Secret", "Bearer secretsecret", "Basic secret"})
      QCOMPARE(status(access, {wrong, "", ""}), 401);
  }

  void only_this_machine() {
    const Access access{"", true};
    QCOMPARE(status(access, {"", "localhost:8000", ""}), 200);
    QCOMPARE(status(access, {"", "", ""}), 200);
    QCOMPARE(status(access, {"", "127.0.0.1:8000", "http://localhost:3000"}), 200);
    QCOMPARE(status(access, {"", "rebound.example:8000", ""}), 403);
    QCOMPARE(status(access, {"", "localhost", "https://example.org"}), 403);
    QCOMPARE(status(access, {"", "localhost", "null"}), 403);
  }

  void loopback_names() {
    for (const char* here : {"localhost", "LOCALHOST:1", "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:8000",
                             "http://localhost:8000", "https://127.0.0.1"})
      QVERIFY2(names_loopback(here), here);
    for (const char* elsewhere : {"", "example.org", "localhost.example.org", "127.example.org", "10.0.0.1",
                                  "[::2]", "[::1", "http://localhost.evil", "null"})
      QVERIFY2(!names_loopback(elsewhere), elsewhere);
  }
};

QTEST_GUILESS_MAIN(AccessTest)
#include "test_access.moc"
