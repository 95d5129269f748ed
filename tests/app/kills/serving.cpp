// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QTest>
#include <QThread>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/app/kills/killed_work.h"
#include "tests/app/server/server_process.h"

namespace tilescribe::test {
namespace {

/// A recording that clients send, and what they are answered.
struct Talk {
  std::string request, text;
};

/// The processes in whose environment a text stands: those that a program started, too.
QStringList processes_with(const QString& text) {
  QStringList found;
  for (const QString& entry : QDir("/proc").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    QFile environment("/proc/" + entry + "/environ");
    if (environment.open(QIODevice::ReadOnly) && environment.readAll().contains(text.toUtf8()))
      found += entry;
  }
  return found;
}

/// Asks again and again until the server is gone.
class Client {
 public:
  Client(int port, const Talk& talk) : thread_([this, port, &talk] { ask(port, talk); }) {}
  /// Once the server is gone.
  void join() { thread_.join(); }

  int answers() const { return answers_; }
  const std::string& wrong() const { return wrong_; }  // an answer that looks whole; empty: none

 private:
  void ask(int port, const Talk& talk) {
    for (;;) {
      RawClient connection(port);
      if (!connection.connected() || !connection.send(talk.request)) return;
      const HttpAnswer answer = connection.answer();
      if (!answer.whole) return;
      ++answers_;
      if (answer.status != 200 || answer.body != talk.text) wrong_ = answer.head + answer.body;
    }
  }

  std::atomic<int> answers_ = 0;
  std::string wrong_;
  std::thread thread_;
};

class KilledServing : public KilledWork {
 public:
  KilledServing() {
    const ServerProcess calm;
    for (const char* file : {"resources/audio/short.wav", "tests/data/audio/speech.m4a"}) {
      Talk talk;
      talk.request = transcription({{"response_format", "text"},
                                    {"file", file_bytes(QString(TILESCRIBE_SOURCE_DIR "/") + file), file}});
      talk.text = calm.ask(talk.request).body;
      talks_.push_back(talk);
    }
    expect(talks_.front().text.size() > 10 && talks_.back().text.size() > 10, "The server hears nothing.");
  }

  void kill_once(Random& random) override {
    ServerProcess server;
    expect(server.port() > 0, "It does not serve.");
    // One that still sends when the end comes: its sound is on the disk.
    RawClient sending(server.port());
    const std::string& whole = talks_.front().request;
    expect(sending.send(whole.substr(0, whole.size() / 2)), "It takes no request.");
    Client first(server.port(), talks_.front());
    Client second(server.port(), talks_.back());
    // Only the first kill waits for an answer. The clients are joined in any case.
    const bool answered = answers_ > 0 || QTest::qWaitFor([&] { return first.answers() > 0; }, patience_ms);
    QThread::msleep(static_cast<unsigned long>(between(random, 0, 1500)));
    server.kill();
    first.join();
    second.join();
    expect(answered, "No client is answered.");
    for (const Client* client : {&first, &second}) {
      expect(client->wrong().empty(), "An answer is wrong: " + QString::fromStdString(client->wrong()));
      answers_ += client->answers();
    }
    expect(server.temporary_files() == 0, "Sound that clients sent is left on the disk.");
    const QString mark = "TMPDIR=" + server.temporary_folder();
    expect(QTest::qWaitFor([&] { return processes_with(mark).isEmpty(); }, patience_ms),
           "A process that it started outlives it.");
  }

  void finish() override { expect(answers_ > 0, "Nothing was answered before any kill."); }

  QString summary() const override { return QString("%1 whole answers").arg(answers_); }

 private:
  static constexpr int patience_ms = 30'000;

  std::vector<Talk> talks_;
  int answers_ = 0;
};

}  // namespace

std::unique_ptr<KilledWork> killed_serving() {
  return std::make_unique<KilledServing>();
}

}  // namespace tilescribe::test
