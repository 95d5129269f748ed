// SPDX-License-Identifier: Apache-2.0
// Deleting from the library: the bin, what shares a name or a recording, and what leaves no trace.
#include <QtTest>
#include <chrono>
#include <ctime>
#include <filesystem>

#include "kernels/core/error.h"
#include "tests/support/library_folder.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

using Strings = std::vector<std::string>;
using Bench = OpenLibrary;

namespace {

/// As if it had been written two minutes ago.
void make_older(const fs::path& file) {
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::minutes(2));
}

}  // namespace

class LibraryDeletingTest : public QObject {
  Q_OBJECT

 private slots:
  void deleting_moves_what_it_says_into_the_bin_data() {
    QTest::addColumn<int>("part");
    QTest::newRow("both") << static_cast<int>(EntryPart::both);
    QTest::newRow("text") << static_cast<int>(EntryPart::text);
    QTest::newRow("sound") << static_cast<int>(EntryPart::sound);
  }
  void deleting_moves_what_it_says_into_the_bin() {
    QFETCH(int, part);
    const auto deleted = static_cast<EntryPart>(part);
    const Bench bench;
    const fs::path sound = bench.recording(2);
    const fs::path text = bench.text(2, "2026-01-02 12-00-00.wav", {"Secret words."});
    const LibraryEntry entry = bench.synced().entries.at(0);
    bench.library->put_into_bin(entry, deleted);
    QCOMPARE(fs::exists(text), !has_text(deleted));
    QCOMPARE(fs::exists(sound), !has_sound(deleted));
    for (const bool again : {false, true}) {  // a sync sees the same
      if (again) bench.library->sync({}, {});
      const LibraryView view = bench.look(), bin = bench.look({.binned = true});
      QCOMPARE(view.entries.size(), std::size_t{deleted == EntryPart::both ? 0U : 1U});
      QCOMPARE(view.in_bin, 1);
      QCOMPARE(bin.entries.size(), std::size_t{1});
      QCOMPARE(bin.entries[0].text.empty(), !has_text(deleted));
      QCOMPARE(bin.entries[0].recorded, has_sound(deleted));
      QCOMPARE(bench.found("secret").empty(), has_text(deleted));
      QCOMPARE(bench.look({.text = "secret", .binned = true}).hits.empty(), !has_text(deleted));
    }
    bench.library->put_back(bench.look({.binned = true}).entries[0]);
    QVERIFY(fs::exists(text) && fs::exists(sound));
    const LibraryView view = bench.look();
    QCOMPARE(view.entries.size(), std::size_t{1});
    QVERIFY(view.entries[0].recorded && !view.entries[0].text.empty());
    QCOMPARE(view.in_bin, 0);
    QCOMPARE(bench.found("secret"), Strings{"Secret words."});
  }

  void what_is_removed_for_good_leaves_no_trace() {
    const Bench bench;
    bench.recording(2);
    const fs::path text = bench.text(2, "2026-01-02 12-00-00.wav", {"The password is xylophone."});
    bench.text(3, "other.wav", {"Harmless."});
    const LibraryView view = bench.synced();
    bench.library->set_title(view.entries[1], "Quokka");
    bench.library->put_into_bin(bench.look().entries[1], EntryPart::both);
    std::ofstream(bench.folders.transcripts / "library-damaged-1.sqlite") << "xylophone";
    bench.library->remove_for_good(bench.look({.binned = true}).entries);
    QCOMPARE(bench.look().in_bin, 0);
    for (const fs::directory_entry& file :
         fs::recursive_directory_iterator(bench.folder.path().toStdString())) {
      const std::string bytes = file.is_regular_file() ? content(file.path()) : std::string();
      QVERIFY2(bytes.find("xylophone") == std::string::npos && bytes.find("Quokka") == std::string::npos,
               file.path().c_str());
      QVERIFY2(file.path().extension() != ".wav", file.path().c_str());
    }
    QCOMPARE(titles(bench.synced()), Strings{"other.wav"});
  }

  void notes_of_a_file_that_somebody_removed_go_too() {
    const Bench bench;
    const fs::path sound = bench.recording(2);
    bench.library->set_title(bench.synced().entries[0], "Private matters");
    const fs::path notes = bench.folders.recordings / "notes" / sound.filename();
    QVERIFY(fs::exists(notes));
    bench.library->put_into_bin(bench.look().entries[0], EntryPart::both);
    bench.library->sync({}, {});
    QVERIFY(fs::exists(notes));
    fs::remove(bench.folders.recordings / "bin" / sound.filename());
    make_older(notes);
    bench.library->sync({}, {});
    QVERIFY(!fs::exists(notes));
  }

  void notes_that_were_kept_before_their_text_stay() {
    const Bench bench;
    const fs::path text = bench.folders.transcripts / "20260102-120000-000-a.wav.json";
    save_notes(text, {.audio = "/somewhere/else/a.wav"});
    bench.library->sync({}, {});
    QCOMPARE(load_notes(text).audio, fs::path("/somewhere/else/a.wav"));
    make_older(text.parent_path() / "notes" / text.filename());
    bench.library->sync({}, {});
    QVERIFY(load_notes(text).audio.empty());
  }

  void notes_that_are_being_written_stay() {
    const Bench bench;
    fs::create_directory(bench.folders.transcripts / "notes");
    const fs::path held = bench.folders.transcripts / "notes" / ".tilescribe-7.tmp";
    std::ofstream(held) << "half";
    bench.library->sync({}, {});
    QVERIFY(fs::exists(held));
  }

  void a_second_recording_of_the_same_name_is_seen_in_the_bin() {
    const Bench bench;
    for (const char* title : {"First", "Second"}) {
      bench.recording(2);
      bench.library->set_title(bench.synced().entries.at(0), title);
      bench.library->put_into_bin(bench.look().entries.at(0), EntryPart::both);
    }
    const LibraryView bin = bench.synced({.binned = true});
    QCOMPARE(bin.entries.size(), std::size_t{2});
    const fs::path again = bench.folders.recordings / "bin" / "2026-01-02 12-00-00 (2).wav";
    QVERIFY(fs::exists(again));
    QCOMPARE(load_notes(again).title, std::string("Second"));
    // A third one, and another number where somebody's recording has the name.
    bench.recording(2);
    fs::copy(again, bench.folders.recordings / "2026-01-02 12-00-00 (3).wav");
    for (const LibraryEntry& entry : bench.synced().entries)
      if (entry.sound.filename() == "2026-01-02 12-00-00.wav")
        bench.library->put_into_bin(entry, EntryPart::both);
    QVERIFY(fs::exists(bench.folders.recordings / "bin" / "2026-01-02 12-00-00 (4).wav"));
    QCOMPARE(bench.synced({.binned = true}).entries.size(), std::size_t{3});
  }

  void two_texts_of_one_recording_are_deleted_together() {
    const Bench bench;
    const fs::path sound = bench.recording(2);
    bench.text(2, sound.filename(), {"One."});
    bench.text(3, sound.filename(), {"Another model's."});
    const LibraryView view = bench.synced();
    for (const LibraryEntry& entry : view.entries) bench.library->put_into_bin(entry, EntryPart::both);
    for (const bool again : {false, true}) {
      const LibraryView bin = again ? bench.synced({.binned = true}) : bench.look({.binned = true});
      QCOMPARE(bin.entries.size(), std::size_t{2});
      QVERIFY(bin.entries[0].recorded && bin.entries[1].recorded);
    }
    for (const LibraryEntry& entry : bench.look({.binned = true}).entries) bench.library->put_back(entry);
    QVERIFY(fs::exists(sound));
    QCOMPARE(bench.look().entries.size(), std::size_t{2});
  }

  void what_fails_for_one_entry_is_done_for_the_others() {
    const Bench bench;
    for (int day = 1; day <= 3; ++day) bench.text(day, "a.wav", {"Words."});
    const LibraryView view = bench.synced();
    fs::remove(view.entries[1].text);
    QVERIFY_EXCEPTION_THROWN(for_each_entry(view.entries,
                                            [&](const LibraryEntry& entry) {
                                              bench.library->put_into_bin(entry, EntryPart::both);
                                            }),
                             Error);
    QCOMPARE(bench.synced({.binned = true}).entries.size(), std::size_t{2});
  }

  void what_is_removed_leaves_the_mark_of_another_recording() {
    const Bench bench;
    const fs::path sound = bench.recording(2);
    bench.library->put_into_bin(bench.synced().entries.at(0), EntryPart::both);
    const LibraryView bin = bench.synced({.binned = true});
    bench.recording(2);
    const fs::path mark = fs::path(sound) += ".unfinished";
    std::ofstream{mark};
    bench.library->remove_for_good(bin.entries);
    QVERIFY(fs::exists(mark));
  }

  void a_file_that_comes_where_the_index_has_one_takes_its_place() {
    const Bench bench;
    const fs::path sound = bench.recording(2), text = bench.text(2, "a.wav", {"First."});
    LibraryView view = bench.synced();
    for (const LibraryEntry& entry : view.entries) bench.library->put_into_bin(entry, EntryPart::both);
    // Somebody empties the bin by hand, and the same names are made again.
    fs::remove_all(bench.folders.transcripts / "bin");
    fs::remove_all(bench.folders.recordings / "bin");
    bench.recording(2);
    bench.library->sync_text(bench.text(2, "a.wav", {"Second."}));
    for (const LibraryEntry& entry : view.entries) bench.library->put_into_bin(entry, EntryPart::both);
    QVERIFY(bench.look({.text = "first", .binned = true}).hits.empty());
    QCOMPARE(sentences(bench.look({.text = "second", .binned = true})), Strings{"Second."});
    QCOMPARE(bench.synced({.binned = true}).entries.size(), std::size_t{2});
  }

  void only_what_is_in_the_bin_is_removed() {
    const Bench bench;
    const fs::path text = bench.text(2, "a.wav", {"Words."});
    bench.library->remove_for_good(bench.synced().entries);
    QVERIFY(fs::exists(text));
    QCOMPARE(titles(bench.look()), Strings{"a.wav"});
  }

  void one_of_the_same_name_in_the_bin_is_not_overwritten() {
    const Bench bench;
    bench.text(2, "a.wav", {"First."});
    bench.library->put_into_bin(bench.synced().entries[0], EntryPart::both);
    bench.text(2, "a.wav", {"Second."});
    bench.library->put_into_bin(bench.synced().entries[0], EntryPart::both);
    QCOMPARE(bench.look({.binned = true}).entries.size(), std::size_t{2});
    QCOMPARE(sentences(bench.look({.text = "first", .binned = true})), Strings{"First."});
    QCOMPARE(sentences(bench.look({.text = "second", .binned = true})), Strings{"Second."});
  }

  void old_texts_go_where_that_is_asked_for_but_not_from_the_bin() {
    const Bench bench;
    bench.text(1, "a.wav", {"Old."});
    bench.text(2, "b.wav", {"Old, and in the bin."});
    const std::time_t now = std::time(nullptr);
    char stamp[32];
    std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S-000-", std::localtime(&now));
    bench.text_named(std::string(stamp) + "c.wav.json", "c.wav", {"Old news, kept today."});
    const LibraryView view = bench.synced();
    QCOMPARE(titles(view), (Strings{"c.wav", "b.wav", "a.wav"}));
    bench.library->put_into_bin(view.entries[1], EntryPart::both);
    QCOMPARE(bench.library->remove_old_texts(0), 0);
    QCOMPARE(bench.library->remove_old_texts(1), 1);
    QCOMPARE(titles(bench.look()), Strings{"c.wav"});
    QCOMPARE(bench.found("old"), Strings{"Old news, kept today."});
    QCOMPARE(bench.look().in_bin, 1);
  }
};

QTEST_GUILESS_MAIN(LibraryDeletingTest)
#include "test_library_deleting.moc"
