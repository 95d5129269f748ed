// SPDX-License-Identifier: Apache-2.0
#include "tests/app/gui/seen_states.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTreeView>
#include <QtTest>
#include <fstream>

#include "tests/app/gui/library/library_bench.h"
#include "tests/support/dialogs.h"
#include "tests/support/lab_results.h"
#include "tests/support/patience.h"
#include "ui/lab/batch_grid.h"
#include "ui/lab/engine_comparison.h"
#include "ui/lab/lab_page.h"
#include "ui/lab/text_writer.h"
#include "ui/library/library_dialogs.h"
#include "ui/playback/playback_bar.h"
#include "ui/playback/waveform_strip.h"
#include "ui/settings/server_part.h"
#include "ui/transcript/transcript_view.h"
#include "ui/vocabulary/compare_dialog.h"
#include "ui/vocabulary/replace_dialog.h"

namespace tilescribe::test {
namespace {

/// Opens the dialog of an action, lets it be seen and closes it.
void see_dialog(GuiFixture& gui, const char* action, const Onlooker& onlooker) {
  gui.action(action)->trigger();
  auto* dialog = shown_dialog<QDialog>();
  QVERIFY2(dialog != nullptr, action);
  onlooker.look(*dialog, action);
  dialog->reject();
  QTRY_VERIFY(shown_dialog<QDialog>() == nullptr);
}

/// The folders whose files the window names.
void know_paths(const GuiFixture& gui, const Onlooker& onlooker) {
  for (const char* folder : {".", "transcripts", "transcripts/bin", "recordings", "recordings/bin"})
    onlooker.know({QDir::cleanPath(gui.folder.filePath(QLatin1String(folder)))});
}

/// Entries of every kind: with a text, a tag and the user's own sound; a recording with and without a text; a
/// damaged text.
void fill(const LibraryBench& bench) {
  save_notes(bench.files.text(5, "¬.wav", {"12 34", "12 56"}), {.title = "¬ 5", .tags = {"¬"}});
  bench.files.recording(4);
  bench.files.text(4, "2026-01-04 12-00-00.wav", {"78"});
  bench.files.recording(3);
  std::ofstream(bench.files.folders.transcripts / "20260102-120000-000-2.wav.json") << "{";
}
constexpr int entries = 4;

void start(LibraryBench& bench, const Onlooker& onlooker) {
  bench.start();
  know_paths(*bench.gui, onlooker);
  onlooker.know({QStringLiteral("Demo"), QDir::homePath()});
}

/// Empty, filled, searched; its dialogs.
void see_library(const Onlooker& onlooker) {
  {
    LibraryBench empty;
    start(empty, onlooker);
    QVERIFY(empty.has_rows(0));
    onlooker.look(empty.gui->window(), "empty library");
  }
  LibraryBench bench;
  fill(bench);
  start(bench, onlooker);
  QVERIFY(bench.has_rows(entries));
  for (int row = 0; row < entries; ++row) {
    bench.go_to(row);
    onlooker.look(bench.gui->window(), "an entry of the library");
    see_dialog(*bench.gui, "libraryDelete", onlooker);
  }
  bench.go_to(0);
  see_dialog(*bench.gui, "libraryTags", onlooker);
  see_dialog(*bench.gui, "libraryKeeping", onlooker);
  bench.gui->action("libraryRename")->trigger();
  onlooker.look(bench.gui->window(), "an entry that is renamed");
  QTest::keyClick(bench.list().findChild<QLineEdit*>(), Qt::Key_Escape);
  bench.list().selectAll();
  onlooker.look(bench.gui->window(), "all entries");
  for (const char* action : {"libraryTags", "libraryDelete", "libraryExport"})
    see_dialog(*bench.gui, action, onlooker);
  bench.type(QStringLiteral("56"));
  QTRY_COMPARE_WITH_TIMEOUT(bench.model().rowCount(), 2, patience_ms);  // an entry and a sentence of it
  onlooker.look(bench.gui->window(), "a found sentence");
  bench.type(QStringLiteral("99"));
  QVERIFY(bench.has_rows(0));
  onlooker.look(bench.gui->window(), "nothing found");
}

/// Empty and filled; what is asked before it is emptied.
void see_bin(const Onlooker& onlooker) {
  LibraryBench bench;
  fill(bench);
  start(bench, onlooker);
  QVERIFY(bench.has_rows(entries));
  bench.gui->action("libraryShowBin")->trigger();
  QVERIFY(bench.has_rows(0));
  onlooker.look(bench.gui->window(), "empty bin");
  bench.gui->action("libraryShowBin")->trigger();
  QVERIFY(bench.has_rows(entries));
  bench.list().selectAll();
  bench.gui->action("libraryDelete")->trigger();
  auto* dialog = shown_dialog<ui::DeleteDialog>();
  QVERIFY(dialog != nullptr);
  dialog->accept();
  QVERIFY(bench.has_rows(0));
  bench.gui->action("libraryShowBin")->trigger();
  QVERIFY(bench.has_rows(entries));
  bench.go_to(0);
  onlooker.look(bench.gui->window(), "an entry of the bin");
  see_dialog(*bench.gui, "libraryRemove", onlooker);
  QTRY_VERIFY_WITH_TIMEOUT(bench.gui->action("libraryEmpty")->isEnabled(), patience_ms);
  see_dialog(*bench.gui, "libraryEmpty", onlooker);
}

/// Idle, playing, with a lost device.
void see_playback(const Onlooker& onlooker) {
  GuiFixture gui;
  know_paths(gui, onlooker);
  gui.playback.set_length(100.0);
  gui.world.script_all({.audio_s = 100.0, .segments = 20});
  gui.drop({gui.file(QStringLiteral("1.wav"))});
  QVERIFY(gui.wait_until_idle(1));
  ui::PlaybackBar& bar = gui.controller->playback().part().bar();
  QTRY_VERIFY_WITH_TIMEOUT(bar.strip().isVisible(), patience_ms);
  onlooker.look(gui.window(), "a text that can be heard");
  gui.action("playbackPlay")->trigger();
  gui.playback.hear(12.0);
  const auto* place = bar.findChild<QLabel*>(QStringLiteral("playbackPlace"));
  QTRY_VERIFY_WITH_TIMEOUT(place->text().contains(QStringLiteral("0:12")), patience_ms);
  onlooker.look(gui.window(), "a text that is heard");
  gui.action("playbackPlay")->trigger();
  for (const char* edge : {"segmentBegins", "segmentEnds"}) {
    gui.panel().view().moveCursor(QTextCursor::End);
    gui.action(edge)->trigger();
    onlooker.look(gui.window(), edge);
  }
  gui.playback.lose_device("¬");
  const auto* problem = bar.findChild<QLabel*>(QStringLiteral("playbackProblem"));
  gui.action("playbackPlay")->trigger();
  gui.playback.lose_device("¬");
  QTRY_VERIFY_WITH_TIMEOUT(!problem->text().isEmpty(), patience_ms);
  onlooker.look(gui.window(), "a lost device");
}

void see_watched_folder(const Onlooker& onlooker) {
  const QTemporaryDir outside;
  const QString inbox = outside.filePath(QStringLiteral("1"));
  QVERIFY(QDir().mkpath(inbox));
  onlooker.know({outside.path()});
  GuiFixture gui;
  know_paths(gui, onlooker);
  gui.controller->watched().set_pace(patience_ms, 40);
  const QUrl file = gui.file(QStringLiteral("1.wav"));
  gui.drop({file});
  QVERIFY(gui.wait_until_idle(1));
  gui.action("watchFolder")->trigger();
  auto* dialog = shown_dialog<QFileDialog>(QStringLiteral("watchDialog"));
  QVERIFY(dialog != nullptr);
  onlooker.look(*dialog, "which folder is watched");
  emit dialog->fileSelected(inbox);
  dialog->reject();
  const auto* row = gui.window().findChild<QWidget*>(QStringLiteral("watchRow"));
  QTRY_VERIFY(row->isVisible());
  onlooker.look(gui.window(), "a watched folder");
  QVERIFY(QDir(inbox).removeRecursively());
  QTRY_VERIFY_WITH_TIMEOUT(gui.banner("watch")->isVisible(), patience_ms);
  onlooker.look(gui.window(), "a watched folder that is gone");
  gui.action("stopWatching")->trigger();
  onlooker.look(gui.window(), "a folder that is not watched any more");
  // What is skipped.
  QTRY_COMPARE(gui.store().recent().size(), 1);
  gui.store().flush();
  GuiFixture second(false);
  take_over(gui, second);
  second.settings.skips_done.set(true);
  second.controller->start({});
  second.drop({file});
  QVERIFY(second.wait_until_idle(1));
  QVERIFY(second.item(0).skipped);
  know_paths(second, onlooker);
  onlooker.look(second.window(), "a file that is skipped");
}

/// In all transcripts: each row and each result.
void see_replacing(const Onlooker& onlooker) {
  LibraryBench bench;
  bench.files.text(3, "3.wav", {"12", "12 34 12"});
  bench.files.text(2, "2.wav", std::vector<std::string>(60, "12"));
  start(bench, onlooker);
  QVERIFY(bench.has_rows(2));
  bench.gui->action("replaceInAll")->trigger();
  auto* dialog = shown_dialog<ui::ReplaceDialog>();
  QVERIFY(dialog != nullptr);
  onlooker.look(*dialog, "replace in all");
  auto* text = part<QLineEdit>(dialog, "everywhereText");
  part<QCheckBox>(dialog, "everywhereRegular")->setChecked(true);
  text->setText(QStringLiteral("("));
  press("findEverywhere");
  onlooker.look(*dialog, "a wrong expression");
  text->setText(QStringLiteral("12"));
  part<QLineEdit>(dialog, "everywhereWith")->setText(QStringLiteral("90"));
  press("findEverywhere");
  dialog->show_progress(1, 2);
  auto* tree = part<QTreeView>(dialog, "everywhereFound");
  QTRY_COMPARE_WITH_TIMEOUT(tree->model()->rowCount(), 2, patience_ms);
  for (int row = 0; row < 2; ++row) {
    tree->collapseAll();
    tree->expand(tree->model()->index(row, 0));
    tree->scrollToBottom();
    onlooker.look(*dialog, "what would change");
  }
  press("replaceFound");
  const auto* take_back = part<QPushButton>(dialog, "takeBackReplacement");
  QTRY_VERIFY_WITH_TIMEOUT(take_back->isVisible() && take_back->isEnabled(), patience_ms);
  onlooker.look(*dialog, "what was replaced");
  press("takeBackReplacement");
  const auto* outcome = part<QLabel>(dialog, "everywhereSum");
  const QString before = outcome->text();
  QTRY_VERIFY_WITH_TIMEOUT(outcome->text() != before, patience_ms);
  onlooker.look(*dialog, "what was taken back");
  // Whatever else may come of it.
  const std::vector<ui::LeftOutText> left_out(5, {QStringLiteral("¬"), QStringLiteral("¬")});
  dialog->show_replaced({.places = 3, .texts = 2, .left_out = left_out, .not_reached = 4});
  onlooker.look(*dialog, "a replacement that was stopped");
  dialog->show_taken_back({.texts = 2, .left_out = left_out, .not_reached = 4});
  onlooker.look(*dialog, "taking back that was stopped");
  dialog->show_found({.left_out = left_out, .searched = 7, .being_written = 2, .stopped = true});
  onlooker.look(*dialog, "a search that was stopped");
  dialog->reject();
}

/// Of two texts that differ, and of one with itself.
void see_comparison(const Onlooker& onlooker) {
  GuiFixture gui;
  know_paths(gui, onlooker);
  gui.world.script("1.wav", {.segments = 1, .says = {{.text = "1 2 3"}}});
  gui.world.script("2.wav", {.segments = 1, .says = {{.text = "1 3 4"}}});
  gui.drop({gui.file(QStringLiteral("1.wav")), gui.file(QStringLiteral("2.wav"))});
  QVERIFY(gui.wait_until_idle(2));
  gui.action("compareTexts")->trigger();
  auto* dialog = shown_dialog<ui::CompareDialog>();
  QVERIFY(dialog != nullptr);
  const auto* next = part<QPushButton>(dialog, "nextDifference");
  QTRY_VERIFY_WITH_TIMEOUT(next->isEnabled(), patience_ms);
  onlooker.look(*dialog, "two texts that differ");
  auto* first = part<QComboBox>(dialog, "compareBefore");
  auto* second = part<QComboBox>(dialog, "compareAfter");
  const auto* sum = part<QLabel>(dialog, "compareSum");
  first->setCurrentIndex(second->currentIndex());
  const QString comparing = sum->text();
  QTRY_VERIFY_WITH_TIMEOUT(sum->text() != comparing, patience_ms);
  onlooker.look(*dialog, "a text and itself");
  dialog->reject();
}

/// Its dialog with each answer, and the banner while audio goes.
void see_server(const Onlooker& onlooker) {
  GuiFixture gui;
  know_paths(gui, onlooker);
  onlooker.know({QStringLiteral("http://localhost:8000"), QStringLiteral("http://192.0.2.1")});
  ui::ServerPart server(gui.window());
  server.choose({});
  auto* dialog = shown_dialog<ui::ServerDialog>();
  QVERIFY(dialog != nullptr);
  onlooker.look(*dialog, "no server yet");
  server.show_kept({}, {});
  auto* address = part<QLineEdit>(dialog, "serverAddress");
  address->setText(QStringLiteral("1"));
  press("testServer");
  onlooker.look(*dialog, "no address of a server");
  QTest::keyClick(address, Qt::Key_Backspace);
  QTest::keyClicks(address, QStringLiteral("http://192.0.2.1"));
  onlooker.look(*dialog, "a server");
  press("testServer");
  onlooker.look(*dialog, "a server that is asked");
  server.show_answer(QStringLiteral("¬"));
  onlooker.look(*dialog, "a server that answers");
  server.show_problem(QStringLiteral("¬"));
  server.show_kept({}, QStringLiteral("¬"));
  onlooker.look(*dialog, "a server that does not answer");
  dialog->reject();
  server.set_sending(QStringLiteral("¬"));
  onlooker.look(gui.window(), "while audio goes to a server");
}

/// The kernel lab: before, with times, their roofline and checks, after a failure, and while a recording goes
/// first.
void see_lab(const Onlooker& onlooker) {
  GuiFixture gui;
  know_paths(gui, onlooker);
  onlooker.know({QStringLiteral("cpu f32"), QStringLiteral("cpu"), QStringLiteral("f32"),
                 QStringLiteral("bf16"), QStringLiteral("CPU, f32, 2 threads"), QStringLiteral("cuda"),
                 QStringLiteral("cuda-baseline"), QStringLiteral("transformers"), QStringLiteral("python3"),
                 QStringLiteral("transformers 5.2.0"), QStringLiteral("rows="), QStringLiteral("out="),
                 QStringLiteral("in=")});
  const LabNames names{.first = "1",
                       .second = "2",
                       .fast = "3",
                       .slow = "4",
                       .shape = "5=6",
                       .other = "7=8",
                       .why = Message::verbatim("¬")};
  fill_lab(gui.lab, names);
  gui.lab.planning = [](const EngineOptions&, const std::stop_token&) {
    return ModelShapes{"9", {{"1", "9=10"}}, {}};
  };
  gui.action("kernelLab")->trigger();
  ui::LabPage& page = gui.controller->lab().part().page();
  auto* time = page.findChild<QPushButton*>(QStringLiteral("labTime"));
  const auto waits = [&] { QTRY_VERIFY_WITH_TIMEOUT(time->isEnabled(), patience_ms); };
  waits();
  auto* shape = page.findChild<QComboBox*>(QStringLiteral("labShape"));
  QTRY_COMPARE_WITH_TIMEOUT(shape->count(), 6, patience_ms);  // with the model's
  auto* tabs = page.findChild<QTabWidget*>(QStringLiteral("labTabs"));
  for (int tab = 0; tab < tabs->count(); ++tab) {
    tabs->setCurrentIndex(tab);
    onlooker.look(gui.window(), "an empty lab");
  }
  time->click();
  waits();
  for (int tab = 0; tab < 2; ++tab) {
    tabs->setCurrentIndex(tab);
    onlooker.look(gui.window(), "times");
  }
  OpRow row = timed(names.first, names.fast, names.shape, 1.0, 1.0, 1.0);
  tabs->setCurrentIndex(0);
  for (const bool library : {true, false}) {
    if (!library) row.kernels = {{names.fast, 384, 168, 200'704, 16}, {names.slow, 1}};
    page.begin_times();
    page.set_setting(lab_setting(), true);
    page.add_times({row});
    onlooker.look(gui.window(), "times on a GPU");
  }
  page.findChild<QPushButton*>(QStringLiteral("labCheck"))->click();
  onlooker.look(gui.window(), "while it checks");
  waits();
  page.findChild<QTableView*>(QStringLiteral("labChecks"))->selectRow(3);
  onlooker.look(gui.window(), "checks");
  page.comparison().add_rows(side_by_side("1 2 3", "1 3 4", Message::verbatim("¬")));
  tabs->setCurrentWidget(&page.comparison());
  onlooker.look(gui.window(), "engines side by side");
  page.grid().add_cells(grid_cells());
  tabs->setCurrentWidget(&page.grid());
  onlooker.look(gui.window(), "batches and lengths");
  for (const auto& kernel : writing_frame(1.0).top)
    onlooker.know({QString::fromStdString(kernel.name), QString::fromStdString(kernel.op)});
  gui.lab.writing = fake_writing({.name = "1", .compute = "2", .threads = 3, .reason = {}}, "1 2 3");
  page.findChild<QPushButton*>(QStringLiteral("textWrite"))->click();
  waits();
  tabs->setCurrentWidget(&page.writer());
  onlooker.look(gui.window(), "a text that was written");
  page.set_problem(QStringLiteral("¬"));
  for (Event event : {Event(LiveBegins{}), Event(JobStarted{.id = 9})})
    emit gui.controller->service().happened(event);
  onlooker.look(gui.window(), "a recording goes first");
}

}  // namespace

void add_seen_states() {
  QTest::addColumn<See>("see");
  QTest::newRow("the library") << &see_library;
  QTest::newRow("its bin") << &see_bin;
  QTest::newRow("what is heard") << &see_playback;
  QTest::newRow("a watched folder") << &see_watched_folder;
  QTest::newRow("replacing in all transcripts") << &see_replacing;
  QTest::newRow("a comparison") << &see_comparison;
  QTest::newRow("a server") << &see_server;
  QTest::newRow("the kernel lab") << &see_lab;
}

}  // namespace tilescribe::test
