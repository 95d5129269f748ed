// SPDX-License-Identifier: Apache-2.0
// Engines side by side on a recording: the demo model on the CPU, engines that fail, and a Python that is
// made up.
#include <QFile>
#include <QtTest>
#include <chrono>
#include <thread>

#include "inference/api/side_by_side.h"
#include "inference/api/transcriber.h"
#include "kernels/core/error.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;

namespace {

EngineOptions on_the_cpu(const std::string& model = {}) {
  EngineOptions options;
  options.engine = Engine::cpu;
  options.model = model;
  return options;
}

std::string contents(const std::filesystem::path& path) {
  QFile file(QString::fromStdString(path.string()));
  if (!file.open(QIODevice::ReadOnly)) qFatal("could not read %s", qPrintable(file.fileName()));
  return file.readAll().trimmed().toStdString();
}

}  // namespace

class SideBySideTest : public QObject {
  Q_OBJECT

 private slots:
  void enginesHearARecording() {
    wanted_.engines = {on_the_cpu(), on_the_cpu("/none/such"), on_the_cpu()};
    const std::vector<SideBySideRow> rows = hear();
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(begun_, (QStringList{QStringLiteral("0 cpu"), QStringLiteral("1 cpu"), QStringLiteral("0 cpu"),
                                  QStringLiteral("0 cpu"), QStringLiteral("1 cpu")}));
    for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
      const SideBySideRow& row = rows[i];
      QCOMPARE(row.engine, std::string("cpu"));
      QVERIFY2(row.complaint.empty(), english(row.complaint).c_str());
      QVERIFY(english(row.description).starts_with("CPU, "));
      QCOMPARE(row.text, contents(test::bundled_file("short.txt")));
      QVERIFY(row.audio_s > 1.0 && row.seconds > 0.0 && row.times_real_time() > 0.0);
      double sum_ms = 0.0;
      QStringList stages;
      for (const auto& [name, ms] : row.stages) {
        stages << QString::fromStdString(name);
        sum_ms += ms;
      }
      QCOMPARE(stages, (QStringList{QStringLiteral("features"), QStringLiteral("encoder"),
                                    QStringLiteral("projector"), QStringLiteral("prefill"),
                                    QStringLiteral("decode")}));
      QVERIFY(sum_ms > 0.0 && sum_ms <= 1e3 * row.seconds);
    }
    QVERIFY(!rows[0].word_error_rate && !rows[0].times_as_fast);  // it is the reference
    QCOMPARE(rows[2].word_error_rate, std::optional(0.0));
    QVERIFY(rows[2].times_as_fast.value_or(0.0) > 0.0);
    QVERIFY2(english(rows[1].complaint).find("/none/such") != std::string::npos,
             english(rows[1].complaint).c_str());
    QVERIFY(rows[1].text.empty() && rows[1].stages.empty() && !rows[1].word_error_rate);
  }

  void aGivenReferenceCountsForTheFirst() {
    wanted_.engines = {on_the_cpu()};
    wanted_.reference = "another text " + contents(test::bundled_file("short.txt"));
    const std::vector<SideBySideRow> rows = hear();
    const double rate = rows.front().word_error_rate.value_or(0.0);
    QVERIFY(rate > 0.0 && rate < 1.0);
  }

  void transformersIsAProgramOfItsOwn() {
    wanted_.python = python(
        "printf 'Loading 100%%\\ntilescribe\\tengine\\ttransformers 5, CPU\\n'\n"
        "printf 'tilescribe\\tseconds\\t0.5\\ntilescribe\\tstage\\tencoder\\t120.5\\n'\n"
        "test -d \"$3\" && test \"$(stat -c %s \"$4\")\" -gt 16000 || exit 2\n"
        "printf 'tilescribe\\ttext\\tA text.\\n'\n");
    wanted_.reference = "a word";
    const SideBySideRow row = hear().front();
    QVERIFY2(row.complaint.empty(), english(row.complaint).c_str());
    QCOMPARE(row.engine, std::string("transformers"));
    QCOMPARE(english(row.description), std::string("transformers 5, CPU"));
    QCOMPARE(row.text, std::string("A text."));
    QCOMPARE(row.seconds, 0.5);
    QCOMPARE(row.stages.size(), std::size_t{1});
    QCOMPARE(row.stages.front().name, std::string("encoder"));
    QCOMPARE(row.stages.front().ms, 120.5);
    QCOMPARE(row.word_error_rate, std::optional(0.5));
    QVERIFY(row.audio_s > 1.0);
  }

  void whatTransformersLacksIsASentence_data() {
    QTest::addColumn<QString>("lines");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("torch") << QStringLiteral(
                                  "printf 'tilescribe\\tfailure\\tNo module named torch\\n'; exit 1\n")
                           << QStringLiteral(
                                  "could not hear the recording with transformers: No module named "
                                  "torch.");
    QTest::newRow("a crash") << QStringLiteral("echo 'Segmentation fault' >&2; exit 139\n")
                             << QStringLiteral("with transformers: Segmentation fault.");
    QTest::newRow("nothing") << QStringLiteral("exit 0\n")
                             << QStringLiteral("ended without a word about the recording.");
  }
  void whatTransformersLacksIsASentence() {
    QFETCH(QString, lines);
    QFETCH(QString, sentence);
    wanted_.python = python(lines.toStdString());
    const std::string complaint = english(hear().front().complaint);
    QVERIFY2(QString::fromStdString(complaint).endsWith(sentence), complaint.c_str());
  }

  void aPythonThatIsNotThereIsNamed() {
    wanted_.python = "no-such-python";
    QCOMPARE(english(hear().front().complaint),
             std::string("Expected a Python with torch and transformers, found no no-such-python in PATH."));
    wanted_.python = "/no/such/python";
    const std::string complaint = english(hear().front().complaint);
    QVERIFY2(complaint.starts_with("/no/such/python could not be started: "), complaint.c_str());
  }

  void windowsAreThoseOfOurEngines() {
    // Speech, 60 s in which nobody says anything, and speech again.
    std::vector<float> samples = test::joined_speech(35.0).samples;
    const std::size_t spoken = samples.size();
    samples.resize(spoken + 60 * 16000, 0.0f);
    const std::vector<float> last = test::bundled_speech("short").samples;
    samples.insert(samples.end(), last.begin(), last.end());
    wanted_.audio = folder_.filePath(QStringLiteral("long.wav")).toStdString();
    test::write_speech(wanted_.audio, samples);
    // A text for each window: where it begins, and its length in samples.
    wanted_.python = python(
        "stat -c '%s' \"$4\" > \"$(dirname \"$0\")/bytes\"\n"
        "while read begin count; do printf 'tilescribe\\ttext\\t%s-%s\\n' $begin $count; done < \"$5\"\n");
    const SideBySideRow row = hear().front();
    QVERIFY2(row.complaint.empty(), english(row.complaint).c_str());
    QCOMPARE(row.audio_s, static_cast<double>(samples.size()) / 16000.0);
    qint64 next = 0, windows = 0;
    for (const QString& window : QString::fromStdString(row.text).split(' ')) {
      QCOMPARE(window.section('-', 0, 0).toLongLong(), next);
      const qint64 count = window.section('-', 1, 1).toLongLong();
      QVERIFY(count > 0 && count <= 30 * 16000);
      next += count;
      ++windows;
    }
    QVERIFY(windows >= 3);
    QCOMPARE(contents(folder_.filePath(QStringLiteral("bytes")).toStdString()), std::to_string(4 * next));
    // The silence between is heard only at the edges of windows.
    QVERIFY(next >= static_cast<qint64>(spoken) && next < static_cast<qint64>(samples.size()));
  }

  void whereNobodySpeaksTransformersIsNotAsked() {
    wanted_.audio = folder_.filePath(QStringLiteral("silence.wav")).toStdString();
    test::write_speech(wanted_.audio, std::vector<float>(16000, 0.0f));
    wanted_.python = python("exit 0\n");
    QCOMPARE(english(hear().front().complaint), "Nobody speaks in " + wanted_.audio.string() + ".");
  }

  void whatIsLongerThanAnHourIsNotForTransformers() {
    wanted_.audio = folder_.filePath(QStringLiteral("hours.wav")).toStdString();
    test::write_speech(wanted_.audio, std::vector<float>(60 * 16000, 0.0f), 61);
    wanted_.python = python("exit 0\n");
    QCOMPARE(
        english(hear().front().complaint),
        std::string("transformers is compared on recordings of at most 60 min, and this one is longer."));
  }

  void aStopEndsTheOtherProgram() {
    wanted_.python = python("sleep 600\n");
    std::stop_source stop;
    std::jthread later([&stop] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      stop.request_stop();
    });
    const auto begin = std::chrono::steady_clock::now();
    QVERIFY_THROWS_EXCEPTION(Cancelled, hear(stop.get_token()));
    QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
  }

  void aStopEndsATranscription() {
    wanted_.engines = {on_the_cpu()};
    std::stop_source stop;
    tools_.begins = [&stop](int round, int, const std::string&) {
      if (round == 1) stop.request_stop();
    };
    QVERIFY_THROWS_EXCEPTION(Cancelled, hear(stop.get_token()));
  }

  void init() {
    wanted_ = {.audio = test::bundled_file("short.wav"), .engines = {}};
    begun_.clear();
    tools_ = {.open = [](const EngineOptions& options) { return open_transcriber(options); },
              .now_s =
                  [] {
                    const auto now = std::chrono::steady_clock::now().time_since_epoch();
                    return std::chrono::duration<double>(now).count();
                  },
              .begins =
                  [this](int round, int, const std::string& engine) {
                    begun_ << QStringLiteral("%1 %2").arg(round).arg(QString::fromStdString(engine));
                  }};
  }

 private:
  std::vector<SideBySideRow> hear(const std::stop_token& stop = {}) {
    std::vector<SideBySideRow> rows;
    hear_side_by_side(
        wanted_, tools_, [&](const SideBySideRow& row) { rows.push_back(row); }, stop);
    return rows;
  }
  /// A program that does this in place of Python. Its third word is the model, its fourth the samples.
  std::string python(const std::string& lines) {
    QFile file(folder_.filePath(QStringLiteral("python")));
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) qFatal("could not write the program");
    file.write("#!/bin/sh\n");
    file.write(QByteArray::fromStdString(lines));
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file.fileName().toStdString();
  }

  QTemporaryDir folder_;
  SideBySide wanted_;
  AblationTools tools_;
  QStringList begun_;
};

QTEST_APPLESS_MAIN(SideBySideTest)
#include "test_side_by_side.moc"
