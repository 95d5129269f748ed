// SPDX-License-Identifier: Apache-2.0
// Eight hours of a program's life, in simulated time: what it holds does not grow, and it writes what it
// wrote in the beginning. Real are the scheduler, the recorder, and the reading of files; the models are
// fakes.
#include <QDateTime>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>

#include "inference/audio/pcm_reader.h"
#include "kernels/core/error.h"
#include "tests/app/soak/soak.h"
#include "tests/app/soak/wall_clock.h"
#include "tests/support/fake_transcriber.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

constexpr int rounds = 160;
constexpr double round_s = 180.0;
constexpr std::size_t most_growth = 64 * 1024;  // bytes in all later rounds: less than half a kilobyte each
// Of other processes: the system counts pages of small ones roughly. Sanitizers keep freed memory.
[[maybe_unused]] constexpr std::size_t most_growth_of_others = 1 << 20;
constexpr std::chrono::microseconds at_once{0};

// Reads a file as a transcription does, then says what a script says.
class ReadingTranscriber : public Transcriber {
 public:
  explicit ReadingTranscriber(std::unique_ptr<Transcriber> fake) : fake_(std::move(fake)) {}
  const EngineInfo& engine() const override { return fake_->engine(); }
  const ModelInfo& model() const override { return fake_->model(); }
  Transcript transcribe(const fs::path& file, const TranscribeOptions& options,
                        const TranscribeEvents& events, std::stop_token stop) override {
    const auto reader = audio::open_audio(file, options.audio_stream, stop);
    std::vector<float> block(16'000);
    while (reader->read(block) > 0) {
    }
    return fake_->transcribe(file, options, events, stop);
  }
  std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording> recording,
                                    const LiveOptions& options, const LiveEvents& events,
                                    const LiveCheckpoint& from, std::stop_token stop) override {
    return fake_->live(std::move(recording), options, events, from, stop);
  }

 private:
  std::unique_ptr<Transcriber> fake_;
};

std::unique_ptr<Transcriber> open_fake(const EngineOptions& options, const std::stop_token& stop) {
  FakeWorld world;
  world.script_all({.segments = 20, .step = at_once});
  if (options.engine != Engine::cpu && options.model == "gpu") {
    world.set_gpu(0);
    world.script("speech.opus", {.step = at_once, .fail_after = 1, .device = true});
  }
  return std::make_unique<ReadingTranscriber>(world.open(options, stop));
}

}  // namespace

class TestSoak : public QObject {
  Q_OBJECT

 private slots:
  // Before the decoder that waits is one of them, too.
  void what_others_hold_is_counted() {
    const Held before = held_now();
    QCOMPARE(before.processes, 0);
    QProcess other;
    other.start("sleep", {"60"});
    QVERIFY(other.waitForStarted());
    const Held with = held_now();
    QCOMPARE(with.processes, 1);
    QVERIFY(with.started_bytes > 0);
    QVERIFY(with.handles >= before.handles + 3);
    other.kill();
    QVERIFY(other.waitForFinished());
    QCOMPARE(held_now().processes, 0);
  }

  void eight_hours_change_nothing() {
    const QTemporaryDir folder;
    const fs::path data = fs::path(TILESCRIBE_TEST_DATA) / "audio";
    const fs::path list = folder.filePath("list.mp3").toStdString();
    std::ofstream(list) << "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nsecret.m4a\n";
    EnginesBy engines(open_fake);
    const SoakPlan plan{.files = {data / "speech.m4a", data / "speech.flac",
                                  TILESCRIBE_SOURCE_DIR "/resources/audio/short.wav"},
                        .broken_files = {list, folder.filePath("nothing.wav").toStdString()},
                        .device_file = data / "speech.opus",
                        .model = {.model = "one"},
                        .other_model = {.model = "two"},
                        .failing_model = {.model = "gpu"},
                        .spoken_s = round_s,
                        .speech = nullptr};
    Soak soak(engines, plan);
    static_assert(rounds * round_s == 8 * 3600.0);
    Held first;
    for (int round = 0; round < rounds; ++round) {
      soak.round(round);
      if (round < rounds / 10) continue;
      const Held held = held_now();
      if (round == rounds / 10) first = held;
      const QString now =
          QString(
              "round %1: %2 bytes allocated (before: %3), %4 resident (%5), %6 handles (%7), %8 bytes "
              "resident of %9 process(es) (%10 of %11)")
              .arg(round)
              .arg(held.bytes)
              .arg(first.bytes)
              .arg(held.resident_bytes)
              .arg(first.resident_bytes)
              .arg(held.handles)
              .arg(first.handles)
              .arg(held.started_bytes)
              .arg(held.processes)
              .arg(first.started_bytes)
              .arg(first.processes);
      QVERIFY2(held.bytes <= first.bytes + most_growth, qPrintable(now));
#ifndef __SANITIZE_ADDRESS__  // which keeps freed memory for a while
      QVERIFY2(held.resident_bytes <= first.resident_bytes + first.resident_bytes / 50, qPrintable(now));
      QVERIFY2(held.started_bytes <= first.started_bytes + most_growth_of_others, qPrintable(now));
#endif
      QVERIFY2(held.processes == first.processes, qPrintable(now));
      QVERIFY2(held.handles == first.handles, qPrintable(now));
      if (round == rounds - 1) qInfo("%s", qPrintable(now));
    }
    Soak(engines, plan).compare_with(soak);
  }

  void the_clock_jumps() {
    using std::chrono::hours, std::chrono::system_clock, std::chrono::steady_clock;
    const auto wall = system_clock::now();
    const auto steady = steady_clock::now();
    const QDateTime qt = QDateTime::currentDateTime();
    jump_wall_clock(hours(8));
    QVERIFY(system_clock::now() - wall >= hours(8) && system_clock::now() - wall < hours(9));
    QCOMPARE(qt.secsTo(QDateTime::currentDateTime()) / 3600, qint64{8});
    QCOMPARE((std::time(nullptr) - system_clock::to_time_t(wall)) / 3600, std::time_t{8});
    QVERIFY(steady_clock::now() - steady < hours(1));
    jump_wall_clock(-hours(8));
    QVERIFY(system_clock::now() - wall < hours(1));
  }

  // The check can fail: half a kilobyte that each round keeps is seen.
  void growth_is_seen() {
    std::vector<std::unique_ptr<std::vector<char>>> kept;
    const std::size_t before = held_now().bytes;
    for (int round = 0; round < rounds; ++round) kept.push_back(std::make_unique<std::vector<char>>(512));
    QVERIFY(held_now().bytes > before + most_growth);
  }
};

QTEST_GUILESS_MAIN(TestSoak)
#include "test_soak.moc"
