// SPDX-License-Identifier: Apache-2.0
// What counts as a loop, and that nothing a speaker says does.
#include <QtTest>
#include <algorithm>
#include <vector>

#include "inference/api/lab.h"
#include "inference/generate/loop_guard.h"

namespace {

using namespace tilescribe;
using generate::find_loop;
using generate::Loop;

// `before` tokens that repeat nothing, then `repeats` times a phrase of `period` tokens.
std::vector<std::int32_t> run(std::size_t before, std::size_t period, std::size_t repeats) {
  std::vector<std::int32_t> tokens;
  for (std::size_t i = 0; i < before; ++i) tokens.push_back(static_cast<std::int32_t>(1000 + i));
  for (std::size_t i = 0; i < period * repeats; ++i) tokens.push_back(static_cast<std::int32_t>(i % period));
  return tokens;
}

std::size_t repeats_of_a_loop(std::size_t period) {
  return std::max(std::size_t{4}, (24 + period - 1) / period);
}

}  // namespace

class LoopGuardTest : public QObject {
  Q_OBJECT

 private slots:
  void repeats_are_found_at_the_bound_and_not_before() {
    for (std::size_t period = 1; period <= 64; ++period) {
      const std::size_t bound = repeats_of_a_loop(period);
      for (const std::size_t before : {0, 1, 50}) {
        const Loop found = find_loop(run(before, period, bound));
        QCOMPARE(found.period, period);
        QCOMPARE(found.repeats, bound);
        std::vector<std::int32_t> almost = run(before, period, bound);
        almost.pop_back();
        QCOMPARE(find_loop(almost).period, std::size_t{0});
      }
    }
  }

  void only_the_end_counts() {
    std::vector<std::int32_t> tokens = run(3, 2, 30);
    tokens.push_back(7000);
    QCOMPARE(find_loop(tokens).period, std::size_t{0});
  }

  void longer_phrases_are_left_alone() {
    QCOMPARE(find_loop(run(0, 65, 10)).period, std::size_t{0});
    QCOMPARE(find_loop({}).period, std::size_t{0});
  }

  void speech_is_no_loop_data() {
    QTest::addColumn<QString>("text");
    for (const char* name : {"short", "medium", "long", "sample"}) {
      QFile file(QString(TILESCRIBE_SOURCE_DIR "/resources/audio/%1.txt").arg(name));
      QVERIFY(file.open(QIODevice::ReadOnly));
      QTest::newRow(name) << QString::fromUtf8(file.readAll());
    }
    QTest::newRow("an excited speaker")
        << "No, no, no, no, no! Very, very, very, very good. Ha ha ha ha ha ha.";
    QTest::newRow("a million") << "It cost 1,000,000,000,000 dollars, not 1000000000.";
    QTest::newRow("a telephone") << "Call 555-555-5555, or 0800 00 00 00, extension 1111.";
    QTest::newRow("a refrain")
        << "Row, row, row your boat. Merrily, merrily, merrily, merrily, life is but a "
           "dream. Row, row, row your boat, gently down the stream.";
    QString counting;
    for (int i = 1; i <= 200; ++i) counting += QString::number(i) + ", ";
    QTest::newRow("counting") << counting;
    QString evens;
    for (int i = 0; i <= 100; i += 10) evens += QString("%1 plus %1 is %2. ").arg(i).arg(2 * i);
    QTest::newRow("sums") << evens;
  }
  void speech_is_no_loop() {
    QFETCH(QString, text);
    const std::vector<int> ids = tokenize({}, text.toStdString());
    QVERIFY(ids.size() > 5);
    const std::vector<std::int32_t> tokens(ids.begin(), ids.end());
    for (std::size_t n = 1; n <= tokens.size(); ++n) {
      const Loop found = find_loop(std::span(tokens).first(n));
      QVERIFY2(
          found.period == 0,
          qPrintable(QString("after %1 tokens: %2 times %3").arg(n).arg(found.repeats).arg(found.period)));
    }
  }

  void a_stuck_model_is_stopped_soon() {
    const std::string phrase = " Thank you for watching.";
    std::string text;
    for (int i = 0; i < 40; ++i) text += phrase;
    const std::vector<int> ids = tokenize({}, text);
    const std::vector<std::int32_t> tokens(ids.begin(), ids.end());
    std::size_t n = 1;
    while (n <= tokens.size() && find_loop(std::span(tokens).first(n)).period == 0) ++n;
    QVERIFY2(n <= 64, qPrintable(QString::number(n)));
  }
};

QTEST_APPLESS_MAIN(LoopGuardTest)
#include "test_loop_guard.moc"
