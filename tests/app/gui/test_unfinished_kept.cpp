// SPDX-License-Identifier: Apache-2.0
// Texts of files that were not finished: kept while the disk is full for a while, and once the offer to
// continue them is dismissed.
#include <QToolButton>
#include <QtTest>
#include <atomic>
#include <thread>

#include "inference/api/library.h"
#include "inference/api/unfinished.h"
#include "tests/app/gui/unfinished_steps.h"
#include "tests/support/full_disk.h"
#include "tests/support/patience.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class TestUnfinishedKept : public QObject {
  Q_OBJECT

 private slots:
  // The user hears of it once, and what could not be written comes with the next window.
  void after_a_full_disk_all_of_it_is_written() {
    GuiFixture gui;
    std::atomic<bool> waits{true};
    FakeScript held = hour;
    held.hold_after = 4;
    held.op = [&waits](int segment, const std::stop_token& stop) {
      while (segment == 3 && waits && !stop.stop_requested()) std::this_thread::sleep_for(1ms);
    };
    gui.world.script("interview.mp3", held);
    const QUrl file = gui.file(QStringLiteral("interview.mp3"));
    {
      const FullDisk full;
      gui.drop({file});
      QTRY_VERIFY_WITH_TIMEOUT(gui.banner("failure")->isVisible(), patience_ms);
      QTRY_COMPARE_WITH_TIMEOUT(gui.item(0).transcript().segments.size(), std::size_t{3}, patience_ms);
      QTest::qWait(1500);  // until the window after the failure has been tried, too
      QVERIFY2(
          gui.banner("failure")->text().startsWith(QStringLiteral("Unfinished text could not be kept. ")),
          qPrintable(gui.banner("failure")->text()));
    }
    waits = false;
    QTRY_COMPARE_WITH_TIMEOUT(windows_on_disk(gui), 4, patience_ms);
    const std::vector<Segment> segments = found_after_a_kill(gui).at(0).options.from.segments;
    QCOMPARE(segments.size(), std::size_t{4});
    for (int i = 0; i < 4; ++i) QCOMPARE(segments[static_cast<std::size_t>(i)].text, fake_sentence(i));
  }

  void dismissed_its_text_is_kept_as_a_transcript() {
    GuiFixture gui(false);
    const fs::path file = made_file(gui, "interview.mp3");
    leave(gui, file);
    gui.controller->start({});
    Banner* offer = gui.banner("unfinished");
    QTRY_VERIFY(offer->isVisible());
    QTest::mouseClick(offer->findChild<QToolButton*>(QStringLiteral("dismiss")), Qt::LeftButton);
    QVERIFY(!offer->isVisible());
    const auto said = [&gui] {
      const auto* message = gui.visible<ElidedLabel>(QStringLiteral("statusMessage"));
      return message == nullptr ? QString() : message->text();
    };
    QTRY_VERIFY_WITH_TIMEOUT(said().startsWith(QStringLiteral("The text so far is kept")), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(fs::is_empty(unfinished(gui)), patience_ms);
    QCOMPARE(gui.queue().rowCount(), 0);
    const auto kept = files_in(transcripts(gui), ".json");
    QCOMPARE(kept.size(), std::size_t{1});
    const Transcript transcript = read(kept[0]);
    QVERIFY(transcript.cancelled);
    QCOMPARE(transcript.segments.size(), std::size_t{3});
    QCOMPARE(transcript.source, std::string("interview.mp3"));
    QCOMPARE(transcript.model, std::string("Tilescribe demo"));
    QTRY_COMPARE(gui.store().recent().size(), 1);
    QVERIFY(load_notes(kept[0]).audio == file);  // so it can be heard
  }

  void what_quitting_has_kept_is_not_kept_again() {
    GuiFixture gui(false);
    leave(gui, made_file(gui, "interview.mp3"));
    Transcript earlier;
    earlier.source = "interview.mp3";
    earlier.segments = fake_segments(4, window_s);
    save_transcript(transcripts(gui) / "20260131-120000-000-interview.mp3.json", earlier, ExportFormat::json);
    gui.controller->start({});
    Banner* offer = gui.banner("unfinished");
    QTRY_VERIFY(offer->isVisible());
    QTest::mouseClick(offer->findChild<QToolButton*>(QStringLiteral("dismiss")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(fs::is_empty(unfinished(gui)), patience_ms);
    gui.store().flush();
    QCOMPARE(files_in(transcripts(gui), ".json").size(), std::size_t{1});
  }
};

QTEST_MAIN(TestUnfinishedKept)
#include "test_unfinished_kept.moc"
