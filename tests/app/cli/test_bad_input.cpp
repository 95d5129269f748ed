// SPDX-License-Identifier: Apache-2.0
// The real program on files that are odd or broken: odd ones transcribe, broken ones give one clear sentence.
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <limits>

#include <sys/stat.h>

#include "tests/app/cli/process.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"

using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

const QString program = TILESCRIBE_CLI;
const QString sample = TILESCRIBE_SOURCE_DIR "/resources/audio/short.wav";
const QString sample_text = "Concord returned to its place amidst the tents.\n";
const fs::path tiny_model = TILESCRIBE_TEST_DATA "/golden/tiny-a";

QString qt(const fs::path& path) {
  return QString::fromStdString(path.string());
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

// Replaces a text that must be there once or more.
void replace(const fs::path& file, const std::string& from, const std::string& to) {
  std::string text = read(file);
  const std::size_t at = text.find(from);
  QVERIFY2(at != std::string::npos, from.c_str());
  write(file, text.replace(at, from.size(), to));
}

}  // namespace

class BadInputTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  // A copy of the tiny checkpoint that may be damaged.
  fs::path model_copy(const char* name) {
    const fs::path copy = in(folder_, name);
    fs::create_directory(copy);
    for (const fs::directory_entry& entry : fs::directory_iterator(tiny_model)) {
      if (!entry.path().filename().string().starts_with("golden-")) fs::copy(entry.path(), copy);
    }
    return copy;
  }

  // The program fails with one sentence that holds all of `parts`, and writes nothing else.
  void expect_failure(const QStringList& arguments, const QStringList& parts) {
    const Ended ended = run_program(program, QStringList{"transcribe"} + arguments);
    QCOMPARE(ended.exit_code, 1);
    QCOMPARE(ended.output, QByteArray());
    const QString errors = QString::fromUtf8(ended.errors);
    QVERIFY2(errors.startsWith("tilescribe-cli: ") && errors.endsWith(".\n"), qPrintable(errors));
    QVERIFY2(errors.count('\n') == 1, qPrintable(errors));
    for (const QString& part : parts) {
      QVERIFY2(errors.contains(part), qPrintable(errors + " lacks " + part));
    }
    qInfo("%s", qPrintable(errors.trimmed()));
  }

 private slots:
  void a_good_copy_of_the_tiny_model_runs() {
    const fs::path model = model_copy("good");
    const Ended ended =
        run_program(program, {"transcribe", sample, "--model", qt(model), "--max-new-tokens", "3"});
    QCOMPARE(ended.errors, QByteArray());
    QCOMPARE(ended.exit_code, 0);
  }

  void a_cut_off_checkpoint_data() {
    QTest::addColumn<double>("kept");
    QTest::newRow("half of it") << 0.5;
    QTest::newRow("all but a byte") << -1.0;
    QTest::newRow("in its header") << 100.0;
    QTest::newRow("in its header's length") << 5.0;
    QTest::newRow("empty") << 0.0;
  }
  void a_cut_off_checkpoint() {
    QFETCH(double, kept);
    const fs::path model = model_copy(("cut-" + std::string(QTest::currentDataTag())).c_str());
    const fs::path weights = model / "model.safetensors";
    const auto size = static_cast<double>(fs::file_size(weights));
    const double bytes = kept < 0.0 ? size + kept : kept > 0.0 && kept < 1.0 ? size * kept : kept;
    fs::resize_file(weights, static_cast<std::uintmax_t>(bytes));
    expect_failure({sample, "--model", qt(model)}, {qt(weights)});
  }

  void wrong_shapes_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("a config that contradicts itself") << "config.json"
                                                      << "\"intermediate_size\": "
                                                      << "\"intermediate_size\": 1";
    QTest::newRow("a config for other tensors") << "config.json"
                                                << "\"vocab_size\": 448"
                                                << "\"vocab_size\": 452";
    QTest::newRow("a shape that is not the data's") << "model.safetensors"
                                                    << "\"shape\":[448,64]"
                                                    << "\"shape\":[484,64]";
  }
  void wrong_shapes() {
    QFETCH(QString, file);
    QFETCH(QString, from);
    QFETCH(QString, to);
    const fs::path model = model_copy(("shapes-" + std::string(QTest::currentDataTag())).c_str());
    replace(model / file.toStdString(), from.toStdString(), to.toStdString());
    expect_failure({sample, "--model", qt(model)}, {qt(model)});
  }

  void a_missing_file_of_the_model_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"tokenizer.json", "config.json", "model.safetensors"})
      QTest::newRow(file) << file;
  }
  void a_missing_file_of_the_model() {
    QFETCH(QString, file);
    const fs::path model = model_copy(("without-" + file.toStdString()).c_str());
    QVERIFY(fs::remove(model / file.toStdString()));
    expect_failure({sample, "--model", qt(model)}, {file});
  }

  void a_damaged_tokenizer() {
    const fs::path model = model_copy("tokenizer");
    fs::resize_file(model / "tokenizer.json", fs::file_size(model / "tokenizer.json") / 2);
    expect_failure({sample, "--model", qt(model)}, {"tokenizer.json"});
  }

  void a_model_that_is_a_file() { expect_failure({sample, "--model", sample}, {sample, "folder"}); }
  void no_such_model() { expect_failure({sample, "--model", "/no/such/model"}, {"/no/such/model"}); }
  void no_such_random_model() { expect_failure({sample, "--model", "random:huge"}, {"random:nano"}); }

  /// Each kind of bad recording that tests/inference/audio describes reaches the user as its sentence.
  void a_bad_recording_data() {
    QTest::addColumn<QString>("file");
    const auto add = [&](const char* name, const std::string& bytes) {
      write(in(folder_, name), bytes);
      QTest::newRow(name) << qt(in(folder_, name));
    };
    add("empty.wav", "");
    add("text.wav", "This is no recording.");
    const std::string video = read(data_file("video.mp4"));
    // The index stands at the front (faststart), so only a piece of it is left.
    add("truncated.mp4", video.substr(0, 600));
    const fs::path nan = in(folder_, "nan.wav");
    write_wav(nan, {.bits = 32}, 16'000, [](std::uint32_t frame, int) {
      return frame == 8'000 ? std::numeric_limits<double>::quiet_NaN() : 0.1;
    });
    QTest::newRow("nan.wav") << qt(nan);
    add("list.mp3", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nlist.mp3\n");
    const fs::path pipe = in(folder_, "pipe.wav");
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QTest::newRow("a pipe that nobody writes into") << qt(pipe);
    const fs::path mute = in(folder_, "mute.wav");
    write_wav(mute, {.channels = 0}, 0, [](std::uint32_t, int) { return 0.0; });
    QTest::newRow("no channels") << qt(mute);
    QTest::newRow("a directory") << folder_.path();
    QTest::newRow("no such file") << qt(in(folder_, "none.wav"));
    QTest::newRow("a video without audio") << qt(data_file("silent-film.mp4"));
  }
  void a_bad_recording() {
    QFETCH(QString, file);
    expect_failure({file}, {file});
  }

  void a_sample_is_no_speech() {
    const fs::path file = in(folder_, "one-sample.wav");
    write_wav(file, {}, 1, [](std::uint32_t, int) { return 0.5; });
    const Ended ended = run_program(program, {"transcribe", qt(file)});
    QCOMPARE(ended.errors, QByteArray());
    QCOMPARE(ended.output.trimmed(), QByteArray());
    QCOMPARE(ended.exit_code, 0);
  }

  /// The bundled sample in unusual wrappings of libsndfile's kind.
  void odd_recordings_transcribe_data() {
    QTest::addColumn<int>("rate");
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("bits");
    QTest::newRow("5.1 channels at 48 kHz") << 48'000 << 6 << 24;
    QTest::newRow("384 kHz") << 384'000 << 1 << 16;
    QTest::newRow("384 kHz, 5.1 channels, float") << 384'000 << 6 << 32;
  }
  void odd_recordings_transcribe() {
    QFETCH(int, rate);
    QFETCH(int, channels);
    QFETCH(int, bits);
    const std::vector<float> samples = read_all(original_file());
    const auto times = static_cast<std::uint32_t>(rate / 16'000);
    const fs::path file = in(folder_, "odd.wav");
    const WavFormat format{.rate = rate, .channels = channels, .bits = bits, .fmt = FmtChunk::extensible};
    // Straight lines between the samples: what lies above 8 kHz goes when the program resamples it.
    write_wav(file, format, static_cast<std::uint32_t>(samples.size() - 1) * times,
              [&](std::uint32_t frame, int) {
                const std::size_t at = frame / times;
                const float share = static_cast<float>(frame % times) / static_cast<float>(times);
                return static_cast<double>(samples[at] + (samples[at + 1] - samples[at]) * share);
              });
    const Ended ended = run_program(program, {"transcribe", qt(file)});
    QCOMPARE(ended.errors, QByteArray());
    QCOMPARE(ended.exit_code, 0);
    QCOMPARE(QString::fromUtf8(ended.output), sample_text);
  }
};

QTEST_GUILESS_MAIN(BadInputTest)
#include "test_bad_input.moc"
