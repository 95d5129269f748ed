// SPDX-License-Identifier: Apache-2.0
// Run-time compilation: where compilers complain, and the cache of what they made.
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

#include "kernels/jit/code_summary.h"
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

namespace {

using Counts = std::vector<std::pair<std::string, int>>;
Counts counted(const CodeSummary& kernel) {
  Counts counts;
  for (const auto& [what, count] : kernel.instructions) counts.emplace_back(english(what), count);
  return counts;
}

}  // namespace

class JitTest : public QObject {
  Q_OBJECT

 private slots:
  void code_is_summed_up() {
    const char* log =
        "ptxas info    : 4 bytes gmem\n"
        "ptxas info    : Compiling entry function 'grid' for 'sm_90a'\n"
        "ptxas info    : Function properties for grid\n"
        "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 8 registers, used 0 barriers\n"
        "ptxas info    : Compiling entry function 'kernel' for 'sm_90a'\n"
        "ptxas info    : Function properties for kernel\n"
        "ptxas         .     72 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads\n"
        "ptxas info    : Used 72 registers, used 2 barriers, 1024 bytes smem\n";
    const char* ptx =
        ".visible .global .align 4 .u32 bytes = 4096;\n"
        ".visible .entry grid(\n\t.param .u64 grid_0\n)\n{\n\tld.param.u64 \t%rd1, [grid_0];\n\tret;\n\n}\n"
        ".visible .entry kernel(\n\t.param .u64 kernel_0\n)\n.maxntid 128, 1, 1\n{\n"
        "\t.reg .f32 \t%f<69>;\n"
        "\tld.global.v4.f32 \t{%f1, %f2, %f3, %f4}, [%rd7+16];\n"
        "$L__BB0_2:\n"
        "\t@%p1 ld.global.nc.f32 \t%f5, [%rd7];\n"
        "\t// begin inline asm\n"
        "\t{ mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1, %f2}, {%r1}, {%r2}; }\n"
        "\t{wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f1}, %rd1, %rd2, "
        "1;}\n"
        "\t// end inline asm, ld.global in a comment\n"
        "\tst.shared.f32 \t[%r1], %f1;\n\tldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1}, [%r2];\n"
        "\tbar.sync \t0;\n\tfma.rn.f32 \t%f6, %f1, %f2, %f3;\n\tex2.approx.f32 \t%f7, %f6;\n"
        "\tst.local.f32 \t[%rd1], %f7;\n\tst.global.f32 \t[%rd7], %f7;\n\t@%p1 bra "
        "\t$L__BB0_2;\n\tret;\n\n}\n";
    const std::vector<CodeSummary> kernels = code_summaries(log, ptx);
    QCOMPARE(kernels.size(), std::size_t{2});
    QCOMPARE(kernels[0].kernel, std::string("grid"));
    QCOMPARE(kernels[0].registers, 8);
    QCOMPARE(counted(kernels[0]), (Counts{{"all kinds", 2}}));
    const CodeSummary& kernel = kernels[1];
    QCOMPARE(kernel.registers, 72);
    QCOMPARE(kernel.shared_bytes, 1024);
    QCOMPARE(kernel.stack_bytes, 72);
    QCOMPARE(kernel.spill_store_bytes, 16);
    QCOMPARE(kernel.spill_load_bytes, 24);
    QCOMPARE(kernel.barriers, 2);
    QCOMPARE(counted(kernel), (Counts{{"wgmma", 1},
                                      {"order of wgmma", 1},
                                      {"mma", 1},
                                      {"fma", 1},
                                      {"special functions", 1},
                                      {"global loads", 2},
                                      {"global stores", 1},
                                      {"shared loads", 1},
                                      {"shared stores", 1},
                                      {"local stores", 1},
                                      {"barriers", 1},
                                      {"branches", 1},
                                      {"all kinds", 14}}));
    QCOMPARE(first_value(ptx, "bytes"), 4096);
    QCOMPARE(first_value(ptx, "ytes"), 0);
  }

  void a_log_of_another_form_says_nothing() {
    QVERIFY(code_summaries("", "").empty());
    const auto kernels = code_summaries("Compiling entry function 'kernel", ".entry kernel(");
    QCOMPARE(kernels.size(), std::size_t{1});
    QCOMPARE(kernels[0].registers, 0);
    QCOMPARE(counted(kernels[0]), (Counts{{"all kinds", 0}}));
  }

  void init() {
    place_.emplace();
    folder_ = place_->path().toStdString() + "/cache/kernels";
  }

  void complaints_data() {
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* name, const char* output, const char* found) {
      QTest::newRow(name) << QString(output) << QString(found);
    };
    row("GCC",
        "In file included from entry:1:\n"
        "my/gelu.cpp: In static member function 'static void Kernel::run()':\n"
        "my/gelu.cpp:13:22: error: 'y' was not declared in this scope; did you mean 'yn'?\n"
        "   13 |       squares += x * y;\n"
        "      |                      ^\n",
        "my/gelu.cpp:13:22: 'y' was not declared in this scope; did you mean 'yn'?");
    row("Clang", "my/gelu.cpp:13:22: error: use of undeclared identifier 'y'\n1 error generated.\n",
        "my/gelu.cpp:13:22: use of undeclared identifier 'y'");
    row("NVRTC", "my/gelu.cpp(13): error: identifier \"y\" is undefined\n\n1 error detected.\n",
        "my/gelu.cpp:13: identifier \"y\" is undefined");
    row("an included file", "my/gelu.cpp:1:10: fatal error: cuda.h: No such file or directory\n",
        "my/gelu.cpp:1:10: cuda.h: No such file or directory");
    row("in a header, GCC",
        "headers/kernels/tile/mma.h: In instantiation of 'void mma()':\n"
        "my/gelu.cpp:12:22:   required from here\n"
        "headers/kernels/tile/mma.h:87:58: error: static assertion failed: sizes agree\n",
        "my/gelu.cpp:12:22: static assertion failed: sizes agree (mma.h:87)");
    row("in a header, Clang",
        "headers/kernels/tile/mma.h:87:58: error: static assertion failed: sizes agree\n"
        "my/gelu.cpp:12:22: note: in instantiation of function template 'mma' requested here\n",
        "my/gelu.cpp:12:22: static assertion failed: sizes agree (mma.h:87)");
    row("in a header, NVRTC",
        "kernels/tile/layout.h(40): error: static assertion failed with \"sizes are powers of two\"\n"
        "          detected during:\n"
        "            instantiation of class \"BlockedRows\" at line 14 of kernels/tile/tile.h\n"
        "            instantiation of class \"Values\" at line 9 of my/gelu.cpp\n",
        "my/gelu.cpp:9: static assertion failed with \"sizes are powers of two\" (layout.h:40)");
    row("two",
        "my/gelu.cpp:3:1: error: first\nmy/gelu.cpp:3:1: note: a hint\nmy/gelu.cpp:4:2: error: second: "
        "third\n",
        "my/gelu.cpp:3:1: first|my/gelu.cpp:4:2: second: third");
    row("a warning", "my/gelu.cpp:3:1: warning: unused\n", "");
  }
  void complaints() {
    QFETCH(QString, output);
    QFETCH(QString, found);
    QStringList texts;
    for (const Diagnostic& one : diagnostics_in(output.toStdString(), "my/gelu.cpp"))
      texts += QString::fromStdString(text_of(one));
    QCOMPARE(texts.join('|'), found);
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
