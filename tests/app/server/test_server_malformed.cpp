// SPDX-License-Identifier: Apache-2.0
// A thousand requests with something wrong: each ends in an answer or a closed connection, and the server
// lives, leaks nothing and keeps no connection.
#include <QtTest>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "tests/app/server/server_process.h"
#include "tests/support/patience.h"

using namespace tilescribe::test;

namespace {

using Random = std::mt19937;

std::string request() {
  return transcription({{"response_format", "verbose_json"},
                        {"timestamp_granularities[]", "word"},
                        {"file", silent_wav(), "a.wav"}});
}

std::string with(std::string text, const std::string& old, const std::string& replacement) {
  const std::size_t at = text.find(old);
  return at == std::string::npos ? text : text.replace(at, old.size(), replacement);
}

// Bytes lost, changed, doubled or put in, anywhere.
std::string damaged(std::string text, Random& random, std::size_t from, std::size_t to) {
  for (auto changes = random() % 5 + 1; changes > 0; --changes) {
    const std::size_t at = from + random() % std::max<std::size_t>(1, std::min(to, text.size()) - from);
    switch (random() % 4) {
      case 0:
        text.erase(at, random() % 20 + 1);
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(random());
        break;
      case 2:
        text.insert(at, text.substr(at, random() % 40));
        break;
      default:
        text.insert(at, std::string(random() % 3 + 1, "\r\n:-;=\"\0"[random() % 8]));
    }
  }
  return text;
}

std::string malformed(unsigned kind, Random& random) {
  const std::string right = request();
  const std::size_t head = right.find("\r\n\r\n");
  switch (kind % 10) {
    case 0:  // the head
      return damaged(right, random, 0, head);
    case 1:  // the form's own heads
      return damaged(right, random, head, head + 300);
    case 2:  // the sound
      return damaged(right, random, head + 300, right.size());
    case 3:  // it promises more than comes
      return with(right, "Content-Length: ", "Content-Length: " + std::to_string(random() % 9 + 1));
    case 4:  // or less
      return with(right, "Content-Length: ", "Content-Length: 0");
    case 5:
      return with(right, "Content-Length: ",
                  random() % 2 == 0 ? "Content-Length: -" : "Content-Length: 99999999999999999");
    case 6:  // another boundary, or none
      return with(right, "boundary=b", "boundary=" + std::string(random() % 90, 'c'));
    case 7: {  // chunks of wrong sizes
      const std::string chunked =
          with(right.substr(0, head), "Content-Length:", "Transfer-Encoding: chunked\r\nX:");
      const char* sizes[] = {"ffffffffffffffff", "-1", "zz", "5", "", "10000000000000000", "3;x=y"};
      return chunked + "\r\n\r\n" + sizes[random() % 7] + "\r\n" + right.substr(head + 4);
    }
    case 8:  // cut off
      return right.substr(0, random() % right.size());
    default: {  // noise
      std::string noise(random() % 3000, '\0');
      for (char& c : noise) c = static_cast<char>(random());
      return noise;
    }
  }
}

}  // namespace

class ServerMalformedTest : public QObject {
  Q_OBJECT

 private slots:
  void a_thousand_requests() {
    ServerProcess server({"--silence", "3", "--receive", "8"});
    QVERIFY(server.port() > 0);
    constexpr unsigned count = 1000, clients = 16;
    std::vector<std::map<int, int>> seen(clients);
    std::vector<std::thread> threads;
    for (unsigned c = 0; c < clients; ++c) {
      threads.emplace_back([&, c] {
        for (unsigned i = c; i < count; i += clients) {
          Random random(i);
          const std::string text = malformed(i / clients, random);
          RawClient client(server.port());
          if (random() % 20 == 0) {  // slowly
            for (std::size_t at = 0; at < text.size() && client.send(text.substr(at, 1 + text.size() / 6));
                 at += 1 + text.size() / 6)
              QTest::qSleep(300);
          } else {
            client.send(text);
          }
          if (random() % 3 == 0) continue;  // it does not wait for what it gets
          if (random() % 2 == 0) client.end_sending();
          ++seen.at(c)[client.answer().status];
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    std::map<int, int> all;
    for (const auto& some : seen) {
      for (const auto& [status, times] : some) all[status] += times;
    }
    const std::set<int> expected{0, 200, 400, 403, 404, 405, 408, 413, 429, 431};
    for (const auto& [status, times] : all) {
      QVERIFY2(expected.contains(status), qPrintable(QString("%1 came %2 times").arg(status).arg(times)));
    }
    QVERIFY(all[400] > 100);
    QVERIFY(all[408] > 10);
    // It still works, and has forgotten them all.
    QCOMPARE(server.ask(request()).status, 200);
    QTRY_COMPARE_WITH_TIMEOUT(server.metric("tilescribe_transcriptions_in_progress"), 0.0, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(server.metric("tilescribe_connections"), 1.0, 30'000);
    QCOMPARE(server.temporary_files(), 0);
    QCOMPARE(server.stop(), 0);
    QCOMPARE(server.errors(), QByteArray());
  }
};

QTEST_GUILESS_MAIN(ServerMalformedTest)
#include "test_server_malformed.moc"
