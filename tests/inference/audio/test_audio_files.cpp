// SPDX-License-Identifier: Apache-2.0
// Compressed files and containers: the speech in tests/data/audio must be the speech that went in.

#include <QDataStream>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>

#include "inference/api/audio_info.h"
#include "inference/audio/pcm_reader.h"
#include "tests/inference/audio/audio_support.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TestAudioFiles : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    original_ = read_all(original_file());
    QCOMPARE(original_.size(), 44800u);
  }

  void decodes_to_the_original_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("least_correlation");
    QTest::addColumn<int>("largest_lag");  // samples
    QTest::newRow("mp3") << "speech.mp3" << 0.99 << 1;
    QTest::newRow("m4a") << "speech.m4a" << 0.99 << 1;
    QTest::newRow("opus") << "speech.opus" << 0.95 << 2;
    QTest::newRow("ogg") << "speech.ogg" << 0.98 << 1;
    QTest::newRow("flac") << "speech.flac" << 0.999999 << 0;
    QTest::newRow("flac 44.1 kHz stereo") << "speech-44k-stereo.flac" << 0.9995 << 0;
    QTest::newRow("wav 8 kHz") << "speech-8k.wav" << 0.95 << 1;
    QTest::newRow("mp4") << "video.mp4" << 0.99 << 1;
    QTest::newRow("webm") << "video.webm" << 0.95 << 2;
    QTest::newRow("mkv") << "two-languages.mkv" << 0.95 << 2;
  }
  void decodes_to_the_original() {
    QFETCH(QString, name);
    QFETCH(double, least_correlation);
    QFETCH(int, largest_lag);
    const auto file = data_file(name.toStdString());
    const std::vector<float> samples = read_all(file);
    const double seconds = static_cast<double>(samples.size()) / audio::sample_rate;
    QVERIFY2(std::abs(seconds - 2.8) < 0.08, qPrintable(QString("%1 s").arg(seconds)));
    const double stated_s = audio::open_audio(file)->duration_s();
    QVERIFY2(std::abs(stated_s - 2.8) < 0.1, qPrintable(QString("says %1 s").arg(stated_s)));
    const Match match = best_match(original_, samples, 400);
    const QString found = QString("correlation %1 at lag %2").arg(match.correlation).arg(match.lag);
    QVERIFY2(match.correlation > least_correlation && std::abs(match.lag) <= largest_lag, qPrintable(found));
    QVERIFY(rms(samples) > 0.9 * rms(original_) && rms(samples) < 1.1 * rms(original_));
  }

  void streams_are_listed_best_first() {
    const auto streams = audio_streams(data_file("two-languages.mkv"));
    QCOMPARE(streams.size(), 2u);
    QCOMPARE(streams[0].index, 2);  // the default one
    QCOMPARE(streams[0].language, std::string("eng"));
    QCOMPARE(streams[0].codec, std::string("opus"));
    QCOMPARE(streams[0].sample_rate, 48000);
    QCOMPARE(streams[0].channels, 1);
    QVERIFY(std::abs(streams[0].duration_s - 2.8) < 0.1);
    QCOMPARE(streams[1].index, 1);
    QCOMPARE(streams[1].language, std::string("ger"));

    const auto wav = audio_streams(data_file("speech-8k.wav"));
    QCOMPARE(wav.size(), 1u);
    QCOMPARE(wav[0].index, 0);
    QCOMPARE(wav[0].sample_rate, 8000);
    QCOMPARE(wav[0].codec, std::string("pcm_s16"));
    QVERIFY(std::abs(wav[0].duration_s - 2.8) < 1e-3);
    QCOMPARE(audio_streams(data_file("speech.flac"))[0].codec, std::string("flac"));
    QCOMPARE(audio_streams(data_file("video.mp4"))[0].index, 1);
  }

  void a_chosen_stream_is_read() {
    const std::vector<float> tone = read_all(data_file("two-languages.mkv"), 1);
    const auto middle = std::span(tone).subspan(8000, 16000);
    const SineFit fit = fit_sine(middle, 440.0);
    QVERIFY(fit.amplitude > 0.1 && fit.residual_rms < 0.02);
    QCOMPARE(read_all(data_file("two-languages.mkv"), 2), read_all(data_file("two-languages.mkv")));
    QCOMPARE(read_all(original_file(), 0), original_);
  }

  // Matroska's Duration, a double, says 10^18 ms.
  void a_length_that_no_file_has_is_not_known() {
    QFile original(QString::fromStdString(data_file("gap.mkv").string()));
    QVERIFY(original.open(QIODevice::ReadOnly));
    QByteArray bytes = original.readAll();
    const qsizetype at = bytes.indexOf(QByteArray::fromHex("448988"));
    QVERIFY(at > 0);
    QByteArray value;
    QDataStream(&value, QIODevice::WriteOnly) << 1e18;
    bytes.replace(at + 3, 8, value);
    const QTemporaryDir folder;
    QFile changed(folder.filePath(QStringLiteral("long.mkv")));
    QVERIFY(changed.open(QIODevice::WriteOnly) && changed.write(bytes) == bytes.size());
    changed.close();
    const auto reader = audio::open_audio(changed.fileName().toStdString());
    QVERIFY2(reader->duration_s() < 10.0, QByteArray::number(reader->duration_s()));
    QCOMPARE(read_all(changed.fileName().toStdString()), read_all(data_file("gap.mkv")));
  }

  // Times in the transcript are those of the file: what was not recorded is silence, not a cut.
  void gaps_become_silence() {
    const std::vector<float> samples = read_all(data_file("gap.mkv"));
    const std::span<const float> heard(samples);
    QVERIFY(rms(heard.first(7900)) == 0.0);  // sound sets in at 0.5 s
    QVERIFY(rms(heard.subspan(24448, 16000)) == 0.0);
    // What follows the gap lies where it was: at its time in the original plus 0.5 s.
    const Match after = best_match(std::span(original_).subspan(33000), heard.subspan(41000), 50);
    QVERIFY(after.correlation > 0.999 && after.lag == 0);
  }

  // 44.1 kHz stereo, then 22.05 kHz mono: both halves are the speech, at its own pitch and loudness.
  void the_sample_rate_may_change_on_the_way() {
    const std::vector<float> samples = read_all(data_file("rate-change.aac"));
    const std::span<const float> heard(samples);
    QVERIFY(samples.size() > 2 * 44800 && samples.size() < 2 * 44800 + 8000);
    const Match first = best_match(original_, heard, 2500);
    QVERIFY2(first.correlation > 0.98, qPrintable(QString::number(first.correlation)));
    const Match second = best_match(original_, heard.subspan(44800), 6000);
    QVERIFY2(second.correlation > 0.98, qPrintable(QString::number(second.correlation)));
    QVERIFY(rms(heard.last(44800)) > 0.9 * rms(original_));
  }

  void cut_off_files_give_their_beginning_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"speech.mp3", "speech.opus", "speech.ogg", "speech.flac", "speech-8k.wav",
                             "video.mp4", "video.webm", "two-languages.mkv"}) {
      QTest::newRow(name) << name;
    }
  }
  void cut_off_files_give_their_beginning() {
    QFETCH(QString, name);
    const QTemporaryDir directory;
    const auto file = in(directory, name.toStdString());
    std::filesystem::copy(data_file(name.toStdString()), file);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) * 6 / 10);
    const std::vector<float> samples = read_all(file);
    QVERIFY2(samples.size() > 15000 && samples.size() < 44000, qPrintable(QString::number(samples.size())));
    const Match match = best_match(std::span(original_).first(15000), std::span(samples).first(15000), 50);
    QVERIFY(match.correlation > 0.94);
  }

  // Bytes overwritten in the middle: what stands before and behind is still heard.
  void damaged_packets_are_skipped_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("least_samples");
    QTest::newRow("mp3") << "speech.mp3" << 40000;
    QTest::newRow("m4a") << "speech.m4a" << 40000;
    QTest::newRow("opus") << "speech.opus" << 28000;  // a page of Ogg, here a second, is dropped as a whole
  }
  void damaged_packets_are_skipped() {
    QFETCH(QString, name);
    QFETCH(int, least_samples);
    const QTemporaryDir directory;
    const auto file = in(directory, name.toStdString());
    std::filesystem::copy(data_file(name.toStdString()), file);
    const auto size = static_cast<std::streamoff>(std::filesystem::file_size(file));
    std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekp(size / 2);
    bytes << std::string(static_cast<std::size_t>(size / 20), '\x5A');
    bytes.close();
    const std::vector<float> samples = read_all(file);
    const auto count = static_cast<int>(samples.size());
    QVERIFY2(count > least_samples && count < 46000, qPrintable(QString::number(count)));
    QVERIFY(best_match(std::span(original_).first(15000), samples, 50).correlation > 0.94);
    QVERIFY(best_match(std::span(original_).last(11000), std::span(samples).last(11000), 2000).correlation >
            0.94);
  }

 private:
  std::vector<float> original_;
};

QTEST_GUILESS_MAIN(TestAudioFiles)
#include "test_audio_files.moc"
