// SPDX-License-Identifier: Apache-2.0
// Words of the user's own on the command line, and two transcripts compared.
#include <QTemporaryDir>
#include <QtTest>

#include "inference/api/export.h"
#include "tests/app/cli/run_words.h"

using namespace tilescribe;
using test::run_words;
using test::text;

class TestCompare : public QObject {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(folder_.isValid()); }

  void aProfileChangesWhatIsWritten() {
    const QString words = write("words.json",
                                "{\"replacements\": [{\"find\": \"first\", \"with\": \"1st\"}, {\"find\": "
                                "\"(second) of\", \"with\": \"\\\\1 part of\", \"regular\": true}]}");
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "a.wav", "--own-words", words}, console), 0);
    QCOMPARE(text(console.output), QString("1st of a.wav.\nSecond part of a.wav.\n"));
    QCOMPARE(text(console.errors), QString());
    // json keeps what the model wrote.
    console.output.clear();
    QCOMPARE(
        run_words({"transcribe", "a.wav", "--own-words", words, "--format", "json", "--no-fillers"}, console),
        0);
    QVERIFY(console.output.find("\"heard\":\"First of a.wav.\"") != std::string::npos);
  }

  void whatIsWrongIsSaidBeforeTheModelIsOpened_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("said");
    QTest::newRow("no JSON") << QByteArray("{") << "is not the JSON of a file with words.";
    QTest::newRow("a rule") << QByteArray("{\"replacements\": [{\"find\": \"a(\", \"regular\": true}]}")
                            << "The regular expression “a(” is wrong at character 3";
    QTest::newRow("two") << QByteArray("{\"profiles\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}")
                         << "--own-words expects a file with one profile";
  }
  void whatIsWrongIsSaidBeforeTheModelIsOpened() {
    QFETCH(QByteArray, json);
    QFETCH(QString, said);
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "a.wav", "--model", "nosuch", "--own-words", write("wrong.json", json)},
                       console),
             1);
    QVERIFY2(text(console.errors).contains(said), console.errors.c_str());
    QCOMPARE(run_words({"live", "--seconds", "1", "--own-words", folder_.filePath("none.json")}, console), 1);
    QVERIFY2(text(console.errors).contains("Expected a readable file with words"), console.errors.c_str());
  }

  void twoTranscriptsAreCompared() {
    const QString before = write("a.txt", "Um, the cat sat on a mat.\n");
    const QString after =
        write("b.tsv", "start\tend\ttext\n0\t1000\tThe cat sat\n1000\t2000\ton the mat, again.\n");
    test::StringConsole console;
    QCOMPARE(run_words({"compare", before, after}, console), 0);
    QCOMPARE(
        text(console.output),
        QString(
            "[-Um,-] The cat sat\non [-a-] {+the+} mat, {+again.+}\n\n"
            "3 of 7 words differ (42.9 %): 1 replaced, 1 only in the first text, 1 only in the second.\n"));
    console.output.clear();
    QCOMPARE(run_words({"compare", "--summary", after, after}, console), 0);
    QVERIFY(text(console.output).startsWith("0 of 7 words differ (0.0 %)"));
    console.output.clear();
    QCOMPARE(run_words({"compare", write("zh1.txt", "我用智普的模型。"), write("zh2.txt", "我用智谱模型。")},
                       console),
             0);
    QVERIFY2(console.output.find("2 of 7 words differ") != std::string::npos, console.output.c_str());
    QCOMPARE(run_words({"compare", before}, console), 2);
    QVERIFY(text(console.errors).contains("compare expects two transcripts; found only one."));
  }

 private:
  QString write(const QString& name, const QByteArray& content) const {
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) qFatal("not written");
    return file.fileName();
  }

  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(TestCompare)
#include "test_compare.moc"
