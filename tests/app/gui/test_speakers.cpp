// SPDX-License-Identifier: Apache-2.0
// Files with one person per channel: who speaks is shown, named, kept and exported.
#include <QCheckBox>
#include <QComboBox>
#include <QTextBlock>
#include <QtTest>
#include <fstream>

#include "inference/api/export.h"
#include "tests/inference/audio/wav_file.h"
#include "tests/inference/speakers/voices.h"
#include "tests/support/dialogs.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "ui/settings/preferences_dialog.h"
#include "ui/transcript/speaker_dialog.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace tilescribe::ui;

namespace {

Segment said(double start_s, const std::string& text, int window) {
  Segment segment;
  segment.start_s = start_s;
  segment.end_s = start_s + 1.0;
  segment.text = text;
  segment.window = window;
  return segment;
}

/// Two people who speak in turn, or the same sound in both channels.
QUrl call(GuiFixture& gui, const QString& name, bool alike = false) {
  const std::vector<double> first = voice(1, 8.0, {{0.5, 2.0}, {4.0, 5.0}}),
                            second = voice(2, 8.0, {{2.5, 3.5}, {6.0, 7.0}});
  const QString path = gui.folder.filePath(name);
  write_wav(
      path.toStdString(), {.channels = 2}, static_cast<std::uint32_t>(first.size()),
      [&](std::uint32_t frame, int channel) { return (channel == 0 || alike ? first : second)[frame]; });
  gui.world.script(name.toStdString() + "#1",
                   {.audio_s = 8.0, .says = {said(0.5, "Good morning.", 0), said(4.0, "How are you?", 1)}});
  gui.world.script(name.toStdString() + "#2",
                   {.audio_s = 8.0, .says = {said(2.5, "Hello.", 0), said(6.0, "Fine.", 1)}});
  return QUrl::fromLocalFile(path);
}

QStringList shown(const Transcript& transcript) {
  QStringList lines;
  for (const Segment& segment : transcript.segments)
    lines << QString::fromStdString(segment.speaker + ": " + segment.text);
  return lines;
}

const QStringList by_channel{"Speaker 1: Good morning.", "Speaker 2: Hello.", "Speaker 1: How are you?",
                             "Speaker 2: Fine."};

/// Puts the caret into a segment, and names its speaker as a user does.
void name_speaker(GuiFixture& gui, int row, const QString& name, bool only_here = false) {
  TranscriptView& view = gui.panel().view();
  view.setTextCursor(QTextCursor(view.document()->findBlockByNumber(row)));
  QTRY_VERIFY_WITH_TIMEOUT(gui.action("speaker")->isEnabled(), patience_ms);
  gui.action("speaker")->trigger();
  auto* dialog = shown_dialog<SpeakerDialog>();
  QVERIFY(dialog != nullptr);
  auto* text = dialog->findChild<QComboBox*>(QStringLiteral("speakerName"));
  text->setFocus();
  QTest::keyClick(text, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClick(text, Qt::Key_Delete);
  QTest::keyClicks(text, name);
  if (only_here) dialog->findChild<QCheckBox*>(QStringLiteral("speakerOnlyHere"))->setChecked(true);
  dialog->accept();
}

}  // namespace

class TestSpeakers : public QObject {
  Q_OBJECT

 private slots:
  void the_choice_is_in_preferences_and_in_the_menu() {
    GuiFixture gui;
    QVERIFY(!gui.settings.speakers.get());
    gui.action("preferences")->trigger();
    auto* dialog = shown_dialog<PreferencesDialog>();
    auto* box = dialog->findChild<QCheckBox*>(QStringLiteral("preferencesSpeakers"));
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QVERIFY(gui.settings.speakers.get() && gui.action("speakersByChannel")->isChecked());
    gui.action("speakersByChannel")->trigger();
    QVERIFY(!box->isChecked() && !gui.settings.speakers.get());
  }

  void word_times_are_asked_of_new_files() {
    GuiFixture gui;
    gui.drop({call(gui, QStringLiteral("before.wav"))});
    QVERIFY(gui.wait_until_idle(1));
    QVERIFY(!gui.world.asked("before.wav")->word_times);
    gui.action("wordTimes")->trigger();
    QVERIFY(gui.settings.word_times.get());
    gui.drop({call(gui, QStringLiteral("after.wav"))});
    QVERIFY(gui.wait_until_idle(2));
    QVERIFY(gui.world.asked("after.wav")->word_times);
  }

  void texts_of_new_files_are_searched() {
    GuiFixture gui;
    QVERIFY(gui.action("wordNgram")->isChecked());
    gui.drop({call(gui, QStringLiteral("before.wav"))});
    QVERIFY(gui.wait_until_idle(1));
    QVERIFY(gui.world.asked("before.wav")->word_ngram);
    gui.action("wordNgram")->trigger();
    QVERIFY(!gui.settings.word_ngram.get());
    gui.drop({call(gui, QStringLiteral("after.wav"))});
    QVERIFY(gui.wait_until_idle(2));
    QVERIFY(!gui.world.asked("after.wav")->word_ngram);
  }

  void each_channel_is_a_speaker() {
    GuiFixture gui;
    gui.action("speakersByChannel")->trigger();
    gui.drop({call(gui, QStringLiteral("call.wav"))});
    QVERIFY(gui.wait_until_idle(1));
    QCOMPARE(shown(gui.item(0).transcript()), by_channel);
    QTRY_COMPARE_WITH_TIMEOUT(gui.panel().view().toPlainText(),
                              QStringLiteral("Good morning.\nHello.\nHow are you?\nFine."), patience_ms);
    QVERIFY(gui.item(0).note.isEmpty());
    // As it is copied.
    gui.action("times")->setChecked(true);
    gui.panel().view().set_times_visible(false);
    const std::unique_ptr<QMimeData> all(gui.panel().view().copied_whole());
    QCOMPARE(all->text(), by_channel.join(QLatin1Char('\n')));
  }

  void mono_in_stereo_says_so() {
    GuiFixture gui;
    gui.action("speakersByChannel")->trigger();
    gui.drop({call(gui, QStringLiteral("mono.wav"), true)});
    QVERIFY(gui.wait_until_idle(1));
    QCOMPARE(shown(gui.item(0).transcript()), (QStringList{": Good morning.", ": How are you?"}));
    QCOMPARE(
        gui.item(0).note,
        QStringLiteral("The channels are alike, so they are transcribed as one and nobody is told apart."));
  }

  void a_file_that_is_done_is_transcribed_again_by_channel() {
    GuiFixture gui;
    gui.world.script("call.wav", {.audio_s = 8.0, .says = {said(0.5, "Good morning hello.", 0)}});
    gui.drop({call(gui, QStringLiteral("call.wav"))});
    QVERIFY(gui.wait_until_idle(1));
    QCOMPARE(shown(gui.item(0).transcript()), QStringList{": Good morning hello."});
    gui.choose(gui.item(0).id());
    QTRY_VERIFY_WITH_TIMEOUT(gui.action("retryByChannel")->isEnabled(), patience_ms);
    gui.action("retryByChannel")->trigger();
    QVERIFY(gui.wait_until_idle(2));
    QCOMPARE(shown(gui.item(0).transcript()), QStringList{": Good morning hello."});
    QCOMPARE(shown(gui.item(1).transcript()), by_channel);
    QCOMPARE(gui.chosen(), gui.item(1).id());
  }

  void what_waits_to_be_transcribed_by_channel_still_is_after_a_restart() {
    GuiFixture gui;
    gui.world.script("call.wav", {.audio_s = 8.0, .says = {said(0.5, "Good morning hello.", 0)}});
    gui.drop({call(gui, QStringLiteral("call.wav"))});
    QVERIFY(gui.wait_until_idle(1));
    gui.choose(gui.item(0).id());
    gui.controller->queue().part().set_paused(true);
    QTRY_VERIFY_WITH_TIMEOUT(gui.action("retryByChannel")->isEnabled(), patience_ms);
    gui.action("retryByChannel")->trigger();
    const QString record = gui.folder.filePath(QStringLiteral("transcripts/queue/waiting.json"));
    QTRY_COMPARE_WITH_TIMEOUT(load_queue_record(record).record.rows.size(), std::size_t{1}, patience_ms);
    gui.quit();
    gui.make_controller();
    gui.controller->start({});
    QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 1, patience_ms);
    gui.controller->queue().part().set_paused(false);
    QVERIFY(gui.wait_until_idle(1));
    QCOMPARE(shown(gui.item(0).transcript()), by_channel);
  }

  void names_are_given_undone_kept_and_exported() {
    GuiFixture first;
    first.action("speakersByChannel")->trigger();
    first.drop({call(first, QStringLiteral("call.wav"))});
    QVERIFY(first.wait_until_idle(1));
    first.choose(first.item(0).id());
    TranscriptView& view = first.panel().view();
    QTRY_VERIFY_WITH_TIMEOUT(view.complete() && !view.isReadOnly(), patience_ms);
    const int wide = view.cursorRect().left();

    name_speaker(first, 2, QStringLiteral("  Anna "));
    QCOMPARE(shown(first.item(0).transcript()), (QStringList{"Anna: Good morning.", "Speaker 2: Hello.",
                                                             "Anna: How are you?", "Speaker 2: Fine."}));
    first.action("undoEdit")->trigger();
    QCOMPARE(shown(first.item(0).transcript()), by_channel);
    first.action("redoEdit")->trigger();
    name_speaker(first, 1, QStringLiteral("Ben"));
    name_speaker(first, 3, QStringLiteral("Cleo"), true);
    const QStringList named{"Anna: Good morning.", "Ben: Hello.", "Anna: How are you?", "Cleo: Fine."};
    QCOMPARE(shown(first.item(0).transcript()), named);
    QVERIFY(view.cursorRect().left() <= wide);  // shorter names take less room

    const QString out = first.folder.filePath(QStringLiteral("call.vtt"));
    first.store().save(first.item(0).document->snapshot(), out, ExportFormat::vtt, {});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(out), patience_ms);
    QCOMPARE(shown(load_transcript(out.toStdString(), ExportFormat::vtt)), named);

    // After a restart the kept text has them.
    first.quit();
    const QDir kept(first.folder.filePath(QStringLiteral("transcripts")));
    const QStringList texts = kept.entryList({QStringLiteral("*.json")}, QDir::Files);
    QCOMPARE(texts.size(), 1);
    QCOMPARE(shown(load_transcript(kept.filePath(texts.first()).toStdString(), ExportFormat::json)), named);
    GuiFixture second(false);
    take_over(first, second);
    second.controller->start({});
    second.controller->transcripts().open(
        QDir(second.folder.filePath(QStringLiteral("transcripts"))).filePath(texts.first()));
    QCOMPARE(shown(second.item(0).transcript()), named);
  }

  void a_segment_without_a_speaker_gets_one() {
    GuiFixture gui;
    gui.world.script("talk.wav", {.segments = 2});
    gui.drop({gui.file(QStringLiteral("talk.wav"))});
    QVERIFY(gui.wait_until_idle(1));
    gui.choose(gui.item(0).id());
    TranscriptView& view = gui.panel().view();
    QTRY_VERIFY_WITH_TIMEOUT(view.complete() && !view.isReadOnly(), patience_ms);
    name_speaker(gui, 1, QStringLiteral("Dan"));
    QCOMPARE(gui.item(0).transcript().segments[0].speaker, std::string());
    QCOMPARE(gui.item(0).transcript().segments[1].speaker, std::string("Dan"));
  }

  void a_click_on_a_name_asks_for_another() {
    GuiFixture gui;
    gui.action("speakersByChannel")->trigger();
    gui.drop({call(gui, QStringLiteral("call.wav"))});
    QVERIFY(gui.wait_until_idle(1));
    gui.choose(gui.item(0).id());
    TranscriptView& view = gui.panel().view();
    QTRY_VERIFY_WITH_TIMEOUT(view.complete() && !view.isReadOnly(), patience_ms);
    const int y = view.cursorRect(QTextCursor(view.document()->findBlockByNumber(1))).center().y();
    QPoint name(0, y);
    while (name.x() < view.viewport()->x() && !view.names_at(name)) name.rx() += 4;
    QVERIFY(view.names_at(name));
    QVERIFY(!view.plays_at(name));
    QVERIFY(view.gutter_tool_tip(name).startsWith(QStringLiteral("Speaker 2")));
    QTest::mouseClick(view.childAt(QPoint(2, view.height() / 2)), Qt::LeftButton, {}, name);
    auto* dialog = shown_dialog<SpeakerDialog>();
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->name(), QStringLiteral("Speaker 2"));
  }
};

QTEST_MAIN(TestSpeakers)
#include "test_speakers.moc"
