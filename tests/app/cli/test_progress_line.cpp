// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <limits>

#include "app/cli/progress_line.h"
#include "tests/app/cli/fake_services.h"

using namespace tilescribe;
using namespace tilescribe::cli;

namespace {

Progress progress(double fraction, double remaining_s) {
  Progress result;
  result.fraction = fraction;
  result.remaining_s = remaining_s;
  return result;
}

}  // namespace

class ProgressLineTest : public QObject {
  Q_OBJECT

 private slots:
  void clocks() {
    QCOMPARE(clock(0), std::string("0:00"));
    QCOMPARE(clock(59.6), std::string("1:00"));
    QCOMPARE(clock(65), std::string("1:05"));
    QCOMPARE(clock(3599.6), std::string("1:00:00"));
    QCOMPARE(clock(36000 + 61), std::string("10:01:01"));
    QCOMPARE(clock(-5), std::string("0:00"));
  }

  void lines() {
    QCOMPARE(progress_line("a.wav", progress(0.5, 65), 40),
             std::string("a.wav  [#######-------]  50%  1:05 left"));
    QCOMPARE(progress_line("a.wav", progress(0.0, -1), 30), std::string("a.wav  [---------------]   0%"));
    QCOMPARE(progress_line("a.wav", progress(1.0, 0), 40),
             std::string("a.wav  [##############] 100%  0:00 left"));
    QCOMPARE(progress_line("a.wav", progress(std::numeric_limits<double>::quiet_NaN(), -1), 30),
             std::string("a.wav  [---------------]   0%"));
  }

  void everyWidthFits() {
    const QString name = QString("a very long name that goes on and on ").repeated(5) + "end 你好😀.wav";
    for (int columns = 0; columns < 200; ++columns) {
      const QString line =
          QString::fromStdString(progress_line(name.toStdString(), progress(0.37, 12345), columns));
      int width = 0;
      for (const uint c : line.toUcs4()) width += c >= 0x1100 ? 2 : 1;
      QVERIFY2(width <= std::max(0, columns - 1), qPrintable(QString("%1: %2").arg(columns).arg(line)));
      QVERIFY(!line.contains(QChar::ReplacementCharacter));
    }
  }

  void noControlCharacters() {
    const std::string line = progress_line(
        "a\x1B[31m\x7F\n\xC2\x9B"
        "b.wav",
        progress(0.5, -1), 120);
    QVERIFY2(line.starts_with("a\\x1B[31m\\x7F\\n\\u009Bb.wav  ["), line.c_str());
  }

  void redrawsInPlaceAndLeavesNothing() {
    test::StringConsole console;
    console.err_terminal = true;
    {
      ProgressBar bar(console, "a.wav");
      bar.update(progress(0.1, -1));
      bar.update(progress(0.2, -1));  // too soon
      QCOMPARE(QString::fromStdString(console.errors).count("a.wav"), 1);
      bar.clear();
      bar.update(progress(0.3, -1));
      QCOMPARE(QString::fromStdString(console.errors).count("a.wav"), 2);
    }
    QVERIFY(console.errors.ends_with("\r\x1B[K"));
    QVERIFY(console.errors.find('\n') == std::string::npos);
    QVERIFY(console.output.empty());
  }

  void silentInAPipe() {
    test::StringConsole console;
    ProgressBar bar(console, "a.wav");
    bar.update(progress(0.1, -1));
    bar.clear();
    QVERIFY(console.errors.empty());
  }
};

QTEST_APPLESS_MAIN(ProgressLineTest)
#include "test_progress_line.moc"
