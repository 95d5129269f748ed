// SPDX-License-Identifier: Apache-2.0
// What the real program needs: memory for three hours of audio, memory and time for the full-size model.
#include <QtTest>
#include <algorithm>
#include <fstream>

#include "inference/api/export.h"
#include "kernels/backend/cpu/cpu_backend.h"
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
      const Speech speech = joined_speech(600.0);
      const int times = static_cast<int>(std::ceil(3.0 * 3600.0 / speech.seconds()));
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
    QVERIFY(result().segments.size() > 300);
    QVERIFY(beyond <= 300'000'000);
  }

  /// A whole window and 100 tokens with random weights of the published model's shape. The time counts only
  /// where the CPU multiplies bf16, the best of three: other programs may use the machine.
  void a_window_of_the_full_size_model() {
    const fs::path file = in("window.wav");
    Speech speech = joined_speech(31.0);
    speech.samples.resize(480'000);
    write_speech(file, speech.samples);
    const bool timed = kernels::cpu_facts().bf16;
    constexpr double most_s = 60.0;  // 33.8 s on a shared machine of 2 cores
    double best_s = 1e9;
    for (int attempt = 0; attempt < (timed ? 3 : 1) && best_s > most_s; ++attempt) {
      const Measured measured = transcribe(file, {"--model", "random:nano", "--max-new-tokens", "100"});
      QVERIFY2(measured.exit_code == 0, read(in("errors.txt")).c_str());
      const Transcript transcript = result();
      std::size_t tokens = 0;
      for (const Segment& segment : transcript.segments) tokens += segment.tokens.size();
      QCOMPARE(tokens, std::size_t{100});
      qInfo("%s: a 30 s window in %.1f s, %.1f s with opening; peak %.2f GB", transcript.engine.c_str(),
            transcript.elapsed_s, measured.seconds, static_cast<double>(measured.peak_bytes) / 1e9);
      QVERIFY(measured.peak_bytes <= 6'000'000'000);
      best_s = std::min(best_s, transcript.elapsed_s);
    }
    if (timed) QVERIFY2(best_s <= most_s, qPrintable(QString::number(best_s)));
  }
};

QTEST_GUILESS_MAIN(FullSizeTest)
#include "test_full_size.moc"
