// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "app/cli/arguments.h"
#include "tests/app/cli/parse_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using test::complaint_about;
using test::parse;

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
    QCOMPARE(timed.kernel.limit_s, 2.5);
    QVERIFY(timed.kernel.own.engine == Engine::cuda_baseline);
    QCOMPARE(timed.kernel.watched, -1);
  }

  void aKernelIsUsedInATranscription() {
    const auto model = std::get<LabModelCommand>(parse({"lab", "model", "k.cpp", "a.wav"}).command);
    QCOMPARE(model.options.audio, std::filesystem::path("a.wav"));
  }

  void labAloneListsTheExercises() { QVERIFY(std::holds_alternative<LabCommand>(parse({"lab"}).command)); }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const QStringList& words, const std::string& sentence) {
      QTest::addRow("%s", qPrintable("[" + words.join(' ') + "]"))
          << words << QString::fromStdString(sentence);
    };
    row({"lab", "build"}, "lab expects new, check, time, model or compile; found “build”.");
    row({"lab", "check"}, "lab expects a kernel's file; found none.");
    row({"lab", "time", "k.cpp", "--engine", "cuda"}, "--engine expects cpu or cuda-baseline; found “cuda”.");
  }
  void wrongUsage() {
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    QCOMPARE(complaint_about(words), sentence);
  }
};

QTEST_APPLESS_MAIN(LabArgumentsTest)
#include "test_lab_arguments.moc"
