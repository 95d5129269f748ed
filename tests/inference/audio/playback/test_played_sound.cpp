// SPDX-License-Identifier: Apache-2.0
// A file of tones is played into a null sink, and its monitor recorded: when a tone begins to be heard, the
// player must say its place.
#define QT_NO_KEYWORDS
#include <QTest>
#include <algorithm>
#include <cmath>

#include "inference/api/playback.h"
#include "tests/inference/audio/playback/monitor.h"
#include "tests/inference/audio/playback/tones.h"
#include "tests/inference/audio/recording/recording_checks.h"
#include "tests/support/patience.h"
#include "tests/support/sound_server.h"

using namespace tilescribe;
using namespace tilescribe::test;
using Clock = std::chrono::steady_clock;

namespace {

struct Said {
  Clock::time_point at;
  double position_s;
};

// What the player said at a moment, between two of its answers.
double said_at(const std::vector<Said>& said, Clock::time_point moment) {
  const auto after =
      std::find_if(said.begin(), said.end(), [&](const Said& each) { return each.at >= moment; });
  if (after == said.begin() || after == said.end()) return -1.0;
  const auto before = after - 1;
  const double share = std::chrono::duration<double>(moment - before->at) / (after->at - before->at);
  return before->position_s + share * (after->position_s - before->position_s);
}

}  // namespace

class PlayedSoundTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void what_it_says_is_what_is_heard_data() {
    QTest::addColumn<double>("speed");
    for (const double speed : {0.5, 1.0, 2.0}) QTest::addRow("%.1f", speed) << speed;
  }
  void what_it_says_is_what_is_heard() {
    QFETCH(double, speed);
    SoundServer server;
    const QString file = server.home() + "/tones.wav";
    write_tones(file.toStdString());
    Monitor monitor("ts_mic");
    const auto player = open_player(file.toStdString());
    player->set_speed(speed);
    player->play();
    std::vector<Said> said;
    const auto until = Clock::now() + std::chrono::seconds(40);
    for (;;) {
      const PlaybackStatus status = player->status();
      QVERIFY2(status.trouble.empty(), english(status.trouble).c_str());
      said.push_back({Clock::now(), status.position_s});
      if (status.at_end) break;
      QVERIFY(Clock::now() < until);
      QTest::qWait(2);
    }
    QTest::qWait(300);
    double worst = 0.0, sum = 0.0;
    std::vector<bool> heard(tones);
    const auto all = onsets(monitor.recorded());
    for (const Clock::time_point onset : all) {
      const double position_s = said_at(said, onset);
      const double number =
          std::clamp(std::round((position_s - first_tone_s) / tone_distance_s), 0.0, tones - 1.0);
      const double off = position_s - tone_s(static_cast<int>(number));
      heard[static_cast<std::size_t>(number)] = true;
      worst = std::max(worst, std::abs(off));
      sum += off;
    }
    QVERIFY(!all.empty());
    qInfo("at %.1fx: %zu onsets, at most %.1f ms off, %.1f ms on average", speed, all.size(), worst * 1e3,
          sum / static_cast<double>(all.size()) * 1e3);
    QVERIFY(worst <= 0.050);
    QCOMPARE(all.size(), static_cast<std::size_t>(tones));
    QCOMPARE(std::count(heard.begin(), heard.end(), true), std::ptrdiff_t{tones});
  }

  void a_pause_is_heard_and_the_place_stays() {
    SoundServer server;
    const QString file = server.home() + "/noise.wav";
    write_samples(file.toStdString(), noise(16'000 * 20));
    const auto player = open_player(file.toStdString());
    player->play();
    QTRY_VERIFY_WITH_TIMEOUT(player->status().position_s > 1.0, 20'000);
    player->pause();
    QTest::qWait(500);
    const double place_s = player->status().position_s;
    Monitor monitor("ts_mic");
    QTest::qWait(500);
    QCOMPARE(onsets(monitor.recorded()).size(), std::size_t{0});
    QCOMPARE(player->status().position_s, place_s);
    player->play();
    QTRY_VERIFY_WITH_TIMEOUT(player->status().position_s > place_s + 0.5, 20'000);
  }

  void a_server_that_ends_is_said_and_played_on_after_it() {
    SoundServer server;
    const QString file = server.home() + "/noise.wav";
    write_samples(file.toStdString(), noise(16'000 * 60));
    const auto player = open_player(file.toStdString());
    player->play();
    QTRY_VERIFY_WITH_TIMEOUT(player->status().position_s > 0.5, 20'000);
    server.kill();
    QTRY_VERIFY_WITH_TIMEOUT(!player->status().trouble.empty(), 20'000);
    qInfo("%s", english(player->status().trouble).c_str());
    QVERIFY(!player->status().playing);
    const double place_s = player->status().position_s;
    QVERIFY(place_s > 0.4);
    server.start();
    player->play();
    QTRY_VERIFY_WITH_TIMEOUT(player->status().position_s > place_s + 0.5, 20'000);
  }

  void without_any_sound_server_it_says_why() {
    SoundServer server;
    const QString file = server.home() + "/noise.wav";
    write_samples(file.toStdString(), noise(16'000));
    server.kill();
    const auto player = open_player(file.toStdString());
    player->play();
    QTRY_VERIFY_WITH_TIMEOUT(!player->status().trouble.empty(), 20'000);
    QVERIFY(english(player->status().trouble).starts_with("The sound output can't be opened"));
    QVERIFY(!player->status().playing);
  }
};

QTEST_GUILESS_MAIN(PlayedSoundTest)
#include "test_played_sound.moc"
