// SPDX-License-Identifier: Apache-2.0
// The live command as a process, in real time: on a real sound server through PortAudio, how soon words come;
// and on an engine ten times slower, that nothing is lost.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <optional>

#include "inference/api/word_errors.h"
#include "inference/audio/sixteen_bits.h"
#include "tests/app/cli/process.h"
#include "tests/inference/live/latency.h"
#include "tests/support/median.h"
#include "tests/support/sound_server.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using test::Shown;

namespace {

constexpr int rate = 16000;

// The live command, what it has said so far, and when by the test's clock.
class LiveProgram {
 public:
  LiveProgram(QElapsedTimer& clock, const QStringList& options) : clock_(clock) {
    program_.setProcessChannelMode(QProcess::SeparateChannels);
    program_.start(QStringLiteral(TILESCRIBE_CLI), QStringList{"live", "--json"} + options);
  }
  ~LiveProgram() {
    program_.kill();
    program_.waitForFinished();
  }

  void listen() {
    program_.waitForReadyRead(10);
    while (program_.canReadLine()) {
      const QJsonObject record = QJsonDocument::fromJson(program_.readLine()).object();
      LivePiece piece;
      piece.text = record["text"].toString().toStdString();
      piece.start_s = record["start"].toDouble();
      piece.end_s = record["end"].toDouble();
      piece.utterance = record["utterance"].toInt();
      piece.closes = record["closes"].toBool();
      said.push_back({now_s(), record["type"] == "fixed", piece});
    }
  }
  void interrupt() { program_.terminate(); }
  bool running() const { return program_.state() != QProcess::NotRunning; }
  int exit_code() const { return program_.exitStatus() == QProcess::NormalExit ? program_.exitCode() : -1; }
  QString errors() { return QString::fromUtf8(program_.readAllStandardError()); }
  double now_s() const { return static_cast<double>(clock_.nsecsElapsed()) * 1e-9; }

  std::vector<Shown> said;

 private:
  QElapsedTimer& clock_;
  QProcess program_;
};

// Samples of a WAV file of 16 bits that begin behind the header, as they are on disk.
std::vector<std::int16_t> recorded(const QString& path) {
  QFile file(path);
  if (!file.open(QFile::ReadOnly)) return {};
  const QByteArray bytes = file.readAll();
  const qsizetype data = bytes.indexOf("data");
  std::vector<std::int16_t> samples(static_cast<std::size_t>(bytes.size() - data - 8) / 2);
  std::memcpy(samples.data(), bytes.constData() + data + 8, samples.size() * 2);
  return samples;
}

std::vector<std::int16_t> played(const std::vector<float>& samples) {
  std::vector<std::int16_t> result(samples.size());
  std::ranges::transform(samples, result.begin(), audio::to_16_bits);
  return result;
}

// Where the recording holds all of the samples in one piece; nothing: it does not.
std::optional<std::size_t> place_in(const std::vector<std::int16_t>& recording,
                                    std::vector<std::int16_t> samples) {
  // Silence at the ends is like any other.
  const auto loud = [](std::int16_t sample) { return sample != 0; };
  const auto first = std::ranges::find_if(samples, loud);
  const auto last = std::find_if(samples.rbegin(), samples.rend(), loud).base();
  const auto found = std::search(recording.begin(), recording.end(), first, last);
  if (found == recording.end()) return {};
  return static_cast<std::size_t>((found - recording.begin()) - (first - samples.begin()));
}

QString transcript_of(const QString& file) {
  return QString::fromUtf8(test::run_program(QStringLiteral(TILESCRIBE_CLI), {"transcribe", file}).output)
      .simplified();
}

}  // namespace

class LiveSoundTest : public QObject {
  Q_OBJECT

 private slots:
  void wordsComeWhileTheyArePlayed() {
    const QTemporaryDir folder;
    const QString spoken_file = folder.filePath("words.wav"), recording = folder.filePath("recording.wav");
    const std::vector<float> samples = test::audio_of(test::spoken_words_file());
    test::write_speech(spoken_file.toStdString(), samples);
    test::SoundServer server;
    QElapsedTimer clock;
    clock.start();
    LiveProgram program(clock, {"--device", QString::fromStdString(test::SoundServer::source("ts_mic")),
                                "--record", recording});
    // The clock's time of the recording's first sample: no sample can be on disk before it was heard. The
    // header alone says nothing, since the source takes its time to open.
    double first_sample_s = 1e9;
    const auto watch = [&] {
      program.listen();
      const auto on_disk_s = static_cast<double>(QFile(recording).size()) / 2.0 / rate;
      if (on_disk_s > 0.2) first_sample_s = std::min(first_sample_s, program.now_s() - on_disk_s);
    };
    const double length_s = static_cast<double>(samples.size()) / rate;
    while (program.running() && QFile(recording).size() < rate && program.now_s() < 20.0) watch();
    server.start_playing(spoken_file, "ts_mic");
    const double end_s = program.now_s() + length_s + 2.0;
    while (program.running() && program.now_s() < end_s) watch();
    QVERIFY2(program.running(), qPrintable(program.errors()));
    QVERIFY(!program.said.empty());
    const std::size_t said_before_the_end = program.said.size();
    program.interrupt();
    while (program.running() && program.now_s() < end_s + 20.0) program.listen();
    QCOMPARE(program.exit_code(), 0);
    QVERIFY(said_before_the_end > 20);

    const std::vector<std::int16_t> heard = recorded(recording);
    const std::optional<std::size_t> begin = place_in(heard, played(samples));
    QVERIFY2(begin, "a sample is missing in the recording");
    std::vector<test::SpokenWord> words = test::spoken_words();
    for (test::SpokenWord& word : words) word.end_s += first_sample_s + static_cast<double>(*begin) / rate;
    const test::Latencies found = test::latencies(program.said, words);
    qInfo("%zu of %zu words: shown after %.2f s, fixed after %.2f s (medians)", found.shown_s.size(),
          words.size(), test::median(found.shown_s), test::median(found.fixed_s));
    QVERIFY(found.shown_s.size() > words.size() * 3 / 4);
    QVERIFY(test::median(found.shown_s) <= 1.5);
    QVERIFY(test::median(found.fixed_s) <= 2.5);

    const std::string text = test::fixed_text(program.said);
    const WordErrors errors = word_errors(transcript_of(recording).toStdString(), text);
    // Words without a sentence are at the model's limit; speech is below 5 % (test_ui_live_window, and
    // below).
    QVERIFY2(errors.rate() < 0.25, text.c_str());
  }

  void aSlowEngineLosesNothing() {
    // Three minutes that come four times as fast as speech, to an engine ten times as slow as this machine.
    const QTemporaryDir folder;
    const QString source = folder.filePath("speech.wav"), recording = folder.filePath("recording.wav");
    const test::Speech speech = test::joined_speech(180.0, 1.0);
    test::write_speech(source.toStdString(), speech.samples);
    QElapsedTimer clock;
    clock.start();
    LiveProgram program(
        clock, {"--device", "file:" + source + "?speed=4", "--record", recording, "--slow-down", "10"});
    double recorded_at_s = 0.0;
    while (program.running() && program.now_s() < 600.0) {
      program.listen();
      if (QFile(recording).size() < 2 * static_cast<qint64>(speech.samples.size()))
        recorded_at_s = program.now_s();
    }
    QVERIFY2(program.exit_code() == 0, qPrintable(program.errors()));
    qInfo("%.0f s of sound recorded after %.0f s, transcribed after %.0f s", speech.seconds(), recorded_at_s,
          program.now_s());
    QVERIFY(recorded_at_s < speech.seconds() / 4.0 + 15.0);  // recording waited for nothing
    QVERIFY(recorded(recording) == played(speech.samples));
    const std::string text = test::fixed_text(program.said);
    const WordErrors errors = word_errors(transcript_of(recording).toStdString(), text);
    qInfo("%zu words, %zu differ from the file's", errors.reference_words,
          errors.substituted + errors.lost + errors.added);
    QVERIFY2(errors.rate() < 0.05, text.c_str());
  }
};

QTEST_GUILESS_MAIN(LiveSoundTest)
#include "test_live_sound.moc"
