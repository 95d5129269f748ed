// SPDX-License-Identifier: Apache-2.0
// Run-time compilation: the cache of what compilers made.
#include <QTemporaryDir>
#include <QtTest>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/jit/compiled.h"
#include "kernels/jit/host_compiler.h"

using namespace tilescribe;
using namespace tilescribe::kernels;
namespace fs = std::filesystem;

namespace {

/// Counts how often it is asked. Its code is the source.
class CountingCompiler final : public Compiler {
 public:
  std::string identity() const override { return name; }
  std::string compile(const Unit& unit) const override {
    ++runs;
    return "code of " + unit.text;
  }
  std::string name = "compiler 1";
  mutable int runs = 0;
};

Unit unit() {
  return {"gelu.cpp", "struct Kernel;", "#define A", "#include \"entry.h\"", {{"entry.h", "int x;"}},
          {"-O2"}};
}

const std::string key(32, 'a');

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

unsigned mode_of(const fs::path& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 ? facts.st_mode & 0777u : 0u;
}

/// An entry that is long enough for a kill to hit while it is written; each differs from all others.
std::string large_entry(int number) {
  return std::to_string(number) + std::string(std::size_t{1} << 18, static_cast<char>('a' + number % 26));
}

bool is_large_entry(const std::string& entry) {
  return entry == large_entry(std::atoi(entry.c_str()));
}

/// A process that writes one entry again and again, until it is killed.
pid_t start_writer(const fs::path& folder, int first) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const BinaryCache cache(folder);
  for (int i = first;; ++i) cache.keep(key, large_entry(i));
}

}  // namespace

class JitTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    place_.emplace();
    folder_ = place_->path().toStdString() + "/cache/kernels";
  }

  void an_unchanged_source_is_compiled_once() {
    const CountingCompiler compiler;
    const BinaryCache cache(folder_);
    const Compiled first = compiled(unit(), compiler, cache), second = compiled(unit(), compiler, cache);
    QCOMPARE(first.bytes, std::string("code of struct Kernel;"));
    QCOMPARE(second.bytes, first.bytes);
    QVERIFY(!first.kept && second.kept);
    QCOMPARE(compiler.runs, 1);
  }

  void all_that_decides_the_code_is_in_the_key() {
    CountingCompiler compiler;
    const std::string plain = key_of(unit(), compiler);
    QCOMPARE(key_of(unit(), compiler), plain);
    std::vector<Unit> others(7, unit());
    others[0].text += ' ';
    others[1].file = "silu.cpp";  // complaints name it
    others[2].before += ' ';
    others[3].after += ' ';
    others[4].headers[0].text += ' ';
    others[5].options.emplace_back("-g");
    others[6].headers[0].name += 'x';
    for (const Unit& other : others) QVERIFY(key_of(other, compiler) != plain);
    compiler.name = "compiler 2";
    QVERIFY(key_of(unit(), compiler) != plain);
  }

  void without_a_folder_everything_is_compiled() {
    const CountingCompiler compiler;
    for (int i = 0; i < 2; ++i) QVERIFY(!compiled(unit(), compiler, BinaryCache({})).kept);
    write(place_->path().toStdString() + "/cache", "a file where the folder should be");
    for (int i = 0; i < 2; ++i) QVERIFY(!compiled(unit(), compiler, BinaryCache(folder_)).kept);
    QCOMPARE(compiler.runs, 4);
  }

  void entries_belong_to_the_user_alone() {
    const BinaryCache cache(folder_);
    cache.keep(key, "code");
    QCOMPARE(mode_of(folder_), 0700u);
    QCOMPARE(mode_of(folder_ / (key + ".kernel")), 0600u);
  }

  void a_folder_that_others_can_write_to_is_not_used() {
    BinaryCache(folder_).keep(key, "planted");
    for (const unsigned mode : {0770u, 0702u, 01777u}) {
      QCOMPARE(::chmod(folder_.c_str(), mode), 0);
      const BinaryCache open(folder_);
      QVERIFY(open.folder().empty() && !open.find(key));
      open.keep(std::string(32, 'b'), "code");
      QVERIFY(!fs::exists(folder_ / (std::string(32, 'b') + ".kernel")));
    }
    QCOMPARE(::chmod(folder_.c_str(), 0755), 0);  // others may read
    QVERIFY(BinaryCache(folder_).find(key).has_value());
  }

  void a_linked_folder_is_not_used() {
    const fs::path other = place_->path().toStdString() + "/other";
    fs::create_directories(other);
    fs::create_directories(folder_.parent_path());
    fs::create_directory_symlink(other, folder_);
    BinaryCache(folder_).keep(key, "code");
    QVERIFY(fs::is_empty(other));
  }

  void a_damaged_entry_is_noticed_and_goes_data() {
    QTest::addColumn<int>("damage");
    QTest::newRow("cut short") << 0;
    QTest::newRow("a changed bit") << 1;
    QTest::newRow("empty") << 2;
    QTest::newRow("longer") << 3;
    QTest::newRow("another key's") << 4;
  }
  void a_damaged_entry_is_noticed_and_goes() {
    QFETCH(int, damage);
    const BinaryCache cache(folder_);
    cache.keep(key, std::string(5000, 'x'));
    const fs::path file = folder_ / (key + ".kernel");
    std::string bytes = bytes_of(file);
    QVERIFY(cache.find(key).has_value());
    if (damage == 0) bytes.resize(bytes.size() / 2);
    if (damage == 1) bytes[bytes.size() - 9] ^= 1;
    if (damage == 2) bytes.clear();
    if (damage == 3) bytes += 'x';
    if (damage == 4) {
      cache.keep(std::string(32, 'b'), std::string(5000, 'x'));
      bytes = bytes_of(folder_ / (std::string(32, 'b') + ".kernel"));
    }
    write(file, bytes);
    QVERIFY(!cache.find(key).has_value());
    QVERIFY(!fs::exists(file));
    cache.keep(key, "anew");
    QCOMPARE(cache.find(key).value_or(""), std::string("anew"));
  }

  /// A program that is called c++ says its limits, and notes what it finds beside its own folder.
  void a_compiler_is_limited_and_what_a_killed_program_left_goes() {
    const fs::path place = place_->path().toStdString();
    write(place / "c++", "#!/bin/sh\nsleep 0.1\necho processor time $(ulimit -t)\n");
    fs::permissions(place / "c++", fs::perms::owner_all);
    for (const char* name : {"tilescribe-kernel-old", "tilescribe-kernel-new", "another-old"})
      fs::create_directories(place / name / "headers");
    for (const char* name : {"tilescribe-kernel-old", "another-old"})
      fs::last_write_time(place / name, fs::file_time_type::clock::now() - std::chrono::hours(2));
    const QByteArray path = qgetenv("PATH"), temporary = qgetenv("TMPDIR");
    const auto restored = qScopeGuard([&] {
      qputenv("PATH", path);
      temporary.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", temporary);
    });
    qputenv("PATH", place_->path().toUtf8() + ":" + path);
    qputenv("TMPDIR", place_->path().toUtf8());
    const HostCompiler compiler = HostCompiler::find();
    QVERIFY2(compiler.identity().find("processor time 60 ") != std::string::npos,
             compiler.identity().c_str());
    QVERIFY_THROWS_EXCEPTION(std::exception, compiler.compile(unit()));
    QVERIFY(!fs::exists(place / "tilescribe-kernel-old"));
    QVERIFY(fs::exists(place / "tilescribe-kernel-new") && fs::exists(place / "another-old"));
  }

  void the_entry_used_longest_ago_goes_first() {
    const BinaryCache cache(folder_, 40'000);
    const auto name = [](int i) { return std::string(32, static_cast<char>('a' + i)); };
    for (int i = 0; i < 3; ++i) {
      cache.keep(name(i), std::string(10'000, 'x'));
      // Times of files may be coarse: these are apart.
      fs::last_write_time(folder_ / name(i).append(".kernel"),
                          fs::file_time_type::clock::now() - std::chrono::hours(10 - i));
    }
    QVERIFY(cache.find(name(0)).has_value());  // used now
    cache.keep(name(3), std::string(15'000, 'x'));
    QVERIFY(!cache.find(name(1)).has_value());
    for (const int i : {0, 2, 3}) QVERIFY(cache.find(name(i)).has_value());
  }

  void what_a_killed_writer_left_goes_after_a_while() {
    const BinaryCache cache(folder_);
    const fs::path old = folder_ / ".part-old", fresh = folder_ / ".part-new";
    write(old, "half");
    write(fresh, "half");
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
    cache.keep(key, "code");
    QVERIFY(!fs::exists(old) && fs::exists(fresh));
  }

  void two_processes_at_once() {
    const BinaryCache cache(folder_);
    const pid_t writers[] = {start_writer(folder_, 0), start_writer(folder_, 13)};
    int found = 0;
    QString wrong;
    QElapsedTimer patience;
    patience.start();
    while (found < 30 && wrong.isEmpty() && patience.elapsed() < 60'000) {
      const auto entry = cache.find(key);
      if (!entry) continue;
      ++found;
      if (!is_large_entry(*entry)) wrong = "A reader saw an entry that nobody wrote.";
    }
    for (const pid_t writer : writers) {
      ::kill(writer, SIGKILL);
      ::waitpid(writer, nullptr, 0);
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    QCOMPARE(found, 30);
  }

  void a_kill_during_a_write_leaves_no_half_entry() {
    const BinaryCache cache(folder_);
    cache.keep(key, large_entry(0));
    int halves = 0;
    for (int round = 0; round < 10; ++round) {
      const pid_t writer = start_writer(folder_, round);
      const bool wrote = QTest::qWaitFor([&] { return !unfinished().empty(); }, 60'000);
      ::kill(writer, SIGKILL);
      ::waitpid(writer, nullptr, 0);
      QVERIFY(wrote);
      for (const fs::path& file : unfinished()) {
        ++halves;
        fs::remove(file);
      }
      const auto entry = cache.find(key);
      QVERIFY(entry.has_value() && is_large_entry(*entry));
    }
    QVERIFY(halves > 0);  // so a kill did come during a write
  }

 private:
  std::vector<fs::path> unfinished() const {
    std::vector<fs::path> files;
    for (const auto& file : fs::directory_iterator(folder_)) {
      if (file.path().filename().string().starts_with(".part-")) files.push_back(file.path());
    }
    return files;
  }

  std::optional<QTemporaryDir> place_;
  fs::path folder_;
};

QTEST_APPLESS_MAIN(JitTest)
#include "jit_test.moc"
