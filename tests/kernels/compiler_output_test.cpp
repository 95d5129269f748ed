// SPDX-License-Identifier: Apache-2.0
// Run-time compilation: what compilers say, of a source and of the code that they made.
#include <QtTest>
#include <string>
#include <utility>
#include <vector>

#include "kernels/jit/code_summary.h"
#include "kernels/jit/diagnostic.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

namespace {

using Counts = std::vector<std::pair<std::string, int>>;
Counts counted(const CodeSummary& kernel) {
  Counts counts;
  for (const auto& [what, count] : kernel.instructions) counts.emplace_back(english(what), count);
  return counts;
}

}  // namespace

class CompilerOutputTest : public QObject {
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
};

QTEST_APPLESS_MAIN(CompilerOutputTest)
#include "compiler_output_test.moc"
