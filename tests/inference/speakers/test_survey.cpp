// SPDX-License-Identifier: Apache-2.0
// Which channels hold a sound of their own, and where one only echoes another.
#include <QtTest>
#include <numeric>

#include "inference/speakers/crosstalk.h"
#include "inference/speakers/survey.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"
#include "tests/inference/speakers/voices.h"

using namespace tilescribe;
using namespace tilescribe::test;
using Sounds = std::vector<std::vector<std::size_t>>;
using Turns = std::vector<std::pair<double, double>>;
using Channel = std::vector<double>;

namespace {

constexpr double decibels_30 = 0.0316227766;

Channel sum(const Channel& a, const Channel& b, double times, std::size_t later = 0) {
  Channel all = a;
  for (std::size_t i = later; i < all.size(); ++i) all[i] += times * b[i - later];
  return all;
}

double overlap_s(const Turns& spans, double begin_s, double end_s) {
  return std::accumulate(spans.begin(), spans.end(), 0.0, [&](double all, const auto& span) {
    return all + std::max(0.0, std::min(span.second, end_s) - std::max(span.first, begin_s));
  });
}

}  // namespace

class SurveyTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  const Channel anna_ = voice(1, 12.0, {{0.5, 4.0}, {8.0, 11.0}});
  const Channel ben_ = voice(2, 12.0, {{3.5, 7.5}});
  const Channel silence_ = Channel(anna_.size(), 0.0);

  speakers::Survey survey(const std::vector<Channel>& channels, int bits = 16) {
    const std::filesystem::path file = in(folder_, "voices.wav");
    write_wav(file, {.channels = static_cast<int>(channels.size()), .bits = bits},
              static_cast<std::uint32_t>(channels.front().size()), [&](std::uint32_t frame, int channel) {
                return channels[static_cast<std::size_t>(channel)][frame];
              });
    return speakers::survey_of(file, speakers::tracks_of(file, -1, {}), {}, {});
  }
  Turns echoes(const std::vector<Channel>& channels, std::size_t track) {
    const speakers::Survey of = survey(channels);
    std::vector<const speakers::Levels*> others;
    for (std::size_t i = 0; i < channels.size(); ++i) {
      if (i != track) others.push_back(&of.levels[i]);
    }
    return speakers::echoes_in(of.levels[track], others);
  }

 private slots:
  void each_channel_has_a_sound_of_its_own() {
    QCOMPARE(speakers::sounds_of(survey({anna_, ben_})), (Sounds{{0}, {1}}));
    const Channel third = voice(3, 12.0, {{1.0, 2.0}}), fourth = voice(4, 12.0, {{5.0, 6.0}});
    QCOMPARE(speakers::sounds_of(survey({anna_, ben_, third, fourth})), (Sounds{{0}, {1}, {2}, {3}}));
  }

  void mono_in_stereo_is_one_sound() {
    QCOMPARE(speakers::sounds_of(survey({anna_, anna_})), (Sounds{{0, 1}}));
    QCOMPARE(speakers::sounds_of(survey({anna_, sum(silence_, anna_, -0.1)})), (Sounds{{0, 1}}));
    // What a codec makes of it: noise 20 dB below.
    const Channel noisy = sum(anna_, voice(9, 12.0, {{0.0, 12.0}}), 0.1);
    QCOMPARE(speakers::sounds_of(survey({anna_, noisy})), (Sounds{{0, 1}}));
    // Two pairs.
    QCOMPARE(speakers::sounds_of(survey({anna_, ben_, anna_, ben_})), (Sounds{{0, 2}, {1, 3}}));
  }

  // A server refuses what is too long before it has decoded all of it.
  void how_long_they_last_is_told() {
    const std::filesystem::path file = in(folder_, "long.wav");
    write_sparse_wav(file, {.channels = 2}, 3 * 60 * 16000);
    std::vector<double> told;
    const auto lasts = [&](double seconds) { told.push_back(seconds); };
    speakers::survey_of(file, speakers::tracks_of(file, -1, {}), lasts, {});
    QCOMPARE(told, std::vector<double>{180.0});
    std::stop_source stop;
    const auto refuse = [&](double) { stop.request_stop(); };
    QVERIFY_EXCEPTION_THROWN(
        speakers::survey_of(file, speakers::tracks_of(file, -1, {}), refuse, stop.get_token()), Cancelled);
  }

  // FLAC that was written to a pipe does not say how long it is.
  void how_long_they_turn_out_to_be_is_told() {
    const std::filesystem::path file = data_file("unknown-length.flac");
    std::vector<double> told;
    speakers::survey_of(file, {{.stream = 0, .channel = 0}}, [&](double seconds) { told.push_back(seconds); },
                        {});
    QCOMPARE(told, (std::vector<double>{60.0, 120.0}));
  }

  void a_silent_channel_is_none() {
    QCOMPARE(speakers::sounds_of(survey({silence_, ben_})), (Sounds{{1}}));
    const Channel hiss = sum(silence_, voice(5, 12.0, {{0.0, 12.0}}), 0.0001);
    QCOMPARE(speakers::sounds_of(survey({anna_, hiss}, 32)), (Sounds{{0}}));
    QCOMPARE(speakers::sounds_of(survey({silence_, silence_})), Sounds());
    // A click is no sound.
    Channel click = silence_;
    std::fill_n(click.begin() + 16000, 100, 0.9);
    QCOMPARE(speakers::sounds_of(survey({anna_, click})), (Sounds{{0}}));
  }

  void echoes_are_found_and_answers_stay_data() {
    QTest::addColumn<double>("times");
    QTest::addColumn<int>("later");
    QTest::newRow("-30 dB") << decibels_30 << 0;
    QTest::newRow("-14 dB") << 0.2 << 0;
    QTest::newRow("-30 dB, 20 ms later") << decibels_30 << 320;
  }
  void echoes_are_found_and_answers_stay() {
    QFETCH(double, times);
    QFETCH(int, later);
    const Turns spans = echoes({anna_, sum(ben_, anna_, times, static_cast<std::size_t>(later))}, 1);
    // Anna alone, then Ben alone; both speak in between.
    QVERIFY2(overlap_s(spans, 0.5, 3.4) > 2.4, QByteArray::number(overlap_s(spans, 0.5, 3.4)));
    QVERIFY2(overlap_s(spans, 8.0, 11.0) > 2.4, QByteArray::number(overlap_s(spans, 8.0, 11.0)));
    QCOMPARE(overlap_s(spans, 4.2, 7.5), 0.0);
    QVERIFY(echoes({anna_, sum(ben_, anna_, times)}, 0).empty());
  }

  void a_soft_answer_is_no_echo() {
    // Somebody agrees, 20 dB below the other's voice, who speaks on.
    const Channel talks = voice(6, 10.0, {{0.5, 9.5}});
    const Channel agrees = sum(Channel(talks.size(), 0.0), voice(7, 10.0, {{4.0, 5.0}}), 0.1);
    const Turns spans = echoes({talks, sum(agrees, talks, decibels_30)}, 1);
    QVERIFY2(overlap_s(spans, 4.0, 5.0) < 0.35, QByteArray::number(overlap_s(spans, 4.0, 5.0)));
    QVERIFY(overlap_s(spans, 0.5, 3.5) > 2.0);
  }

  void two_who_speak_at_once_are_no_echo() {
    for (std::uint32_t seed = 20; seed < 30; ++seed) {
      const Channel loud = voice(seed, 10.0, {{0.5, 9.5}});
      const Channel soft = sum(Channel(loud.size(), 0.0), voice(seed + 100, 10.0, {{0.5, 9.5}}), 0.1);
      const double lost_s = overlap_s(echoes({loud, soft}, 1), 0.0, 10.0);
      QVERIFY2(lost_s < 0.9, QByteArray::number(lost_s));
    }
  }

  void too_many_channels_are_refused() {
    const std::filesystem::path file = in(folder_, "many.wav");
    write_wav(file, {.channels = 17}, 100, [](std::uint32_t, int) { return 0.1; });
    QVERIFY_THROWS_EXCEPTION(Error, speakers::tracks_of(file, -1, {}));
  }

  void the_streams_of_a_file_are_tracks() {
    const auto tracks = speakers::tracks_of(data_file("two-languages.mkv"), -1, {});
    QCOMPARE(tracks.size(), std::size_t{2});
    QVERIFY(tracks[0].channel == -1 && tracks[1].channel == -1 && tracks[0].stream < tracks[1].stream);
    const auto one = speakers::tracks_of(data_file("two-languages.mkv"), tracks[1].stream, {});
    QCOMPARE(one.size(), std::size_t{1});
    QCOMPARE(one[0].stream, tracks[1].stream);
    QCOMPARE(speakers::tracks_of(data_file("speech-44k-stereo.flac"), -1, {}).size(), std::size_t{2});
  }
};

QTEST_GUILESS_MAIN(SurveyTest)
#include "test_survey.moc"
