// SPDX-License-Identifier: Apache-2.0
// A transcript in another form, on fake services.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "inference/api/export.h"
#include "tests/app/cli/run_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;

using test::run_words;
using test::text;

class CuesCommandTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(folder_.isValid()); }

  void aTranscriptBecomesCues() {
    const QString file = folder_.path() + "/talk.json", written = folder_.path() + "/talk.srt";
    Transcript talk;
    talk.segments.push_back({.start_s = 0.0, .end_s = 0.5, .text = "Yes."});
    talk.segments.push_back(
        {.start_s = 4.0,
         .end_s = 9.0,
         .text = "The bridge was closed for repairs, so we had to walk home along the river."});
    save_transcript(file.toStdString(), talk, ExportFormat::json);
    test::StringConsole console;
    QCOMPARE(run_words({"cues", file}, console), 0);
    QCOMPARE(text(console.output),
             QString("1\n00:00:00,000 --> 00:00:00,834\nYes.\n\n"
                     "2\n00:00:04,000 --> 00:00:09,000\nThe bridge was closed for repairs,\n"
                     "so we had to walk home along the river.\n"));
    QCOMPARE(text(console.errors), QString());
    QCOMPARE(run_words({"cues", file, "--cue-speed", "5", "--output", written}, console), 0);
    QCOMPARE(load_transcript(written.toStdString(), ExportFormat::srt).segments.size(), std::size_t{2});
    QVERIFY2(console.errors.find(
                 "1 of 2 cues need more than 5 characters a second (9 wide ones) to be read, first at 0:04: "
                 "speech is faster there.") != std::string::npos,
             console.errors.c_str());
    console.output.clear();
    QCOMPARE(run_words({"cues", file, "--format", "txt", "--text", "paragraphs"}, console), 0);
    QVERIFY(console.output.starts_with("Yes.\nThe bridge"));
    QCOMPARE(
        run_words({"cues", file, "--format", "docx", "--output", folder_.path() + "/talk.docx"}, console), 0);
    QVERIFY(QFile::exists(folder_.path() + "/talk.docx"));

    const QString plain = folder_.path() + "/plain.txt";
    std::ofstream(plain.toStdString()) << "No times here.\n";
    console.errors.clear();
    QCOMPARE(run_words({"cues", plain}, console), 1);
    QVERIFY2(console.errors.ends_with("has none. tilescribe-cli align finds them.\n"),
             console.errors.c_str());
    QCOMPARE(run_words({"cues", folder_.path() + "/talk.docx"}, console), 1);
    QVERIFY(console.errors.find("which says how it is read") != std::string::npos);
  }

  void severalTextsByParagraphsHaveTitles() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "a.wav", "b.wav", "--text", "paragraphs"}, console), 0);
    QCOMPARE(text(console.output), QString("==> a.wav <==\nFirst of a.wav. Second of a.wav.\n\n"
                                           "==> b.wav <==\nFirst of b.wav. Second of b.wav.\n"));
  }

 private:
  QTemporaryDir folder_;
};

QTEST_APPLESS_MAIN(CuesCommandTest)
#include "test_cues.moc"
