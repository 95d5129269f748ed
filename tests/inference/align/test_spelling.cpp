// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "inference/align/spelling.h"

using tilescribe::align::spoken_letters;

class TestSpelling : public QObject {
  Q_OBJECT

 private slots:
  void words_as_they_are_spoken_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("letters");
    const auto row = [](const char* word, const char* letters) {
      QTest::newRow(word) << QString::fromUtf8(word) << QString::fromUtf8(letters);
    };
    row("hello,", "helo");
    row("Don't", "dont");
    row("twenty-five", "twentyfive");
    row("“Quoted!”", "quoted");
    row("café", "cafe");
    row("Łódź", "lodz");
    row("Straße", "strase");
    row("Mr.", "mister");
    row("Dr", "doctor");
    row("Messrs.", "mesieurs");
    row("I", "i");
    row("7", "seven");
    row("13", "thirten");
    row("42.", "fortytwo");
    row("100", "onehundred");
    row("219", "twohundrednineten");
    row("1,234", "onethousandtwohundredthirtyfour");
    row("1000000", "onemilion");
    row("1984", "nineteneightyfour");
    row("1905", "ninetenohfive");
    row("1900", "ninetenhundred");
    row("2007", "twothousandseven");
    row("2015", "twentyfiften");
    row("1990s", "ninetenineties");
    row("3.14", "threpointonefour");
    row("007", "zerozeroseven");
    row("1st", "first");
    row("22nd", "twentysecond");
    row("30th", "thirtieth");
    row("112th", "onehundredtwelfth");
    row("50%", "fiftypercent");
    row("$5", "fivedolars");
    row("£3.20", "threpointwozeropounds");
    row("€1,000", "onethousandeuros");
    row("10:30", "tenthirty");
    row("24/7", "twentyfourseven");
    row("GPU", "gepeyou");
    row("USB", "youesbe");
    row("HTTP", "aitchtetepe");
    row("NASA", "nasa");
    row("U.S.", "youes");
    row("B2B", "betwobe");
    row("&", "and");
    row("20°", "twentydegres");
  }
  void words_as_they_are_spoken() {
    QFETCH(QString, word);
    QFETCH(QString, letters);
    QCOMPARE(QString::fromStdString(spoken_letters(word.toStdString())), letters);
  }

  void what_has_no_known_sound_data() {
    QTest::addColumn<QByteArray>("word");
    for (const char* word : {"", "—", "...", "你好", "привет", "Ωmega", "\xff\xfe"})
      QTest::newRow(word) << QByteArray(word);
  }
  void what_has_no_known_sound() {
    QFETCH(QByteArray, word);
    QCOMPARE(spoken_letters(word.toStdString()), std::string());
  }
};

QTEST_APPLESS_MAIN(TestSpelling)
#include "test_spelling.moc"
