// SPDX-License-Identifier: Apache-2.0
// Websockets on which something wrong is said: each is closed or goes on, and the server lives, leaks nothing
// and keeps no session.
#include <QtTest>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include "tests/app/server/server_process.h"
#include "tests/support/patience.h"

using namespace tilescribe::test;

namespace {

using Random = std::mt19937;

std::string handshake() {
  return get("/v1/realtime",
             "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
}

// A frame of text (RFC 6455, section 5.2), masked with zeros.
std::string frame(const std::string& text) {
  const bool brief = text.size() < 126;
  std::string bytes = "\x81";
  bytes += static_cast<char>(0x80 | (brief ? text.size() : 126));
  if (!brief) bytes += static_cast<char>(text.size() >> 8U);
  if (!brief) bytes += static_cast<char>(text.size() & 0xFFU);
  return bytes + std::string(4, '\0') + text;
}

std::string half_a_second() {
  return frame(R"({"type":"input_audio_buffer.append","audio":")" + std::string(32000, 'A') + "\"}");
}

std::string commit() {
  return frame(R"({"type":"input_audio_buffer.commit"})");
}

std::string malformed(Random& random) {
  std::string text = half_a_second() + commit() + half_a_second();
  for (auto changes = random() % 4 + 1; changes > 0; --changes) {
    const bool in_head = random() % 2 == 0;
    const std::size_t at = random() % (in_head ? 12 : text.size());
    switch (random() % 3) {
      case 0:
        text.erase(at, random() % 20 + 1);
        break;
      case 1:
        text[at] = static_cast<char>(random());
        break;
      default:
        text.insert(at, std::string(random() % 5 + 1, static_cast<char>(random())));
    }
  }
  return text.substr(0, text.size() - random() % 3 * (random() % 1000));
}

}  // namespace

class RealtimeMalformedTest : public QObject {
  Q_OBJECT

 private slots:
  void nobody_says_anything() {
    ServerProcess server({"--idle", "1", "--silence", "2", "--sessions", "1"});
    QVERIFY(server.port() > 0);
    RawClient client(server.port());
    client.send(handshake());
    QVERIFY(client.until("\r\n\r\n").starts_with("HTTP/1.1 101"));
    QElapsedTimer clock;
    clock.start();
    client.send(half_a_second());
    QVERIFY(client.until("session_idle").ends_with("session_idle"));
    QVERIFY(clock.elapsed() >= 1000);
    client.until("no such text");   // to the end of the connection
    RawClient next(server.port());  // its place is free
    next.send(handshake());
    QVERIFY(next.until("\r\n\r\n").starts_with("HTTP/1.1 101"));
  }

  void many_websockets() {
    ServerProcess server({"--silence", "5"});
    QVERIFY(server.port() > 0);
    constexpr unsigned count = 200, clients = 4;
    std::atomic<int> accepted = 0, refused = 0;
    std::vector<std::thread> threads;
    for (unsigned c = 0; c < clients; ++c) {
      threads.emplace_back([&, c] {
        for (unsigned i = c; i < count; i += clients) {
          Random random(i);
          RawClient client(server.port());
          client.send(random() % 10 == 0 ? handshake().substr(0, random() % 200) + "\r\n\r\n" : handshake());
          if (client.until("\r\n\r\n").starts_with("HTTP/1.1 101")) {
            ++accepted;
          } else {
            ++refused;
          }
          client.send(malformed(random));
          if (random() % 3 == 0) continue;  // it does not wait for what it gets
          client.end_sending();
          client.until("the end");
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    QVERIFY(accepted > 50);
    QVERIFY(refused > 0);
    // It still works, and has forgotten them all.
    QTRY_COMPARE_WITH_TIMEOUT(server.metric("tilescribe_connections"), 1.0, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(server.temporary_files(), 0, 60'000);
    RawClient client(server.port());
    client.send(handshake());
    QVERIFY(client.until("\r\n\r\n").starts_with("HTTP/1.1 101"));
    client.send(half_a_second() + commit());
    QVERIFY(client.until("transcription.completed").ends_with("transcription.completed"));
    QCOMPARE(server.stop(), 0);
    QCOMPARE(server.errors(), QByteArray());
  }
};

QTEST_GUILESS_MAIN(RealtimeMalformedTest)
#include "test_realtime_malformed.moc"
