// SPDX-License-Identifier: Apache-2.0
// Headers of responses, and addresses as people type them.
#include <QtTest>

#include "inference/api/models.h"
#include "inference/download/checksum.h"
#include "inference/download/response.h"
#include "kernels/core/error.h"

using namespace tilescribe;
using namespace tilescribe::download;

class TestResponse : public QObject {
  Q_OBJECT

 private slots:
  void headers_are_read_in_any_case() {
    Response response;
    for (const char* line :
         {"HTTP/1.1 206 Partial Content\r\n", "content-LENGTH:  100 \r\n",
          "Content-Range: bytes 50-149/200\r\n", "ETag: W/\"abc\"\r\n", "X-Linked-Etag: \"def\"\r\n",
          "x-linked-size: 200\r\n", "Retry-After: 7\r\n", "no colon", "\r\n"})
      response.read(line);
    QCOMPARE(response.status, 206);
    QCOMPARE(response.length, std::int64_t{100});
    QCOMPARE(response.from, std::int64_t{50});
    QCOMPARE(response.total, std::int64_t{200});
    QCOMPARE(response.etag, std::string("abc"));
    QCOMPARE(response.identity(), std::string("def"));
    QCOMPARE(response.size(), std::int64_t{200});
    QCOMPARE(response.retry_after_s, std::int64_t{7});
    response.read("HTTP/2 200\r\n");
    QCOMPARE(response.status, 200);
    QCOMPARE(response.length, std::int64_t{-1});
    QVERIFY(response.etag.empty());
  }

  void nonsense_is_no_number() {
    Response response;
    for (const char* line : {"HTTP/1.1 abc", "Content-Length: -5", "Content-Length: 99999999999999999999",
                             "Content-Range: bytes x-y/z", "Content-Range: lines 1-2/3",
                             "Retry-After: Fri, 31 Dec 2027 23:59:59 GMT", "HTTP/", ":"})
      response.read(line);
    QCOMPARE(response.status, 0);
    QCOMPARE(response.length, std::int64_t{-1});
    QCOMPARE(response.from, std::int64_t{-1});
    QCOMPARE(response.total, std::int64_t{-1});
    QCOMPARE(response.retry_after_s, std::int64_t{-1});
  }

  void which_checksum_a_tag_is() {
    QCOMPARE(checksum_kind(std::string(64, 'a')), Checksum::sha256);
    QCOMPARE(checksum_kind(std::string(40, '0')), Checksum::blob);
    QCOMPARE(checksum_kind(std::string(64, 'g')), Checksum::none);
    QCOMPARE(checksum_kind("65a-1234"), Checksum::none);
    QCOMPARE(checksum_kind(""), Checksum::none);
  }

  void addresses_are_completed_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("taken");
    QTest::newRow("nothing") << ""
                             << "https://huggingface.co";
    QTest::newRow("blanks") << "  \t"
                            << "https://huggingface.co";
    QTest::newRow("a name") << "hf-mirror.com"
                            << "https://hf-mirror.com";
    QTest::newRow("a slash") << " https://hf-mirror.com/ "
                             << "https://hf-mirror.com";
    QTest::newRow("a path") << "https://mirror.example.org/hf//"
                            << "https://mirror.example.org/hf";
    QTest::newRow("http") << "http://192.168.1.5:8080"
                          << "http://192.168.1.5:8080";
    QTest::newRow("IPv6") << "http://[::1]:8080"
                          << "http://[::1]:8080";
  }
  void addresses_are_completed() {
    QFETCH(QString, typed);
    QFETCH(QString, taken);
    QCOMPARE(checked_address(typed.toStdString()), taken.toStdString());
  }

  void other_texts_are_refused_data() {
    QTest::addColumn<QString>("typed");
    for (const char* typed :
         {"ftp://mirror.org", "https://", "two words.org", "https://user:secret@mirror.org",
          "https://mirror.org?x=1", "https://mirror.org/#a", "file:///etc", "https://-a", "mirror.org:port",
          "https://[::1", "https://mir\nror.org", "/home/me/models"})
      QTest::newRow(typed) << QString::fromLatin1(typed);
  }
  void other_texts_are_refused() {
    QFETCH(QString, typed);
    try {
      static_cast<void>(checked_address(typed.toStdString()));
      QFAIL("it was taken");
    } catch (const Error& error) {
      QCOMPARE(error.what(), "A mirror's address looks like https://hf-mirror.com, but this one is " +
                                 typed.toStdString() + ".");
    }
  }
};

QTEST_GUILESS_MAIN(TestResponse)
#include "test_response.moc"
