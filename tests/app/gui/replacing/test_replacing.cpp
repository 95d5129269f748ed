// SPDX-License-Identifier: Apache-2.0
// Find and replace in all transcripts: in those that are shown and in the library's files, and the way back.
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>
#include <QtTest>
#include <fstream>
#include <future>
#include <set>

#include "tests/app/gui/replacing/replacing_bench.h"
#include "tests/support/full_disk.h"
#include "tests/support/patience.h"
#include "ui/queue/queue_part.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;
namespace fs = std::filesystem;

// What is told while the dialog works.
#define WAIT_FOR_SUM(dialog, expected) \
  QTRY_COMPARE_WITH_TIMEOUT(Bench::sum(dialog), QStringLiteral(expected), 4 * patience_ms)

// In the three texts of Bench::fill().
#define FIND_FOUR(dialog) \
  Bench::find(dialog);    \
  WAIT_FOR_SUM(dialog, "Places found: 4, in 2 of 3 transcripts. 2 with a tick.")
#define REPLACE_FOUR(dialog) \
  FIND_FOUR(dialog);         \
  Bench::replace(dialog);    \
  WAIT_FOR_SUM(dialog, "4 places replaced. Transcripts changed: 2.")

class TestReplacing : public QObject {
  Q_OBJECT

 private slots:
  /// By keys alone: one text is shown, one is only in the library, one has no match.
  void all_transcripts_change_and_the_way_back() {
    Bench bench;
    bench.fill();
    bench.start();
    QVERIFY(bench.has_rows(3));
    bench.open_first();
    const std::string before_two = content(bench.file(Bench::second));
    auto* dialog = bench.search(QStringLiteral("harbor"), QStringLiteral("port"));
    QVERIFY(!part<QPushButton>(dialog, "replaceFound")->isEnabled());
    QVERIFY(!part<QPushButton>(dialog, "takeBackReplacement")->isVisible());
    QTest::keyClick(dialog, Qt::Key_Return);
    WAIT_FOR_SUM(dialog, "Places found: 4, in 2 of 3 transcripts. 2 with a tick.");
    QAbstractItemModel& found = Bench::found(dialog);
    QCOMPARE(found.rowCount(found.index(0, 0)), 2);
    QCOMPARE(found.index(1, 0, found.index(0, 0)).data().toString(), QStringLiteral("A port and a port."));
    QVERIFY(found.index(1, 0).data().toString().startsWith(QStringLiteral("two.wav · ")));
    // Nothing has changed so far. A tick goes and comes by the keyboard.
    QCOMPARE(content(bench.file(Bench::second)), before_two);
    auto* tree = part<QTreeView>(dialog, "everywhereFound");
    QTRY_VERIFY_WITH_TIMEOUT(tree->hasFocus(), patience_ms);
    QTest::keyClick(tree, Qt::Key_Space);
    QVERIFY(Bench::sum(dialog).endsWith(QStringLiteral("1 with a tick.")));
    QTest::keyClick(dialog, Qt::Key_A, Qt::AltModifier);
    // A button that a letter presses goes down for a moment.
    QTRY_VERIFY_WITH_TIMEOUT(Bench::sum(dialog).endsWith(QStringLiteral("2 with a tick.")), patience_ms);
    Bench::replace(dialog);
    WAIT_FOR_SUM(dialog, "4 places replaced. Transcripts changed: 2.");
    QCOMPARE(Bench::outcome(dialog), QString());
    auto& document = *bench.gui->item(0).document;
    QCOMPARE(document.plain_text(), QStringLiteral("The port is old. A port and a port. Nothing here."));
    QCOMPARE(Bench::text_in(bench.file(Bench::second)), std::string("port"));
    QCOMPARE(mode_of(bench.file(Bench::second)), 0600U);
    QCOMPARE(mode_of(bench.folder("transcripts") / "replaced"), 0700U);
    QTRY_COMPARE_WITH_TIMEOUT(Bench::text_in(bench.file(Bench::first)), document.plain_text().toStdString(),
                              patience_ms);
    // The one that is shown: one step.
    QCOMPARE(document.undo_stack().count(), 1);
    // The library's search follows.
    Bench::close(dialog);
    bench.gui->action("libraryPage")->trigger();
    bench.type(QStringLiteral("port"));
    QTRY_COMPARE_WITH_TIMEOUT(bench.model().view().hits.size(), std::size_t{3}, patience_ms);
    // All of it is taken back, to the byte where nobody has it open.
    dialog = bench.open();
    Bench::take_back(dialog);
    WAIT_FOR_SUM(dialog, "2 transcripts are as they were before.");
    QCOMPARE(content(bench.file(Bench::second)), before_two);
    QVERIFY(document.plain_text().startsWith(QStringLiteral("The harbor is old. A Harbor and")));
    QTRY_VERIFY_WITH_TIMEOUT(!part<QPushButton>(dialog, "takeBackReplacement")->isVisible(), patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(Bench::text_in(bench.file(Bench::first)), document.plain_text().toStdString(),
                              patience_ms);
    QVERIFY(QDir(Bench::window_path_of(bench.folder("transcripts") / "replaced"))
                .entryList({QStringLiteral("*.json")})
                .isEmpty());
  }

  void regular_expressions_and_chinese() {
    Bench bench;
    bench.files.text(1, "one.wav", {"第12章，港口很旧。", "港口"});
    bench.files.text(2, "two.wav", {"第3章"});
    bench.start();
    QVERIFY(bench.has_rows(2));
    auto* dialog = bench.search(QStringLiteral("第(\\d+)章"), QStringLiteral("第 \\1 节"));
    QTest::keyClick(dialog, Qt::Key_X, Qt::AltModifier);
    Bench::find(dialog);
    WAIT_FOR_SUM(dialog, "Places found: 2, in 2 of 2 transcripts. 2 with a tick.");
    Bench::replace(dialog);
    WAIT_FOR_SUM(dialog, "2 places replaced. Transcripts changed: 2.");
    QCOMPARE(Bench::text_in(bench.file(Bench::first)), std::string("第 12 节，港口很旧。港口"));
    // A sentence without text goes, but not the last one.
    Bench::close(dialog);
    dialog = bench.search(QStringLiteral("港口"), QString());
    Bench::find(dialog);
    WAIT_FOR_SUM(dialog, "Places found: 2, in 1 of 2 transcripts. 1 with a tick.");
    Bench::replace(dialog);
    WAIT_FOR_SUM(dialog, "2 places replaced. Transcripts changed: 1.");
    const Transcript left = load_transcript(bench.file(Bench::first), ExportFormat::json);
    QCOMPARE(left.segments.size(), std::size_t{1});
    QCOMPARE(left.segments[0].text, std::string("第 12 节，很旧。"));
    // It was another replacement: only this one can be taken back.
    Bench::take_back(dialog);
    WAIT_FOR_SUM(dialog, "1 transcript is as it was before.");
    QCOMPARE(Bench::text_in(bench.file(Bench::first)), std::string("第 12 节，港口很旧。港口"));
    QCOMPARE(Bench::text_in(bench.file(Bench::second)), std::string("第 3 节"));
    // What is no expression is said.
    Bench::close(dialog);
    dialog = bench.search(QStringLiteral("a("), QString());
    QTest::keyClick(dialog, Qt::Key_X, Qt::AltModifier);
    Bench::find(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(Bench::outcome(dialog).startsWith(QStringLiteral("Not a regular expression: ")),
                             patience_ms);
  }

  void what_cannot_be_read_is_named_and_stays() {
    Bench bench;
    bench.fill();
    { std::ofstream(bench.files.folders.transcripts / Bench::second) << "{\"harbor"; }
    bench.start();
    QVERIFY(bench.has_rows(3));
    auto* dialog = bench.search(QStringLiteral("harbor"), QStringLiteral("port"));
    Bench::find(dialog);
    WAIT_FOR_SUM(dialog, "Places found: 3, in 1 of 2 transcripts. 1 with a tick.");
    QVERIFY2(Bench::outcome(dialog).startsWith(QStringLiteral("two.wav · ")),
             qPrintable(Bench::outcome(dialog)));
    QVERIFY(Bench::outcome(dialog).contains(QStringLiteral(" was left out. ")));
    Bench::replace(dialog);
    WAIT_FOR_SUM(dialog, "3 places replaced. Transcripts changed: 1.");
    QCOMPARE(content(bench.file(Bench::second)), std::string("{\"harbor"));
  }

  void what_was_changed_meanwhile_stays() {
    Bench bench;
    bench.fill();
    bench.start();
    QVERIFY(bench.has_rows(3));
    bench.open_first();
    auto* dialog = bench.search(QStringLiteral("harbor"), QStringLiteral("port"));
    FIND_FOUR(dialog);
    auto& document = *bench.gui->item(0).document;
    document.edit(document.segment_id(0), QStringLiteral("My harbor."));
    Bench::replace(dialog);
    WAIT_FOR_SUM(dialog, "1 place replaced. Transcripts changed: 1.");
    QCOMPARE(Bench::outcome(dialog), QStringLiteral("one.wav was left out. It was changed meanwhile."));
    QVERIFY(document.plain_text().startsWith(QStringLiteral("My harbor. A Harbor")));
    // What was corrected after the replacement is not taken back.
    Transcript text = load_transcript(bench.file(Bench::second), ExportFormat::json);
    text.segments[0].text = "a port of mine";
    save_transcript(bench.file(Bench::second), text, ExportFormat::json);
    Bench::take_back(dialog);
    WAIT_FOR_SUM(dialog, "0 transcripts are as they were before.");
    QVERIFY2(Bench::outcome(dialog).endsWith(QStringLiteral("It was corrected since.")),
             qPrintable(Bench::outcome(dialog)));
    QCOMPARE(Bench::text_in(bench.file(Bench::second)), std::string("a port of mine"));
  }

  /// A time is a correction, too, in a file as well as in the list.
  void times_that_were_corrected_since_stay() {
    Bench bench;
    bench.fill();
    bench.start();
    QVERIFY(bench.has_rows(3));
    auto* dialog = bench.search(QStringLiteral("harbor"), QStringLiteral("port"));
    REPLACE_FOUR(dialog);
    Bench::close(dialog);
    Transcript text = load_transcript(bench.file(Bench::second), ExportFormat::json);
    const double end_s = text.segments[0].end_s += 0.5;
    save_transcript(bench.file(Bench::second), text, ExportFormat::json);
    bench.open_first();
    TranscriptDocument& document = *bench.gui->item(0).document;
    const EdgeRoom room = document.edge_room(0, SegmentEdge::end);
    const double between_s = (room.least + room.most) / 2;
    QVERIFY(document.move_edge(document.segment_id(0), SegmentEdge::end, between_s));
    dialog = bench.open();
    Bench::take_back(dialog);
    WAIT_FOR_SUM(dialog, "0 transcripts are as they were before.");
    QCOMPARE(Bench::outcome(dialog).count(QStringLiteral("It was corrected since.")), 2);
    QCOMPARE(load_transcript(bench.file(Bench::second), ExportFormat::json).segments[0].end_s, end_s);
    QCOMPARE(document.transcript().segments[0].end_s, between_s);
    QVERIFY(document.plain_text().startsWith(QStringLiteral("The port is old.")));
  }

  /// The dialog was closed while a text was changing, and opened again for other words.
  void other_words_wait_until_the_last_replacement_has_ended() {
    Bench bench;
    constexpr int texts = 40;  // 16 are changed at a time
    fill(bench, texts);
    bench.start();
    QVERIFY(bench.has_rows(texts));
    auto* dialog = bench.search(QStringLiteral("harbor"), QStringLiteral("port"));
    Bench::find(dialog);
    WAIT_FOR_SUM(dialog, "Places found: 40, in 40 of 40 transcripts. 40 with a tick.");
    std::promise<void> gate;  // the second sixteen wait in front of it
    bool any_written = false;
    const QObject here;
    TranscriptStore& store = bench.gui->store();
    connect(&store, &TranscriptStore::written, &here, [&] {
      if (std::exchange(any_written, true)) return;
      store.run({}, [opened = gate.get_future().share()] {
        opened.wait();
        return [] {};
      });
    });
    Bench::replace(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(any_written, patience_ms);
    QCoreApplication::processEvents();  // the next step is taken
    Bench::close(dialog);
    dialog = bench.search(QStringLiteral("old"), QStringLiteral("new"));
    Bench::find(dialog);
    QTRY_COMPARE_WITH_TIMEOUT(Bench::outcome(dialog),
                              QStringLiteral("The last replacement is just ending. Try again."), patience_ms);
    gate.set_value();
    WAIT_FOR_SUM(dialog, "32 places replaced. Transcripts changed: 32.");
    QCOMPARE(Bench::outcome(dialog),
             QStringLiteral("You stopped before 8 transcripts, which stay as they are."));
    std::multiset<std::string> left;
    for (const auto& file : fs::directory_iterator(bench.folder("transcripts")))
      if (file.path().extension() == ".json") left.insert(Bench::text_in(file.path()));
    QCOMPARE(left.count("The port is old."), std::size_t{32});
    QCOMPARE(left.count("The harbor is old."), std::size_t{8});
  }

  void it_can_be_stopped() {
    Bench bench;
    constexpr int texts = 300;
    fill(bench, texts);
    bench.start();
    QVERIFY(bench.has_rows(texts));
    auto* dialog = bench.search(QStringLiteral("harbor"), QStringLiteral("port"));
    QTest::mouseClick(part<QPushButton>(dialog, "findEverywhere"), Qt::LeftButton);
    QTest::keyClick(part<QPushButton>(dialog, "stopEverywhere"), Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(part<QPushButton>(dialog, "findEverywhere")->isVisible(), patience_ms);
    QCOMPARE(Bench::outcome(dialog), QStringLiteral("You stopped before all were searched."));
    QElapsedTimer clock;
    clock.start();
    Bench::find(dialog);
    WAIT_FOR_SUM(dialog, "Places found: 300, in 300 of 300 transcripts. 300 with a tick.");
    qInfo("300 transcripts were searched in %lld ms", clock.elapsed());
    int written = 0;
    connect(&bench.gui->store(), &TranscriptStore::written, dialog, [&] {
      if (++written == 20) QTest::keyClick(part<QPushButton>(dialog, "stopEverywhere"), Qt::Key_Space);
    });
    Bench::replace(dialog);
    // Some are changed at a time, and none of them is left half way.
    WAIT_FOR_SUM(dialog, "32 places replaced. Transcripts changed: 32.");
    QCOMPARE(Bench::outcome(dialog),
             QStringLiteral("You stopped before 268 transcripts, which stay as they are."));
    Bench::take_back(dialog);
    WAIT_FOR_SUM(dialog, "32 transcripts are as they were before.");
    clock.restart();
    Bench::find(dialog);
    WAIT_FOR_SUM(dialog, "Places found: 300, in 300 of 300 transcripts. 300 with a tick.");
    Bench::replace(dialog);
    WAIT_FOR_SUM(dialog, "300 places replaced. Transcripts changed: 300.");
    qInfo("300 transcripts were searched and replaced in %lld ms", clock.elapsed());
    // Closing the dialog stops, too.
    Bench::take_back(dialog);
    Bench::close(dialog);
  }

  void a_full_disk_changes_nothing() {
    Bench bench;
    bench.fill();
    bench.start();
    QVERIFY(bench.has_rows(3));
    const std::string before = content(bench.file(Bench::first));
    auto* dialog = bench.search(QStringLiteral("harbor"), QStringLiteral("port"));
    FIND_FOUR(dialog);
    {
      const FullDisk full(200);  // room for the replacement's own file
      Bench::replace(dialog);
      WAIT_FOR_SUM(dialog, "0 places replaced. Transcripts changed: 0.");
    }
    QVERIFY(Bench::outcome(dialog).contains(QStringLiteral("could not be saved")));
    QCOMPARE(content(bench.file(Bench::first)), before);
    QVERIFY(!part<QPushButton>(dialog, "takeBackReplacement")->isVisible());
    {
      const FullDisk full;
      FIND_FOUR(dialog);
      Bench::replace(dialog);
      QTRY_VERIFY_WITH_TIMEOUT(Bench::outcome(dialog).contains(QStringLiteral("can't be used")), patience_ms);
    }
    QCOMPARE(content(bench.file(Bench::first)), before);
    // A replacement that can't begin does not cost the way back from the one before.
    REPLACE_FOUR(dialog);
    Bench::close(dialog);
    dialog = bench.search(QStringLiteral("port"), QStringLiteral("dock"));
    FIND_FOUR(dialog);
    {
      const FullDisk full;
      Bench::replace(dialog);
      QTRY_VERIFY_WITH_TIMEOUT(!Bench::outcome(dialog).isEmpty(), patience_ms);
    }
    Bench::take_back(dialog);
    WAIT_FOR_SUM(dialog, "2 transcripts are as they were before.");
    QCOMPARE(content(bench.file(Bench::first)), before);
  }

  void what_is_opened_or_deleted_afterwards() {
    Bench bench;
    bench.fill();
    bench.start();
    QVERIFY(bench.has_rows(3));
    auto* dialog = bench.search(QStringLiteral("harbor"), QStringLiteral("port"));
    REPLACE_FOUR(dialog);
    Bench::close(dialog);
    const fs::path previous = bench.folder("transcripts") / "replaced" / Bench::second;
    QVERIFY(fs::exists(previous));
    // Deleted for good, it leaves nothing behind.
    const auto library = open_library({bench.folder("transcripts"), bench.folder("recordings")});
    LibraryEntry gone{.text = bench.file(Bench::second)};
    library->put_into_bin(gone, EntryPart::text);
    QVERIFY(fs::exists(previous));
    gone.text = bench.folder("transcripts") / "bin" / Bench::second;
    library->remove_for_good({gone});
    QVERIFY(!fs::exists(previous));
    // The other is opened, and taken back as a step of its own.
    bench.open_first();
    QVERIFY(bench.gui->item(0).document->plain_text().startsWith(QStringLiteral("The port")));
    dialog = bench.open();
    Bench::take_back(dialog);
    WAIT_FOR_SUM(dialog, "1 transcript is as it was before.");
    auto& document = *bench.gui->item(0).document;
    QCOMPARE(document.plain_text(),
             QStringLiteral("The harbor is old. A Harbor and a harbor. Nothing here."));
    QCOMPARE(document.undo_stack().count(), 1);
  }

  void the_find_bar_leads_to_it() {
    Bench bench;
    bench.fill();
    bench.start();
    QVERIFY(bench.has_rows(3));
    bench.open_first();
    bench.gui->choose(bench.gui->item(0).id());
    QTRY_VERIFY_WITH_TIMEOUT(bench.gui->panel().view().complete(), patience_ms);
    bench.gui->action("replace")->trigger();
    QTest::keyClicks(bench.gui->visible<QLineEdit>(QStringLiteral("findText")), QStringLiteral("harbor"));
    QTest::keyClicks(bench.gui->visible<QLineEdit>(QStringLiteral("replaceText")), QStringLiteral("port"));
    QTest::mouseClick(bench.gui->visible<QPushButton>(QStringLiteral("replaceEverywhere")), Qt::LeftButton);
    auto* dialog = shown_dialog<ReplaceDialog>();
    QVERIFY(dialog != nullptr && make_active(dialog));
    QCOMPARE(part<QLineEdit>(dialog, "everywhereText")->text(), QStringLiteral("harbor"));
    QCOMPARE(part<QLineEdit>(dialog, "everywhereWith")->text(), QStringLiteral("port"));
    FIND_FOUR(dialog);
    // Other words: what was found goes.
    QTest::keyClicks(part<QLineEdit>(dialog, "everywhereText"), QStringLiteral("s"));
    QVERIFY(!part<QPushButton>(dialog, "replaceFound")->isEnabled());
    QCOMPARE(Bench::found(dialog).rowCount(), 0);
    // A file that is being transcribed is left out, and said to be.
    Bench::close(dialog);
    bench.gui->world.script("held.wav", {.segments = 3, .hold_after = 1});
    bench.gui->drop({bench.gui->file(QStringLiteral("held.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(bench.gui->item(1).document->size(), 1, patience_ms);
    dialog = bench.search(QStringLiteral("zebra"), QString());
    Bench::find(dialog);
    WAIT_FOR_SUM(dialog, "No matches in 3 transcripts.");
    QCOMPARE(Bench::outcome(dialog),
             QStringLiteral("1 file that is waiting or being transcribed was left out."));
  }

 private:
  static void fill(const Bench& bench, int texts) {
    for (int i = 0; i < texts; ++i) {
      char name[64];
      std::snprintf(name, sizeof name, "202601%02d-12%02d%02d-000-talk.wav.json", i / 600 + 1, i / 60 % 60,
                    i % 60);
      bench.files.text_named(name, "talk.wav", {"The harbor is old."});
    }
  }
};

QTEST_MAIN(TestReplacing)
#include "test_replacing.moc"
