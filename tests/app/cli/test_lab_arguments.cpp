// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "app/cli/arguments.h"
#include "tests/app/cli/parse_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using test::compare_wrong_usage;
using test::parse;
using test::wrong_usage_rows;

/// The arguments of lab and of the commands below it.
class LabArgumentsTest : public QObject {
  Q_OBJECT

 private slots:
  void aKernelIsTimed() {
    const auto timed = std::get<LabTimeCommand>(
        parse({"lab", "time", "k.cpp", "--shape", "rows=8", "--limit", "2.5", "--engine", "cuda-baseline"})
            .command);
    QCOMPARE(timed.kernel.own.file, std::filesystem::path("k.cpp"));
    QCOMPARE(timed.options.shape, std::string("rows=8"));
    QCOMPARE(timed.kernel.process.limit_s, 2.5);
    QVERIFY(timed.kernel.own.engine == Engine::cuda_baseline);
    QCOMPARE(timed.kernel.process.watched, -1);
    QCOMPARE(timed.json, std::string());
    QCOMPARE(std::get<LabTimeCommand>(parse({"lab", "time", "k.cpp", "--json", "-"}).command).json,
             std::string("-"));
  }

  void aKernelIsUsedInATranscription() {
    const auto model =
        std::get<LabModelCommand>(parse({"lab", "model", "k.cpp", "a.wav", "--json", "m.json"}).command);
    QCOMPARE(model.json, std::string("m.json"));
    QCOMPARE(model.options.audio, std::filesystem::path("a.wav"));
  }

  void labAloneListsTheExercises() { QVERIFY(std::holds_alternative<LabCommand>(parse({"lab"}).command)); }

  void wrongUsage_data() {
    const auto row = wrong_usage_rows();
    row({"lab", "build"}, "lab expects new, check, time, model or compile; found “build”.");
    row({"lab", "check"}, "lab expects a kernel's file; found none.");
    row({"lab", "time", "k.cpp", "--engine", "cuda"}, "--engine expects cpu or cuda-baseline; found “cuda”.");
  }
  void wrongUsage() { compare_wrong_usage(); }
};

QTEST_APPLESS_MAIN(LabArgumentsTest)
#include "test_lab_arguments.moc"
