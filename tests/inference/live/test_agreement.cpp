// SPDX-License-Identifier: Apache-2.0
// Which words of two decodes are sure.
#include <QtTest>

#include "inference/live/agreement.h"

using namespace tilescribe;

namespace {

// Tokens of a text written with bars between them: "The| ker|nel". Ids follow from the bytes.
std::vector<Token> tokens(const QString& text, float probability = 0.9f) {
  std::vector<Token> result;
  for (const QString& part : text.split(QLatin1Char('|'), Qt::SkipEmptyParts)) {
    result.push_back({static_cast<int>(qHash(part) & 0xffffff), part.toStdString(), probability});
  }
  return result;
}

}  // namespace

class TestAgreement : public QObject {
  Q_OBJECT

 private slots:
  void words_followed_by_others_in_both_are_sure_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("now");
    QTest::addColumn<int>("fixed");
    QTest::addColumn<int>("sure");
    QTest::newRow("nothing heard") << ""
                                   << "" << 0 << 0;
    QTest::newRow("first decode") << ""
                                  << "The| clock" << 0 << 0;
    QTest::newRow("the last word may go on") << "The| clock"
                                             << "The| clock" << 0 << 1;
    QTest::newRow("the same and more") << "The| clock"
                                       << "The| clock| on| the" << 0 << 1;
    QTest::newRow("longer than before") << "The| clock| on"
                                        << "The| clock| on| the" << 0 << 2;
    QTest::newRow("half a word agrees") << "The| ker|chief"
                                        << "The| ker|nel| multi" << 0 << 1;
    QTest::newRow("a full stop taken back") << "The| clock|."
                                            << "The| clock| on| the" << 0 << 2;
    QTest::newRow("a full stop kept") << "One|.| Two|."
                                      << "One|.| Two| three" << 0 << 3;
    QTest::newRow("a word taken back") << "The| clog| on"
                                       << "The| clock| on| the" << 0 << 1;
    QTest::newRow("never below what is fixed") << "The| clog"
                                               << "The| cat| sat" << 2 << 2;
    QTest::newRow("decimals are one word") << "It| is| 3|.|5|."
                                           << "It| is| 3|.|7| now" << 0 << 2;
    QTest::newRow("apostrophes go on") << "I| don|'t| know"
                                       << "I| don|key| ride" << 0 << 1;
    QTest::newRow("no spaces between Chinese words")
        << QStringLiteral("你|好|世") << QStringLiteral("你|好|世|界") << 0 << 2;
  }
  void words_followed_by_others_in_both_are_sure() {
    QFETCH(QString, before);
    QFETCH(QString, now);
    QFETCH(int, fixed);
    QFETCH(int, sure);
    QCOMPARE(live::agreed_tokens(tokens(before), tokens(now), static_cast<std::size_t>(fixed)),
             static_cast<std::size_t>(sure));
  }

  void a_doubtful_token_makes_its_word_doubtful() {
    std::vector<Token> heard = tokens(QStringLiteral("When| the| ker|nel| ends"));
    QCOMPARE(live::confident_tokens(heard, 0.5f), std::size_t{5});
    heard[3].probability = 0.2f;
    QCOMPARE(live::confident_tokens(heard, 0.5f), std::size_t{2});
    heard[0].probability = 0.2f;
    QCOMPARE(live::confident_tokens(heard, 0.5f), std::size_t{0});
    QCOMPARE(live::confident_tokens({}, 0.5f), std::size_t{0});
  }
};

QTEST_GUILESS_MAIN(TestAgreement)
#include "test_agreement.moc"
