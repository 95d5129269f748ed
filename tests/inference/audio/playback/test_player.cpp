// SPDX-License-Identifier: Apache-2.0
// A player with its thread, on an output that takes sound in real time.
#include <QtTest>
#include <atomic>
#include <thread>

#include "inference/audio/playback/player.h"
#include "tests/inference/audio/playback/fake_output.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

/// Takes 10 ms of sound every 10 ms, on a thread of its own, as a device does.
class Device final : public audio::OutputStream {
 public:
  Device(int rate, std::atomic<int>& taken)
      : ring_(static_cast<std::size_t>(rate * audio::playback_ring_s), rate),
        thread_([this, &taken](const std::stop_token& stop) {
          std::vector<std::int16_t> block(static_cast<std::size_t>(ring_.rate() / 100));
          while (!stop.stop_requested()) {
            ring_.take(block.data(), block.size(), audio::PlaybackRing::Clock::now());
            ++taken;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
          }
        }) {}
  audio::PlaybackRing& ring() override { return ring_; }
  bool active() const override { return true; }

 private:
  audio::PlaybackRing ring_;
  std::jthread thread_;
};

}  // namespace

class PlayerTest : public QObject {
  Q_OBJECT

 private slots:
  void what_is_asked_for_is_said_at_once_and_done() {
    PlaybackBench bench(3.0);
    const auto player =
        audio::open_player(bench.file(), [&](int rate) { return std::make_unique<Device>(rate, taken_); });
    player->seek(1.0);
    player->set_speed(2.0);
    player->play();
    QCOMPARE(player->status().position_s, 1.0);
    QCOMPARE(player->status().speed, 2.0);
    QVERIFY(player->status().playing);
    QTRY_VERIFY(player->status().position_s > 1.2);
    player->pause();
    QVERIFY(!player->status().playing);
    player->seek(0.5);
    QCOMPARE(player->status().position_s, 0.5);
    const int taken = taken_;
    QTRY_VERIFY(taken_ >= taken + 10);  // the device goes on, for a tenth of a second
    QCOMPARE(player->status().position_s, 0.5);
    player->play();
    QTRY_VERIFY(player->status().at_end);
    QCOMPARE(player->status().position_s, 3.0);
  }

  void an_output_that_does_not_open_is_said() {
    PlaybackBench bench;
    const auto player = audio::open_player(bench.file(), bench.output.opener());
    bench.output.present = false;
    player->play();
    QTRY_COMPARE(english(player->status().trouble), std::string("There is no output."));
    QVERIFY(!player->status().playing);
  }

  void it_ends_at_once_in_the_middle() {
    PlaybackBench bench(60.0);
    for (int i = 0; i < 20; ++i) {
      auto player =
          audio::open_player(bench.file(), [&](int rate) { return std::make_unique<Device>(rate, taken_); });
      player->play();
      if (i % 2 == 0) QTest::qWait(5);
      player.reset();
    }
  }

 private:
  std::atomic<int> taken_{0};  // blocks, by all devices
};

QTEST_GUILESS_MAIN(PlayerTest)
#include "test_player.moc"
