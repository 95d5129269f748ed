// SPDX-License-Identifier: Apache-2.0
// Texts that a killed program left: kept while they are written, offered at the next start, and continued.
#include <QToolButton>
#include <QtTest>
#include <fstream>

#include "app/gui/unfinished_texts.h"
#include "inference/api/unfinished.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/app/gui/unfinished_steps.h"
#include "tests/support/patience.h"
#include "ui/translations.h"
#include "ui/widgets/banner.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;
namespace fs = std::filesystem;

class TestUnfinished : public QObject {
  Q_OBJECT

 private slots:
  void finished_windows_are_on_disk_while_a_file_is_transcribed() {
    GuiFixture gui;
    FakeScript held = hour;
    held.hold_after = 4;
    gui.world.script("interview.mp3", held);
    gui.drop({gui.file(QStringLiteral("interview.mp3"))});
    QTRY_COMPARE_WITH_TIMEOUT(windows_on_disk(gui), 4, patience_ms);
    const UnfinishedText text = found_after_a_kill(gui).at(0);
    QCOMPARE(text.options.from.segments.size(), std::size_t{4});
    QCOMPARE(text.options.from.segments[3].text, fake_sentence(3));
    QVERIFY(text.file == gui.folder.filePath(QStringLiteral("interview.mp3")).toStdString());
    QVERIFY((text.options.from.origin == TextOrigin{"Tilescribe demo", "", "bf16"}));
    QVERIFY(unfinished_texts(unfinished(gui)).empty());  // a second program is not offered it
    QCOMPARE(mode_of(unfinished(gui)), 0700U);
    QCOMPARE(mode_of(files_in(unfinished(gui), ".unfinished")[0]), 0600U);
    // Cancelled, its text is an ordinary transcript.
    gui.controller->service().cancel(gui.item(0).id());
    QVERIFY(gui.wait_for_state(0, JobState::cancelled));
    gui.store().flush();
    QVERIFY(fs::is_empty(unfinished(gui)));
    const auto kept = files_in(transcripts(gui), ".json");
    QCOMPARE(kept.size(), std::size_t{1});
    QCOMPARE(read(kept[0]).segments.size(), std::size_t{4});
    QCOMPARE(mode_of(kept[0]), 0600U);
    QCOMPARE(mode_of(transcripts(gui)), 0700U);
  }

  void removed_while_it_runs_it_leaves_nothing_unfinished() {
    GuiFixture gui;
    FakeScript held = hour;
    held.hold_after = 2;
    gui.world.script("a.mp3", held);
    gui.drop({gui.file(QStringLiteral("a.mp3"))});
    QTRY_COMPARE_WITH_TIMEOUT(files_in(unfinished(gui), ".unfinished").size(), std::size_t{1}, patience_ms);
    gui.controller->queue().part().act(RowAction::remove, gui.item(0).id());
    QCOMPARE(gui.queue().rowCount(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(fs::is_empty(unfinished(gui)), patience_ms);
    QCOMPARE(files_in(transcripts(gui), ".json").size(), std::size_t{1});
  }

  void the_next_start_offers_it_and_continues() {
    GuiFixture gui(false);
    gui.world.script("interview.mp3", hour);
    leave(gui, made_file(gui, "interview.mp3"));
    gui.controller->start({});
    Banner* offer = gui.banner("unfinished");
    QTRY_VERIFY(offer->isVisible());
    QCOMPARE(offer->text(), QStringLiteral("interview.mp3 was not finished: 17:24 of 58:00 is transcribed."));
    QVERIFY(button(gui, "unfinishedFolder") == nullptr);
    QTest::mouseClick(button(gui, "unfinishedAccept"), Qt::LeftButton);
    QVERIFY(!offer->isVisible());
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QCOMPARE(gui.queue().rowCount(), 1);
    QCOMPARE(gui.world.first_window("interview.mp3"), 3);
    const QueueItem& item = gui.item(0);
    QVERIFY(item.note.isEmpty());
    const std::vector<Segment> expected = fake_segments(10, window_s);
    QCOMPARE(item.transcript().segments.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      QCOMPARE(item.transcript().segments[i].text, expected[i].text);
      QCOMPARE(item.transcript().segments[i].start_s, expected[i].start_s);
    }
    gui.store().flush();
    QVERIFY(fs::is_empty(unfinished(gui)));
    const auto kept = files_in(transcripts(gui), ".json");
    QCOMPARE(kept.size(), std::size_t{1});
    QVERIFY(!read(kept[0]).cancelled);
  }

  void continued_and_killed_again_it_has_both_runs_text() {
    GuiFixture gui(false);
    FakeScript held = hour;
    held.hold_after = 6;
    gui.world.script("interview.mp3", held);
    const fs::path file = leave(gui, made_file(gui, "interview.mp3"));
    gui.controller->start({});
    QTRY_VERIFY(gui.banner("unfinished")->isVisible());
    QTest::mouseClick(button(gui, "unfinishedAccept"), Qt::LeftButton);
    QTemporaryDir dead;
    const auto windows_on_disk = [&] {
      const fs::path copy = fs::path(dead.path().toStdString()) / "copy.unfinished";
      fs::copy_file(file, copy, fs::copy_options::overwrite_existing);
      return unfinished_texts(copy.parent_path()).at(0).options.from.end.window;
    };
    QTRY_COMPARE_WITH_TIMEOUT(windows_on_disk(), 6, patience_ms);
    const TranscribedPart part = unfinished_texts(dead.path().toStdString()).at(0).options.from;
    QCOMPARE(part.segments.size(), std::size_t{6});
    for (int i = 0; i < 6; ++i) QCOMPARE(part.segments[static_cast<std::size_t>(i)].text, fake_sentence(i));
  }

  void while_it_waits_its_text_is_there() {
    GuiFixture gui(false);
    gui.world.fail_opening("Expected tokenizer.json in the checkpoint folder /m, found none.");
    leave(gui, made_file(gui, "interview.mp3"));
    gui.controller->start({});
    QTRY_VERIFY(gui.banner("unfinished")->isVisible());
    QTest::mouseClick(button(gui, "unfinishedAccept"), Qt::LeftButton);
    QCOMPARE(gui.item(0).state, JobState::waiting);
    QCOMPARE(gui.item(0).transcript().segments.size(), std::size_t{3});
    QVERIFY(std::abs(gui.item(0).progress.fraction - 0.3) < 1e-9);
    gui.controller->service().cancel(gui.item(0).id());
    QVERIFY(gui.wait_for_state(0, JobState::cancelled));
    QCOMPARE(gui.item(0).transcript().segments.size(), std::size_t{3});
    gui.store().flush();
    QVERIFY(fs::is_empty(unfinished(gui)));
    QCOMPARE(read(files_in(transcripts(gui), ".json").at(0)).segments.size(), std::size_t{3});
  }

  /// The part that can be read is continued or kept, and the user learns where the rest is.
  void what_cannot_be_read_is_set_aside_data() {
    QTest::addColumn<bool>("continued");
    QTest::newRow("continued") << true;
    QTest::newRow("dismissed") << false;
  }
  void what_cannot_be_read_is_set_aside() {
    QFETCH(bool, continued);
    GuiFixture gui(false);
    gui.world.script("interview.mp3", hour);
    const fs::path left = leave(gui, made_file(gui, "interview.mp3"));
    std::ofstream(left, std::ios::binary | std::ios::app) << "????\n";
    gui.controller->start({});
    Banner* offer = gui.banner("unfinished");
    QTRY_VERIFY(offer->isVisible());
    if (continued) {
      QTest::mouseClick(button(gui, "unfinishedAccept"), Qt::LeftButton);
    } else {
      QTest::mouseClick(offer->findChild<QToolButton*>(QStringLiteral("dismiss")), Qt::LeftButton);
    }
    const auto* failure = gui.window().findChild<FailureBanner*>();
    QTRY_VERIFY_WITH_TIMEOUT(failure->isVisible(), patience_ms);
    QVERIFY2(failure->text().contains(QStringLiteral("interview.mp3 is still in ")) &&
                 failure->text().contains(QStringLiteral(".unfinished.damaged-1")),
             qPrintable(failure->text()));
    QTRY_COMPARE_WITH_TIMEOUT(files_in(transcripts(gui), ".json").size(), std::size_t{1}, patience_ms);
    QCOMPARE(read(files_in(transcripts(gui), ".json")[0]).segments.size(), std::size_t{continued ? 10U : 3U});
    QCOMPARE(files_in(unfinished(gui), ".damaged-1").size(), std::size_t{1});
    QTRY_VERIFY_WITH_TIMEOUT(files_in(unfinished(gui), ".unfinished").empty(), patience_ms);
  }

  /// Not continued, the earlier text is an ordinary transcript, and the row says why.
  void what_cannot_be_continued_begins_anew_data() {
    QTest::addColumn<bool>("changed");
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("compute");
    QTest::addColumn<QString>("note");
    const QString demo = QStringLiteral("Tilescribe demo"), bf16 = QStringLiteral("bf16");
    QTest::newRow("changed") << true << demo << bf16
                             << QStringLiteral(
                                    "interview.mp3 has changed since its transcription was "
                                    "interrupted, so it is transcribed from its beginning.");
    QTest::newRow("model") << false << QStringLiteral("Nano") << bf16
                           << QStringLiteral(
                                  "The text of interview.mp3 was begun by Nano (bf16), and Tilescribe demo "
                                  "(bf16) is open now, so it is transcribed from its beginning.");
    QTest::newRow("compute")
        << false << demo << QStringLiteral("f32")
        << QStringLiteral(
               "The text of interview.mp3 was begun by Tilescribe demo (f32), and Tilescribe demo "
               "(bf16) is open now, so it is transcribed from its beginning.");
  }
  void what_cannot_be_continued_begins_anew() {
    QFETCH(bool, changed);
    QFETCH(QString, model);
    QFETCH(QString, compute);
    QFETCH(QString, note);
    GuiFixture gui(false);
    gui.world.script("interview.mp3", hour);
    const fs::path file = made_file(gui, "interview.mp3");
    leave(gui, file, {model.toStdString(), "", compute.toStdString()});
    if (changed) std::ofstream(file) << "other sound";
    gui.controller->start({});
    QTRY_VERIFY(gui.banner("unfinished")->isVisible());
    QTest::mouseClick(button(gui, "unfinishedAccept"), Qt::LeftButton);
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QCOMPARE(gui.world.first_window("interview.mp3"), 0);
    QCOMPARE(gui.item(0).note, note);
    QVERIFY(row_state_text(gui.item(0)).endsWith(note));
    QCOMPARE(gui.item(0).transcript().segments.size(), std::size_t{10});
    gui.store().flush();
    QVERIFY(fs::is_empty(unfinished(gui)));
    const auto kept = files_in(transcripts(gui), ".json");
    QCOMPARE(kept.size(), std::size_t{2});
    QCOMPARE(read(kept[0]).segments.size(), std::size_t{3});
    QVERIFY(read(kept[0]).cancelled);
    QCOMPARE(read(kept[1]).segments.size(), std::size_t{10});
  }

  void a_file_that_is_gone_fails_and_its_text_is_kept() {
    GuiFixture gui(false);
    gui.world.script("interview.mp3", {.audio_s = hour.audio_s, .segments = 10, .fail_after = 3});
    const fs::path file = made_file(gui, "interview.mp3");
    leave(gui, file);
    fs::remove(file);
    gui.controller->start({});
    QTRY_VERIFY(gui.banner("unfinished")->isVisible());
    QTest::mouseClick(button(gui, "unfinishedAccept"), Qt::LeftButton);
    QVERIFY(gui.wait_for_state(0, JobState::failed));
    gui.store().flush();
    QVERIFY(fs::is_empty(unfinished(gui)));
    QCOMPARE(read(files_in(transcripts(gui), ".json").at(0)).segments.size(), std::size_t{3});
  }

  void files_and_recordings_share_one_banner() {
    GuiFixture gui(false);
    gui.world.script_all(hour);
    gui.sound.leave({.file = recording_file(gui, 7), .duration_s = 723.0, .unfinished = true});
    gui.sound.leave({.file = recording_file(gui, 6), .duration_s = 5.0, .unfinished = true});
    leave(gui, made_file(gui, "interview.mp3"));
    leave(gui, recording_file(gui, 6));  // it was being transcribed as a file, and is offered as that alone
    gui.controller->start({});
    Banner* offer = gui.banner("unfinished");
    QTRY_VERIFY(offer->text().contains(QStringLiteral("2 files were not finished.")) &&
                offer->text().contains(QStringLiteral("An unfinished recording from ")));
    QVERIFY2(offer->text().contains(QStringLiteral("12:03")), qPrintable(offer->text()));
    QVERIFY(button(gui, "unfinishedFolder") != nullptr);
    QTest::mouseClick(button(gui, "unfinishedAccept"), Qt::LeftButton);
    QVERIFY(gui.wait_until_idle(3));
    QTRY_VERIFY(gui.sound.settled(recording_file(gui, 7)));
  }

  void the_words_of_an_offer() {
    const Translations english;
    UnfinishedText text;
    text.file = "/talks/interview.mp3";
    text.duration_s = 3480.0;
    text.options.from.end = {std::int64_t{750} * 16000, 30};
    QCOMPARE(offer_text({text}, {}),
             QStringLiteral("interview.mp3 was not finished: 12:30 of 58:00 is transcribed."));
    QCOMPARE(offer_text({text, text}, {}),
             QStringLiteral("2 files were not finished. Of the last one, interview.mp3, 12:30 of 58:00 is "
                            "transcribed."));
    text.duration_s = 0.0;
    QCOMPARE(offer_text({text}, {}),
             QStringLiteral("interview.mp3 was not finished: 12:30 of it is transcribed."));
    text.options.from.end = {};
    QCOMPARE(offer_text({text}, {}),
             QStringLiteral("interview.mp3 was not finished: nothing of it is transcribed yet."));
    QCOMPARE(offer_text({}, {}), QString());
    RecordingFile recording;
    recording.started = 1'699'963'200;  // noon, UTC
    recording.duration_s = 15.0;
    QCOMPARE(offer_text({}, {recording}), QStringLiteral("An unfinished recording from 14 Nov 2023 (0:15)."));
    QCOMPARE(offer_text({}, {recording, recording}),
             QStringLiteral("2 unfinished recordings. The last one is from 14 Nov 2023 (0:15)."));
    const QDate today = QDate::currentDate();
    recording.started = QDateTime(today, QTime(12, 0)).toSecsSinceEpoch();
    QCOMPARE(offer_text({}, {recording}), QStringLiteral("An unfinished recording from %1 (0:15).")
                                              .arg(today.toString(QStringLiteral("d MMM"))));
  }

  void transcripts_of_one_name_kept_in_one_millisecond_are_all_there() {
    GuiFixture gui;
    Transcript transcript;
    transcript.source = "interview.mp3";
    for (int i = 0; i < 40; ++i) {
      transcript.segments = fake_segments(1, 10.0);
      transcript.segments[0].text = std::to_string(i);
      gui.store().keep(std::make_shared<const Transcript>(transcript));
    }
    gui.store().flush();
    const auto kept = files_in(transcripts(gui), ".json");
    QCOMPARE(kept.size(), std::size_t{40});
    // They are listed in the order in which they were kept, the last one first.
    const auto recent = gui.store().recent();
    QVERIFY(recent.size() > 1);
    for (int i = 0; i < recent.size(); ++i) {
      QCOMPARE(read(recent[i].path.toStdString()).segments[0].text, std::to_string(39 - i));
    }
  }

  void what_older_versions_left_open_is_closed_at_the_start() {
    QTemporaryDir top;
    const fs::path folder = fs::path(top.path().toStdString()) / "transcripts";
    fs::create_directories(folder);
    fs::permissions(folder, fs::perms{0755});
    std::ofstream(folder / "20260131-142530-123-a.wav.json") << "{}";
    fs::permissions(folder / "20260131-142530-123-a.wav.json", fs::perms{0644});
    { TranscriptStore store(QString::fromStdString(folder.string())); }
    QCOMPARE(mode_of(folder), 0700U);
    QCOMPARE(mode_of(folder / "20260131-142530-123-a.wav.json"), 0600U);
  }

  /// Exports are files as any other: the user's umask decides.
  void exports_follow_the_users_umask() {
    GuiFixture gui;
    const auto transcript = std::make_shared<Transcript>();
    transcript->segments = fake_segments(1, 10.0);
    const mode_t before = ::umask(0022);
    gui.store().save(transcript, gui.folder.filePath(QStringLiteral("a.txt")), ExportFormat::txt);
    gui.store().flush();
    ::umask(before);
    QCOMPARE(mode_of(gui.folder.filePath(QStringLiteral("a.txt")).toStdString()), 0644U);
  }
};

QTEST_MAIN(TestUnfinished)
#include "test_unfinished.moc"
