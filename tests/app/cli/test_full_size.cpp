// SPDX-License-Identifier: Apache-2.0
// What the real program needs: memory for three hours of audio, memory and time for the full-size model.
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <map>

#include "inference/api/bench.h"
#include "inference/api/export.h"
#include "tests/support/measured_process.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

const fs::path program = TILESCRIBE_CLI;
const fs::path demo_weights = TILESCRIBE_SOURCE_DIR "/resources/models/demo/model.safetensors";

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

class FullSizeTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  fs::path in(const char* name) { return folder_.filePath(name).toStdString(); }

  Measured transcribe(const fs::path& file, std::vector<std::string> more) {
    std::vector<std::string> arguments{"transcribe", file.string(), "--format", "json", "--output", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_measured(program, arguments, in("out.json"), in("errors.txt"));
  }

  Transcript result() {
    std::ifstream json(in("out.json"), std::ios::binary);
    return read_transcript(json, ExportFormat::json);
  }

 private slots:
  void three_hours_take_300_megabytes_beyond_the_model() {
    const fs::path file = in("three-hours.wav");
    double seconds = 0.0;
    {
      Speech speech = joined_speech(60.0);
      speech.samples.resize(600 * 16'000);  // silence takes memory, and next to no time
      const int times = 18;
      seconds = speech.seconds() * times;
      write_speech(file, speech.samples, times);
    }
    const Measured measured = transcribe(file, {"--max-new-tokens", "1"});
    fs::remove(file);
    const auto beyond = measured.peak_bytes - static_cast<std::int64_t>(fs::file_size(demo_weights));
    qInfo("%.0f s of audio in %.1f s; peak %.0f MB, %.0f MB beyond the model", seconds, measured.seconds,
          static_cast<double>(measured.peak_bytes) / 1e6, static_cast<double>(beyond) / 1e6);
    QVERIFY2(measured.exit_code == 0, read(in("errors.txt")).c_str());
    QVERIFY(std::abs(result().duration_s - seconds) < 0.01);
    QVERIFY(result().segments.size() >= 36);
    QVERIFY(beyond <= 300'000'000);
  }

  /// A whole window and 20 tokens with random weights of the published model's shape.
  void a_window_of_the_full_size_model_takes_6_gigabytes() {
    const fs::path file = in("window.wav");
    Speech speech = joined_speech(31.0);
    speech.samples.resize(480'000);
    write_speech(file, speech.samples);
    const Measured measured = transcribe(file, {"--model", "random:nano", "--max-new-tokens", "20"});
    QVERIFY2(measured.exit_code == 0, read(in("errors.txt")).c_str());
    const Transcript transcript = result();
    std::size_t tokens = 0;
    for (const Segment& segment : transcript.segments) tokens += segment.tokens.size();
    QCOMPARE(tokens, std::size_t{20});
    qInfo("%s: a 30 s window in %.1f s, %.1f s with opening; peak %.2f GB", transcript.engine.c_str(),
          transcript.elapsed_s, measured.seconds, static_cast<double>(measured.peak_bytes) / 1e9);
    QVERIFY(measured.peak_bytes <= 6'000'000'000);
  }

  /// Its time, as a share of what the same machine reaches in the same minute: of a large product's rate
  /// where products take the time, of the rate at which memory is read in a step. The best of two: other
  /// programs may use the machine, and not evenly.
  void the_full_size_model_comes_near_what_the_machine_reaches() {
    const std::map<std::string, double> least_percent{
        {"encoder", 20.0}, {"prefill", 20.0}, {"decode_step", 25.0}};
    std::map<std::string, double> best;
    const auto reached = [&] {
      return std::ranges::all_of(least_percent,
                                 [&](const auto& stage) { return best[stage.first] >= stage.second; });
    };
    const StagesOptions options{
        .engine = {.model = "random:nano", .engine = Engine::cpu}, .windows = {1}, .tokens = 4, .runs = 1};
    for (int attempt = 0; attempt < 2 && !reached(); ++attempt) {
      bench_stages(
          options, [](const BenchSetting& setting) { qInfo("%s", setting.engine.c_str()); },
          [&](const StageRow& row) {
            const double percent =
                std::max(row.rates.compute_percent.value_or(0.0), row.rates.memory_percent.value_or(0.0));
            qInfo("%s: %.1f ms, %.0f %%", row.stage.c_str(), row.time.ms, percent);
            best[row.stage] = std::max(best[row.stage], percent);
          });
    }
    for (const auto& [stage, least] : least_percent) {
      QVERIFY2(best[stage] >= least, qPrintable(QString("%1: %2 %").arg(stage.c_str()).arg(best[stage])));
    }
  }
};

QTEST_GUILESS_MAIN(FullSizeTest)
#include "test_full_size.moc"
