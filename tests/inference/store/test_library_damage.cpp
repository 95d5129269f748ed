// SPDX-License-Identifier: Apache-2.0
// The library's index when it is damaged, used by two processes, or left by a killed one: no text is ever
// lost.
#include <QtTest>
#include <csignal>
#include <filesystem>
#include <random>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/core/error.h"
#include "tests/support/library_folder.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

constexpr int texts = 12;

void fill(const LibraryFolder& bench) {
  for (int i = 1; i <= texts; ++i) {
    std::vector<std::string> said;
    for (int line = 0; line < 60; ++line)
      said.push_back("Text " + std::to_string(i) + " says line " + std::to_string(line) + " of the story.");
    save_notes(bench.text(i, "talk.wav", said), {.title = "Talk " + std::to_string(i), .tags = {"kept"}});
  }
}

/// Everything is there, and is found.
void check_whole(Library& library) {
  const LibraryView view = library.look({});
  QVERIFY(view.complete);
  QCOMPARE(static_cast<int>(view.entries.size()), texts);
  for (int i = 1; i <= texts; ++i) {
    const LibraryEntry& entry = view.entries[static_cast<std::size_t>(texts - i)];
    QCOMPARE(entry.title, "Talk " + std::to_string(i));
    QCOMPARE(entry.tags, std::vector<std::string>{"kept"});
    const LibraryView hits = library.look({.text = "\"text " + std::to_string(i) + " says line 59\""});
    QCOMPARE(hits.hits.size(), std::size_t{1});
  }
}

std::vector<fs::path> set_aside(const LibraryFolder& bench) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& file : fs::directory_iterator(bench.folders.transcripts)) {
    const std::string name = file.path().filename().string();
    if (name.starts_with("library-damaged-") && name.ends_with(".sqlite")) found.push_back(file.path());
  }
  return found;
}

std::size_t text_files(const LibraryFolder& bench) {
  std::size_t files = 0;
  for (const fs::directory_entry& file : fs::directory_iterator(bench.folders.transcripts)) {
    std::error_code gone;
    if (file.path().extension() == ".json" && fs::file_size(file.path(), gone) > 0 && !gone) ++files;
  }
  return files;
}

/// Runs `work` in a process of its own; returns its id.
template <class Work>
pid_t in_process(Work work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  int status = 0;
  try {
    work();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    status = 1;
  }
  ::_exit(status);
}

bool ended_well(pid_t child) {
  int status = 1;
  return ::waitpid(child, &status, 0) == child && status == 0;
}

}  // namespace

class LibraryDamageTest : public QObject {
  Q_OBJECT

 private slots:
  void a_truncated_index_is_rebuilt() {
    std::mt19937 random(20261123);
    const LibraryFolder bench;
    fill(bench);
    open_library(bench.folders)->sync({}, {});
    const std::string whole = content(bench.index);
    QVERIFY(whole.size() > 20'000);
    for (int round = 0; round < 14; ++round) {
      const std::size_t at = round == 0 ? 0 : round == 1 ? 60 : round == 2 ? 3000 : random() % whole.size();
      std::ofstream(bench.index, std::ios::binary) << whole.substr(0, at);
      for (const char* ending : {"-wal", "-shm"}) fs::remove(fs::path(bench.index) += ending);
      const auto library = open_library(bench.folders);
      library->sync({}, {});
      check_whole(*library);
      if (QTest::currentTestFailed()) qFatal("truncated after %zu bytes", at);
      const std::vector<fs::path> aside = set_aside(bench);
      QVERIFY2(aside.size() == std::size_t{at == 0 ? 0U : 1U},
               std::to_string(at).c_str());  // an empty file is one that was not begun
      if (at == 0) continue;
      QCOMPARE(content(aside.front()).size(), at);
      fs::remove(aside.front());
    }
  }

  void an_index_of_other_bytes_is_rebuilt() {
    std::mt19937 random(7);
    const LibraryFolder bench;
    fill(bench);
    open_library(bench.folders)->sync({}, {});
    const std::string whole = content(bench.index);
    for (int round = 0; round < 10; ++round) {
      std::string spoilt = whole;
      const std::size_t at = random() % whole.size();
      for (std::size_t i = at; i < std::min(at + 3000, whole.size()); ++i)
        spoilt[i] = static_cast<char>(random());
      std::ofstream(bench.index, std::ios::binary) << spoilt;
      for (const char* ending : {"-wal", "-shm"}) fs::remove(fs::path(bench.index) += ending);
      const auto library = open_library(bench.folders);
      library->sync({}, {});
      // What it holds may be wrong where the damage has no mark; every text is there as a file, and listed.
      const LibraryView view = library->look({.text = "story"});
      QVERIFY(view.entries.size() <= static_cast<std::size_t>(texts));
      QCOMPARE(static_cast<int>(library->look({}).entries.size()), texts);
      for (const fs::path& file : set_aside(bench)) fs::remove(file);
    }
  }

  void what_is_no_database_is_set_aside() {
    const LibraryFolder bench;
    fill(bench);
    std::ofstream(bench.index) << std::string(8192, 'x');
    const auto library = open_library(bench.folders);
    library->sync({}, {});
    check_whole(*library);
    QCOMPARE(content(set_aside(bench).front()), std::string(8192, 'x'));
  }

  void an_index_that_is_damaged_while_it_is_open_is_rebuilt() {
    const LibraryFolder bench;
    std::vector<std::string> said;  // more than SQLite keeps in memory
    for (int line = 0; line < 20'000; ++line)
      said.push_back("This is line " + std::to_string(line) +
                     " of a long story, which nobody reads to its end.");
    bench.text(20, "talk.wav", said);
    auto library = open_library(bench.folders);
    library->sync({}, {});
    library.reset();
    library = open_library(bench.folders);
    const std::string whole = content(bench.index);
    QVERIFY(whole.size() > 3'000'000);
    std::fstream file(bench.index, std::ios::binary | std::ios::in | std::ios::out);
    for (std::size_t at = 8192; at + 100 < whole.size(); at += 4096) {
      file.seekp(static_cast<std::streamoff>(at));
      file << std::string(100, '\xff');
    }
    file.close();
    const LibraryView view = library->look({.text = "story", .most_hits = 1'000'000});
    QVERIFY(!view.complete);  // it says that it is to be built again
    QCOMPARE(view.set_aside, bench.folders.transcripts / "library-damaged-1.sqlite");
    library->sync({}, {});
    QCOMPARE(library->look({.text = "story", .most_hits = 1'000'000}).hits.size(), said.size());
    QVERIFY(library->look({}).set_aside.empty());  // told once
  }

  void an_index_that_somebody_deletes_is_made_anew() {
    const LibraryFolder bench;
    fill(bench);
    const auto library = open_library(bench.folders);
    library->sync({}, {});
    fs::remove(bench.index);
    QVERIFY(!library->look({}).complete);
    library->sync({}, {});
    check_whole(*library);
  }

  void two_processes_at_once_index_everything_once() {
    const LibraryFolder bench;
    constexpr int each = 30;
    const auto write = [&](const std::string& who) {
      return in_process([&bench, who] {
        const auto library = open_library(bench.folders);
        for (int i = 0; i < each; ++i) {
          const std::string number = std::to_string(100 + i);
          library->sync_text(bench.text_named("20260102-120000-" + number + "-" + who + ".json", who,
                                              {"Process " + who + " wrote this."}));
          if (i % 5 == 0) library->sync({}, {});
          if (library->look({.text = who}).hits.empty()) throw std::runtime_error("it was not found");
        }
      });
    };
    const pid_t one = write("alpha"), other = write("beta");
    QVERIFY(ended_well(one));
    QVERIFY(ended_well(other));
    const auto library = open_library(bench.folders);
    library->sync({}, {});
    QCOMPARE(library->look({.text = "alpha"}).hits.size(), std::size_t{each});
    QCOMPARE(library->look({.text = "beta"}).hits.size(), std::size_t{each});
    QCOMPARE(library->look({}).entries.size(), std::size_t{2 * each});
    QVERIFY(set_aside(bench).empty());
  }

  void a_program_that_is_stopped_while_it_opens_the_index_holds_nobody_up() {
    const LibraryFolder bench;
    const int handle = ::open((bench.folders.transcripts / "library.lock").c_str(), O_RDWR | O_CREAT, 0600);
    QCOMPARE(::flock(handle, LOCK_EX), 0);
    QVERIFY_EXCEPTION_THROWN(open_library(bench.folders), Error);
    ::close(handle);
    open_library(bench.folders)->sync({}, {});
  }

  void another_process_that_sets_a_damaged_index_aside_is_followed() {
    const LibraryFolder bench;
    fill(bench);
    const auto library = open_library(bench.folders);
    library->sync({}, {});
    QVERIFY(ended_well(in_process([&] {
      std::ofstream(bench.index) << std::string(8192, 'x');
      for (const char* ending : {"-wal", "-shm"}) fs::remove(fs::path(bench.index) += ending);
      open_library(bench.folders)->sync({}, {});
    })));
    check_whole(*library);  // through the new file, which is complete
    QCOMPARE(set_aside(bench).size(), std::size_t{1});
  }

  void killed_between_the_text_and_the_index_nothing_is_missing() {
    const LibraryFolder bench;
    std::mt19937 random(3);
    constexpr int rounds = 6;
    std::size_t before = 0;
    for (int round = 1; round <= rounds; ++round) {
      const pid_t child = in_process([&] {
        const auto library = open_library(bench.folders);
        for (int i = 0;; ++i) {
          const std::string name =
              "202601" + std::to_string(10 + round) + "-12" + std::to_string(1000 + i) + "-000-a.wav.json";
          library->sync_text(
              bench.text_named(name, "a.wav", {"Sentence " + std::to_string(i) + " is kept."}));
        }
      });
      // Somewhere in the work: some of its texts are there, and others on their way.
      const std::size_t enough = before + 2 + random() % 10;
      QVERIFY(QTest::qWaitFor([&] { return text_files(bench) >= enough; }, 60'000));
      ::usleep(static_cast<useconds_t>(random() % 5000));
      ::kill(child, SIGKILL);
      int status = 0;
      QCOMPARE(::waitpid(child, &status, 0), child);
      before = text_files(bench);
    }
    const std::size_t files = text_files(bench);
    QVERIFY(files > rounds);
    const auto library = open_library(bench.folders);
    library->sync({}, {});
    QCOMPARE(library->look({}).entries.size(), files);
    QCOMPARE(library->look({.text = "kept", .most_hits = 1'000'000}).hits.size(), files);
    QVERIFY(set_aside(bench).empty());
  }

  void nothing_that_is_typed_breaks_the_search() {
    const LibraryFolder bench;
    fill(bench);
    const auto library = open_library(bench.folders);
    library->sync({}, {});
    std::mt19937 random(11);
    const std::string pieces[] = {
        "\"", "'", "*",    "^", "(",     ")", "AND", "OR", "NOT", "NEAR", "+",
        "-",  ":", "{",    "}", "story", "a", " ",   " ",  "天",  "\xff", std::string(1, '\0'),
        "é",  "“", "said", ","};
    for (int round = 0; round < 600; ++round) {
      std::string typed;
      for (unsigned i = 0; i < 1 + random() % 8; ++i) typed += pieces[random() % std::size(pieces)];
      library->look({.text = typed});
    }
    QVERIFY(set_aside(bench).empty());
    check_whole(*library);
  }

  void a_text_that_was_written_and_never_indexed_is_found() {
    const LibraryFolder bench;
    open_library(bench.folders)->sync({}, {});
    bench.text(5, "late.wav", {"Nobody indexed this."});
    const auto library = open_library(bench.folders);
    QVERIFY(library->look({}).entries.empty());
    library->sync({}, {});
    QCOMPARE(library->look({.text = "indexed"}).hits.size(), std::size_t{1});
  }
};

QTEST_GUILESS_MAIN(LibraryDamageTest)
#include "test_library_damage.moc"
