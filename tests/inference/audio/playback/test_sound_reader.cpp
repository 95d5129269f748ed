// SPDX-License-Identifier: Apache-2.0
// A file read from any place: the same sound as when it is read from its beginning.
#include <QtTest>
#include <cmath>

#include "inference/audio/playback/sound_reader.h"
#include "tests/inference/audio/audio_support.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

std::vector<float> read_on(audio::SoundReader& reader, std::size_t most) {
  std::vector<float> all(most);
  std::size_t there = 0;
  while (there < most) {
    const std::size_t count =
        reader.read(std::span(all).subspan(there, std::min<std::size_t>(777, most - there)));
    if (count == 0) break;
    there += count;
  }
  all.resize(there);
  return all;
}

}  // namespace

class SoundReaderTest : public QObject {
  Q_OBJECT

 private slots:
  void every_format_continues_at_its_place_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("exact");  // its samples do not depend on what was decoded before
    for (const char* name : {"speech.flac", "speech-44k-stereo.flac", "speech-8k.wav"})
      QTest::newRow(name) << name << true;
    for (const char* name : {"speech.m4a", "speech.mp3", "speech.ogg", "speech.opus", "video.mp4",
                             "video.webm", "gap.mkv", "two-languages.mkv"})
      QTest::newRow(name) << name << false;
  }
  void every_format_continues_at_its_place() {
    QFETCH(QString, name);
    QFETCH(bool, exact);
    const auto file = data_file(name.toStdString());
    audio::SoundReader whole(file, {});
    const std::vector<float> all = read_on(whole, 10'000'000);
    const int rate = whole.sample_rate();
    QCOMPARE(whole.place(), static_cast<std::int64_t>(all.size()));
    const double length_s = static_cast<double>(all.size()) / rate;

    audio::SoundReader reader(file, {});
    const auto piece = static_cast<std::size_t>(rate / 4);
    const int slack = exact ? 0 : rate / 100;
    for (const double share : {0.5, 0.2, 0.7}) {  // forwards and backwards
      const auto frame = static_cast<std::int64_t>(share * length_s * rate);
      reader.seek(frame);
      QCOMPARE(reader.place(), frame);
      const std::vector<float> heard = read_on(reader, piece);
      QCOMPARE(heard.size(), std::min(piece, all.size() - static_cast<std::size_t>(frame)));
      const auto expected = std::span(all).subspan(static_cast<std::size_t>(frame), heard.size());
      if (exact) {
        QVERIFY(std::equal(heard.begin(), heard.end(), expected.begin()));
      } else if (rms(expected) > 0.01) {
        const Match match = best_match(expected, heard, rate / 25);
        QVERIFY2(match.correlation > 0.95 && std::abs(match.lag) <= slack,
                 qPrintable(QString("at %1: correlation %2, %3 ms late")
                                .arg(share)
                                .arg(match.correlation)
                                .arg(1000.0 * match.lag / rate)));
      }
    }
  }

  void behind_the_end_there_is_nothing() {
    for (const char* name : {"speech.flac", "speech.mp3"}) {
      audio::SoundReader reader(data_file(name), {});
      reader.seek(100'000'000);
      std::vector<float> out(100);
      QCOMPARE(reader.read(out), std::size_t{0});
      reader.seek(0);
      QCOMPARE(read_on(reader, 100).size(), std::size_t{100});
    }
  }
};

QTEST_GUILESS_MAIN(SoundReaderTest)
#include "test_sound_reader.moc"
