// SPDX-License-Identifier: Apache-2.0
// Whose text stays where two channels hold the same words.
#include <QtTest>

#include "inference/speakers/merge.h"

using namespace tilescribe;
using speakers::Levels;

namespace {

Segment said(const char* by, double start_s, double end_s, const char* text) {
  Segment segment;
  segment.start_s = start_s;
  segment.end_s = end_s;
  segment.text = text;
  segment.speaker = by;
  return segment;
}

/// 20 s at one level.
Levels level(float decibels) {
  return Levels(1000, std::pow(10.0F, decibels / 10.0F));
}

/// "Anna: Hello. | Ben: Hi."
QString merged(const std::vector<Segment>& first, const Levels& first_levels,
               const std::vector<Segment>& second, const Levels& second_levels) {
  QStringList all;
  for (const Segment& one : speakers::merged({{first, &first_levels}, {second, &second_levels}}))
    all << QString::fromStdString(one.speaker + ": " + one.text);
  return all.join(QStringLiteral(" | "));
}

}  // namespace

class MergeTest : public QObject {
  Q_OBJECT

 private slots:
  void the_order_is_that_of_time() {
    QCOMPARE(merged({said("Anna", 0, 2, "One."), said("Anna", 4, 6, "Three.")}, level(-20),
                    {said("Ben", 1.5, 3.5, "Two."), said("Ben", 5, 7, "Four.")}, level(-20)),
             QString("Anna: One. | Ben: Two. | Anna: Three. | Ben: Four."));
    // At the same time: in the order of channels.
    QCOMPARE(merged({said("Anna", 1, 2, "Yes.")}, level(-20), {said("Ben", 1, 2, "No.")}, level(-20)),
             QString("Anna: Yes. | Ben: No."));
    QCOMPARE(merged({}, level(-20), {said("Ben", 1, 2, "No.")}, level(-20)), QString("Ben: No."));
  }

  void the_louder_one_has_said_it_data() {
    QTest::addColumn<QString>("heard");
    QTest::addColumn<bool>("once");
    QTest::newRow("the same words") << "we will meet on tuesday morning at nine" << true;
    QTest::newRow("two in eight differ") << "We will meat on Tuesday, morning at mine." << true;
    QTest::newRow("half differ") << "they will beat two blue mornings at nine" << false;
    QTest::newRow("other words") << "I can not hear you well." << false;
  }
  void the_louder_one_has_said_it() {
    QFETCH(QString, heard);
    QFETCH(bool, once);
    const std::vector<Segment> anna{said("Anna", 2, 5, "We will meet on Tuesday morning at nine.")};
    const std::vector<Segment> ben{said("Ben", 2.4, 5.2, heard.toUtf8().constData())};
    const QString anna_said = "Anna: We will meet on Tuesday morning at nine.";
    QCOMPARE(merged(anna, level(-20), ben, level(-50)), once ? anna_said : anna_said + " | Ben: " + heard);
    // The other way round it is Ben.
    QCOMPARE(merged(anna, level(-50), ben, level(-20)),
             once ? "Ben: " + heard : anna_said + " | Ben: " + heard);
  }

  void a_piece_of_a_longer_sentence_is_found() {
    QCOMPARE(merged({said("Anna", 2, 6, "Please bring a pencil and four sheets of paper.")}, level(-20),
                    {said("Ben", 3, 4.5, "pencil and four sheets")}, level(-45)),
             QString("Anna: Please bring a pencil and four sheets of paper."));
  }

  void the_same_words_at_another_time_are_said_twice() {
    QCOMPARE(merged({said("Anna", 2, 4, "See you on Tuesday then.")}, level(-20),
                    {said("Ben", 6, 8, "See you on Tuesday then.")}, level(-50)),
             QString("Anna: See you on Tuesday then. | Ben: See you on Tuesday then."));
  }

  void the_same_words_while_the_other_still_speaks_are_said_twice() {
    QCOMPARE(merged({said("Anna", 2, 8, "The kernel multiplies two matrices, tile by tile.")}, level(-20),
                    {said("Ben", 6, 12, "The kernel multiplies two matrices, tile by tile.")}, level(-20)),
             QString("Anna: The kernel multiplies two matrices, tile by tile. | "
                     "Ben: The kernel multiplies two matrices, tile by tile."));
  }

  void a_yes_may_come_from_both() {
    const std::vector<Segment> anna{said("Anna", 2, 3, "Yes.")}, ben{said("Ben", 2.1, 3, "Yes.")};
    QCOMPARE(merged(anna, level(-20), ben, level(-22)), QString("Anna: Yes. | Ben: Yes."));
    QCOMPARE(merged(anna, level(-20), ben, level(-50)), QString("Anna: Yes."));
  }

  void without_a_louder_one_nobody_is_named() {
    // Two microphones in one room.
    QCOMPARE(merged({said("Anna", 2, 4, "See you on Tuesday then."), said("Anna", 6, 7, "Bye.")}, level(-20),
                    {said("Ben", 2, 4, "See you on Tuesday then.")}, level(-23)),
             QString(": See you on Tuesday then. | Anna: Bye."));
  }

  void levels_count_only_where_it_is_said() {
    // Ben is loud at first, Anna later.
    Levels anna = level(-60), ben = level(-20);
    std::fill(anna.begin() + 500, anna.end(), 0.01F);
    std::fill(ben.begin() + 500, ben.end(), 1e-6F);
    const char* first = "The price of bread went up again.";
    const char* second = "And the weather is no better either.";
    QCOMPARE(merged({said("Anna", 2, 5, first), said("Anna", 12, 15, second)}, anna,
                    {said("Ben", 2, 5, first), said("Ben", 12, 15, second)}, ben),
             QString("Ben: %1 | Anna: %2").arg(first, second));
  }
};

QTEST_GUILESS_MAIN(MergeTest)
#include "test_merge.moc"
