// SPDX-License-Identifier: Apache-2.0
// A file of tones is played into a null sink, and its monitor recorded: when a tone begins to be heard, the
// segment that begins there must become the marked one.
#include <QAction>
#include <QtTest>
#include <chrono>

#include "tests/inference/audio/playback/tones.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "tests/support/processor_time.h"
#include "tests/support/sound_server.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using namespace tilescribe::test;
using Clock = std::chrono::steady_clock;

namespace {

constexpr double most_ms = 50.0;
constexpr int tries = 3;  // the best counts: other programs may hold up the sound server, too

/// Segments that begin where the tones do.
std::vector<Segment> spoken_tones() {
  std::vector<Segment> segments;
  for (int i = 0; i < tones; ++i)
    segments.push_back({.start_s = tone_s(i), .end_s = tone_s(i + 1), .text = fake_sentence(i), .window = i});
  return segments;
}

/// Plays all of it, and says when each row became the marked one.
std::vector<Clock::time_point> play(GuiFixture& gui) {
  std::vector<Clock::time_point> marked;
  const ui::TranscriptView& view = gui.panel().view();
  gui.action("playbackPlay")->trigger();
  const auto until = Clock::now() + std::chrono::seconds(40);
  while (marked.size() < std::size_t{tones} && Clock::now() < until) {
    if (view.played() == static_cast<int>(marked.size())) marked.push_back(Clock::now());
    QTest::qWait(1);
  }
  return marked;
}

}  // namespace

class TestPlayedSegment : public QObject {
  Q_OBJECT

 private slots:
  void the_marked_segment_is_the_one_that_is_heard_data() {
    QTest::addColumn<double>("speed");
    for (const double speed : {0.5, 1.0, 2.0}) QTest::addRow("%.1f", speed) << speed;
  }
  void the_marked_segment_is_the_one_that_is_heard() {
    QFETCH(double, speed);
    double worst_ms = 0.0;
    for (int i = 0; i < tries && (i == 0 || worst_ms > most_ms); ++i) {
      SoundServer server;
      Playback playback;
      GuiFixture gui(true, {1100, 720}, nullptr, nullptr, &playback);
      gui.world.script_all({.audio_s = tone_s(tones) + 0.3, .says = spoken_tones()});
      const QString file = gui.folder.filePath(QStringLiteral("tones.wav"));
      write_tones(file.toStdString());
      gui.drop({QUrl::fromLocalFile(file)});
      QVERIFY(gui.wait_for_state(0, ui::JobState::done));
      QTRY_VERIFY(gui.action("playbackPlay")->isEnabled());
      emit gui.controller->playback().part().speedRequested(speed);
      Monitor monitor("ts_mic");
      const std::vector<Clock::time_point> marked = play(gui);
      QCOMPARE(marked.size(), std::size_t{tones});
      QTest::qWait(300);
      const std::vector<Clock::time_point> heard = onsets(monitor.recorded());
      worst_ms = heard.size() == marked.size() ? 0.0 : 1e6;  // gaps in the sound
      for (std::size_t tone = 0; tone < std::min(heard.size(), marked.size()); ++tone) {
        const double off_ms = std::chrono::duration<double, std::milli>(marked[tone] - heard[tone]).count();
        worst_ms = std::max(worst_ms, std::abs(off_ms));
      }
      qInfo("at %.1fx: %zu onsets, at most %.1f ms off", speed, heard.size(), worst_ms);
    }
    QVERIFY(within(worst_ms, most_ms));
  }
};

QTEST_MAIN(TestPlayedSegment)
#include "test_played_segment.moc"
