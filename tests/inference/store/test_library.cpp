// SPDX-License-Identifier: Apache-2.0
// The library over real folders: what is listed and what is found. Deleting is in
// test_library_deleting.cpp; damage, other processes and killed ones are in test_library_damage.cpp.
#include <QtTest>
#include <ctime>
#include <filesystem>

#include "kernels/core/error.h"
#include "tests/support/library_folder.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

using Strings = std::vector<std::string>;
using Bench = OpenLibrary;

class LibraryTest : public QObject {
  Q_OBJECT

 private slots:
  void an_empty_library_has_nothing_and_says_so() {
    const Bench bench;
    QVERIFY(!bench.look().complete);
    const LibraryView view = bench.synced();
    QVERIFY(view.complete);
    QVERIFY(view.entries.empty() && view.hits.empty() && view.tags.empty() && view.in_bin == 0);
  }

  void texts_and_recordings_are_listed_newest_first() {
    const Bench bench;
    bench.text(3, "talk.wav", {"One.", "Two."});
    bench.recording(4);
    bench.recording(2);
    bench.text(2, "2026-01-02 12-00-00.wav", {"Spoken."});
    bench.text_named("notes.json", "not ours", {"Words."});
    const LibraryView view = bench.synced();
    QCOMPARE(titles(view), (Strings{"2026-01-04 12-00-00.wav", "talk.wav", "2026-01-02 12-00-00.wav"}));
    const LibraryView newest = bench.look({.most_entries = 2});
    QCOMPARE(titles(newest), (Strings{"2026-01-04 12-00-00.wav", "talk.wav"}));
    const LibraryEntry &alone = view.entries[0], &foreign = view.entries[1], &both = view.entries[2];
    QVERIFY(alone.text.empty() && alone.recorded);
    QCOMPARE(alone.length_s, 1.0);
    QVERIFY(foreign.sound.empty() && !foreign.recorded);
    QCOMPARE(foreign.length_s, 10.0);
    QCOMPARE(foreign.model, std::string("Demo"));
    QCOMPARE(both.sound, bench.folders.recordings / "2026-01-02 12-00-00.wav");
    QVERIFY(both.recorded && !both.text.empty());
    const std::time_t when = foreign.created;
    QCOMPARE(std::localtime(&when)->tm_mday, 3);
  }

  void what_changes_on_the_disk_is_followed() {
    const Bench bench;
    const fs::path file = bench.text(3, "talk.wav", {"The old words."});
    bench.synced();
    QCOMPARE(bench.found("old"), Strings{"The old words."});
    bench.text(3, "talk.wav", {"Entirely other words."});
    bench.library->sync_text(file);
    QVERIFY(bench.found("old").empty());
    QCOMPARE(bench.found("other"), Strings{"Entirely other words."});
    fs::remove(file);
    QVERIFY(bench.synced().entries.empty());
    QVERIFY(bench.found("other").empty());
  }

  void sentences_are_found_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("count");
    QTest::newRow("a word") << "budget" << 2;
    QTest::newRow("any case") << "BUDGET" << 2;
    QTest::newRow("two words, in any order") << "year budget" << 1;
    QTest::newRow("the beginning of a word") << "budg" << 2;
    QTest::newRow("one letter is a word") << "b" << 0;
    QTest::newRow("one letter behind a word begins one") << "year b" << 1;
    QTest::newRow("a phrase") << "\"the budget\"" << 1;
    QTest::newRow("a phrase in another order") << "\"budget the\"" << 0;
    QTest::newRow("a phrase that is being typed") << "\"the budg" << 1;
    QTest::newRow("without the accent") << "cafe" << 1;
    QTest::newRow("with an accent") << "Café" << 1;
    QTest::newRow("an apostrophe") << "don't" << 1;
    QTest::newRow("marks alone") << "?! … \"\" *" << 0;
    QTest::newRow("the index's own language") << "budget NOT year) OR \"" << 0;
    QTest::newRow("two Chinese characters") << QStringLiteral("天气") << 1;
    QTest::newRow("inside a sentence") << QStringLiteral("气很好") << 1;
    QTest::newRow("not next to each other") << QStringLiteral("天很") << 0;
    QTest::newRow("one of them") << QStringLiteral("天") << 2;
    QTest::newRow("two words in Chinese") << QStringLiteral("明天 会议") << 1;
    QTest::newRow("kana") << QStringLiteral("ください") << 1;
    QTest::newRow("a part of a Korean word") << QStringLiteral("학교") << 1;
    QTest::newRow("mixed") << QStringLiteral("用GPU") << 1;
    QTest::newRow("an amount") << QStringLiteral("50 €") << 1;
    QTest::newRow("an arrow between words") << QStringLiteral("from → to") << 1;
    QTest::newRow("a sum") << QStringLiteral("3 × 4") << 1;
    QTest::newRow("a smile") << QStringLiteral("budget 😀") << 2;
    QTest::newRow("a smile as one character of several") << QStringLiteral("budget ☺️") << 2;
    QTest::newRow("symbols alone") << QStringLiteral("€ → ™ 😀") << 0;
    QTest::newRow("a circled number is a word") << QStringLiteral("step ②") << 1;
    QTest::newRow("nothing like it") << "zebra" << 0;
  }
  void sentences_are_found() {
    QFETCH(QString, typed);
    QFETCH(int, count);
    const Bench bench;
    bench.text(1, "a.wav",
               {"We don't know the budget.", "A budget for next year.", "Une journée au café.",
                "今天天气很好。", "明天的会议在三点。", "少々お待ちください。", "학교에 갑니다.",
                "我们用GPU计算。", "It costs 50 € from here → to there, 3 × 4.", "Step ② follows."});
    bench.library->sync({}, {});
    const LibraryView view = bench.look({.text = typed.toStdString()});
    QCOMPARE(static_cast<int>(view.hits.size()), count);
    QCOMPARE(view.entries.size(), std::size_t{count > 0 || view.terms.empty() ? 1U : 0U});
  }

  void of_a_long_search_the_beginning_counts() {
    const Bench bench;
    bench.text(1, "a.wav", {"Apples and pears."});
    bench.library->sync({}, {});
    std::string typed;
    for (int i = 0; i < 40; ++i) typed += i % 2 == 0 ? "and " : "pears ";
    QCOMPARE(bench.look({.text = typed}).terms.size(), std::size_t{32});
    const LibraryView view = bench.look({.text = "apples" + std::string(300, ' ') + "zebra"});
    QCOMPARE(view.hits.size(), std::size_t{1});
    QCOMPARE(bench.look({.text = std::string(5000, 'x')}).terms.at(0).size(), std::size_t{200});
  }

  void hits_say_where_they_are_in_order() {
    const Bench bench;
    bench.text(1, "old.wav", {"Nothing.", "Apples here.", "Pears.", "Apples again."});
    bench.text(2, "new.wav", {"No fruit.", "Apples too."});
    bench.library->sync({}, {});
    const LibraryView view = bench.look({.text = "apples"});
    QCOMPARE(titles(view), (Strings{"new.wav", "old.wav"}));
    QCOMPARE(sentences(view), (Strings{"Apples too.", "Apples here.", "Apples again."}));
    QCOMPARE(view.hits[2].entry, std::size_t{1});
    QCOMPARE(view.hits[2].segment, 3);
    QCOMPARE(view.hits[2].start_s, 15.0);
    const LibraryView few = bench.look({.text = "apples", .most_hits = 2});
    QVERIFY(few.more_hits);
    QCOMPARE(few.hits.size(), std::size_t{2});
    QCOMPARE(few.hits[0].sentence, std::string("Apples too."));  // the newest ones
  }

  void titles_and_tags_are_found_and_kept_in_side_files() {
    Bench bench;
    bench.text(1, "a.wav", {"Words."});
    bench.recording(2);
    LibraryView view = bench.synced();
    bench.library->set_title(view.entries[1], "Interview with Ann");
    bench.library->set_tags(view.entries[1], {"work", "press", "work", ""});
    bench.library->set_title(view.entries[0], "Street noise");
    view = bench.look();
    QCOMPARE(titles(view), (Strings{"Street noise", "Interview with Ann"}));
    QCOMPARE(view.entries[1].tags, (Strings{"work", "press"}));
    QCOMPARE(view.tags, (Strings{"press", "work"}));
    QCOMPARE(titles(bench.look({.text = "interview"})), Strings{"Interview with Ann"});
    QCOMPARE(titles(bench.look({.text = "PRESS"})), Strings{"Interview with Ann"});
    QCOMPARE(titles(bench.look({.tag = "work"})), Strings{"Interview with Ann"});
    QVERIFY(bench.look({.tag = "wor"}).entries.empty());
    // Without the index they are still there.
    bench.library.reset();
    fs::remove(bench.index);
    bench.library = open_library(bench.folders);
    QCOMPARE(titles(bench.synced()), (Strings{"Street noise", "Interview with Ann"}));
    bench.library->set_title(bench.look().entries[1], "");
    QCOMPARE(bench.look().entries[1].title, std::string("a.wav"));
    QCOMPARE(bench.look().entries[1].tags, (Strings{"work", "press"}));
  }

  void a_recording_that_was_named_gives_its_name_to_its_text() {
    const Bench bench;
    bench.recording(2);
    bench.library->set_title(bench.synced().entries[0], "Choir");
    bench.text(2, "2026-01-02 12-00-00.wav", {"La la."});
    const LibraryView view = bench.synced();
    QCOMPARE(titles(view), Strings{"Choir"});
    bench.library->set_tags(view.entries[0], {"music"});
    QCOMPARE(titles(bench.look()), Strings{"Choir"});
    bench.library->set_tags(bench.look().entries[0], {});
    QVERIFY(bench.look().entries[0].tags.empty());
  }

  void the_users_own_audio_is_remembered_and_never_ours() {
    const Bench bench;
    const fs::path file = bench.text(2, "2026-01-02 12-00-00.wav", {"Words."});
    bench.recording(2);
    save_notes(file, {.audio = "/somewhere/else/2026-01-02 12-00-00.wav"});
    const LibraryView view = bench.synced();
    QCOMPARE(view.entries.size(), std::size_t{2});  // the recording of that name is another one
    const LibraryEntry& text = view.entries[view.entries[0].text.empty() ? 1 : 0];
    QCOMPARE(text.sound, fs::path("/somewhere/else/2026-01-02 12-00-00.wav"));
    QVERIFY(!text.recorded);
    bench.library->set_title(text, "Mine");
    QCOMPARE(load_notes(file).audio, fs::path("/somewhere/else/2026-01-02 12-00-00.wav"));
  }

  void a_recording_of_two_texts_says_so() {
    const Bench bench;
    bench.recording(2);
    bench.text(2, "2026-01-02 12-00-00.wav", {"One."});
    bench.text(3, "2026-01-02 12-00-00.wav", {"Another model's."});
    const LibraryView view = bench.synced();
    QCOMPARE(view.entries.size(), std::size_t{2});
    QCOMPARE(view.entries[0].shared_by, 1);
    QVERIFY(view.entries[0].recorded && view.entries[1].recorded);
  }

  void a_text_that_can_not_be_read_is_listed_all_the_same() {
    const Bench bench;
    const fs::path file = bench.text(1, "a.wav", {"Words."});
    std::ofstream(file) << "{\"format\": \"tilescribe-tran";
    const LibraryView view = bench.synced();
    QCOMPARE(titles(view), Strings{"a.wav"});
    QVERIFY(view.entries[0].damaged);
    bench.text(1, "a.wav", {"Mended words."});
    QVERIFY(!bench.synced().entries[0].damaged);
    QCOMPARE(bench.found("mended"), Strings{"Mended words."});
  }

  void any_name_is_listed() {
    const Bench bench;
    const std::string no_utf8 = "\xff\xfe.wav";
    bench.text(1, no_utf8, {"Words."});
    bench.text(2, std::string(150, 'x') + ".wav", {"Words."});
    bench.text(3, "'; DROP TABLE texts; --.wav", {"Words."});
    QCOMPARE(bench.synced().entries.size(), std::size_t{3});
    const LibraryView view = bench.look();
    for (const LibraryEntry& entry : view.entries) {
      QVERIFY(fs::exists(entry.text));
      bench.library->set_title(entry, "Named");
      bench.library->put_into_bin(entry, EntryPart::both);
    }
    const LibraryView bin = bench.look({.binned = true});
    QCOMPARE(titles(bin), (Strings{"Named", "Named", "Named"}));
    bench.library->remove_for_good(bin.entries);
    QCOMPARE(bench.synced({.binned = true}).entries.size(), std::size_t{0});
  }

  void files_are_the_users_alone() {
    const Bench bench;
    bench.text(1, "a.wav", {"Words."});
    bench.recording(2);
    LibraryView view = bench.synced();
    for (const LibraryEntry& entry : view.entries) {
      bench.library->set_title(entry, "Title");
      bench.library->put_into_bin(entry, EntryPart::both);
    }
    int folders = 0, files = 0;
    for (const fs::directory_entry& file :
         fs::recursive_directory_iterator(bench.folder.path().toStdString())) {
      if (file.path().extension() == ".wav") continue;  // the test wrote it
      ++(file.is_directory() ? folders : files);
      QVERIFY2((mode_of(file.path()) & 0077U) == 0, file.path().c_str());
    }
    QCOMPARE(folders, 6);
    QVERIFY(files >= 5);  // a text, two notes, the index, its log and the lock
  }

  void a_sync_stops_when_it_is_asked_and_goes_on_later() {
    const Bench bench;
    for (int day = 1; day <= 20; ++day) bench.text(day, "a.wav", {"Words."});
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(bench.library->sync({}, stop.get_token()), Cancelled);
    QVERIFY(!bench.look().complete);
    int parts = 0;
    bench.library->sync([&] { ++parts; }, {});
    QVERIFY(parts >= 1);
    QCOMPARE(bench.look().entries.size(), std::size_t{20});
  }
};

QTEST_GUILESS_MAIN(LibraryTest)
#include "test_library.moc"
