// SPDX-License-Identifier: Apache-2.0
// What is handed on to people: txt by layout, docx, html, and cues with the times of words.
#include <QProcess>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>
#include <sstream>

#include "inference/api/export.h"
#include "kernels/core/error.h"
#include "tests/inference/export/segment.h"

namespace {

using namespace tilescribe;
using test::segment;

Transcript talk() {
  Transcript transcript;
  transcript.source = "A & B <talk>.wav";
  transcript.model = "demo";
  transcript.duration_s = 3725.0;
  transcript.segments = {segment(1, 3, "A sentence goes on"), segment(3, 4, "in two pieces. And another."),
                         segment(4.2, 5, "A third\none."), segment(8, 9, "After a pause <&> \"quotes\".")};
  return transcript;
}

QString written(const Transcript& transcript, ExportFormat format, const ExportOptions& options = {}) {
  std::ostringstream out;
  write_transcript(out, transcript, format, options);
  return QString::fromStdString(out.str());
}

// What python3 -m zipfile says about the archive, and each file in it.
struct Unpacked {
  QByteArray said;
  QMap<QString, QByteArray> files;
};

Unpacked unpacked(const std::string& archive) {
  QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("a.docx")),
                into = folder.filePath(QStringLiteral("in"));
  QFile opened(file);
  if (!opened.open(QIODevice::WriteOnly)) return {"not written", {}};
  opened.write(archive.data(), static_cast<qint64>(archive.size()));
  opened.close();
  Unpacked result;
  for (const QStringList& words : {QStringList{"-t", file}, QStringList{"-e", file, into}}) {
    QProcess python;
    python.start(QStringLiteral("python3"), QStringList{"-m", "zipfile"} + words);
    if (!python.waitForFinished() || python.exitCode() != 0) return {python.readAllStandardError(), {}};
    result.said += python.readAllStandardOutput();
  }
  QDirIterator walk(into, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
  while (walk.hasNext()) {
    QFile one(walk.next());
    if (one.open(QIODevice::ReadOnly))
      result.files[QDir(into).relativeFilePath(one.fileName())] = one.readAll();
  }
  return result;
}

// The text between the tags, a line for each `paragraph`; the complaint of the parser if it is no XML.
QStringList paragraphs_in(const QByteArray& xml, const QString& paragraph) {
  QStringList paragraphs;
  QXmlStreamReader reader(xml);
  while (!reader.atEnd()) {
    reader.readNext();
    if (reader.isStartElement() && reader.name() == paragraph) paragraphs << QString();
    if (reader.isStartElement() && reader.name() == QLatin1String("tab") && !paragraphs.isEmpty())
      paragraphs.back() += '\t';
    if (reader.isCharacters() && !reader.isWhitespace() && !paragraphs.isEmpty())
      paragraphs.back() += reader.text();
  }
  if (reader.hasError()) return {reader.errorString()};
  return paragraphs;
}

}  // namespace

class DocumentsTest : public QObject {
  Q_OBJECT

 private slots:
  void textByLayout() {
    QCOMPARE(written(talk(), ExportFormat::txt), QString("A sentence goes on\nin two pieces. And another.\nA "
                                                         "third one.\nAfter a pause <&> \"quotes\".\n"));
    QCOMPARE(written(talk(), ExportFormat::txt, {.text = TextLayout::sentences}),
             QString("A sentence goes on in two pieces.\nAnd another.\nA third one.\nAfter a pause <&> "
                     "\"quotes\".\n"));
    QCOMPARE(
        written(talk(), ExportFormat::txt, {.text = TextLayout::paragraphs}),
        QString(
            "A sentence goes on in two pieces. And another. A third one.\nAfter a pause <&> \"quotes\".\n"));
    QCOMPARE(written(talk(), ExportFormat::txt, {.text = TextLayout::paragraphs, .paragraph_pause_s = 10})
                 .count('\n'),
             1);
    QCOMPARE(written({}, ExportFormat::txt, {.text = TextLayout::sentences}), QString());
  }

  void aParagraphGoesOnInsideASentence() {
    Transcript transcript;
    transcript.segments = {segment(0, 1, "We thought"), segment(3, 4, "about it."), segment(6, 7, "Yes.")};
    QCOMPARE(written(transcript, ExportFormat::txt, {.text = TextLayout::paragraphs}),
             QString("We thought about it.\nYes.\n"));
  }

  void chineseTextHasNoSpaces() {
    Transcript transcript;
    transcript.segments = {segment(0, 1, "今天天气很好，"), segment(1, 2, "我们去公园。"),
                           segment(2, 3, "好吗？")};
    QCOMPARE(written(transcript, ExportFormat::txt, {.text = TextLayout::sentences}),
             QString("今天天气很好，我们去公园。\n好吗？\n"));
    std::istringstream in("今天天气很好，\n我们去公园。\nGood.\nBye.\n");
    QCOMPARE(QString::fromStdString(read_transcript(in, ExportFormat::txt).text()),
             QString("今天天气很好，我们去公园。Good. Bye."));
  }

  void docxIsAnArchiveOfXml() {
    std::ostringstream out;
    write_transcript(out, talk(), ExportFormat::docx, {.text = TextLayout::paragraphs});
    const Unpacked docx = unpacked(out.str());
    QCOMPARE(docx.said.trimmed(), QByteArray("Done testing"));
    QCOMPARE(docx.files.keys(),
             (QStringList{"[Content_Types].xml", "_rels/.rels", "docProps/core.xml",
                          "word/_rels/document.xml.rels", "word/document.xml", "word/styles.xml"}));
    for (const QByteArray& xml : docx.files) {
      QXmlStreamReader reader(xml);
      while (!reader.atEnd()) reader.readNext();
      QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    }
    QCOMPARE(paragraphs_in(docx.files["word/document.xml"], "p"),
             (QStringList{"A & B <talk>.wav", "1:02:05 · demo",
                          "0:01\tA sentence goes on in two pieces. And another. A third one.",
                          "0:08\tAfter a pause <&> \"quotes\"."}));
    QCOMPARE(paragraphs_in(docx.files["docProps/core.xml"], "title"), QStringList{"A & B <talk>.wav"});

    std::ostringstream again;
    write_transcript(again, talk(), ExportFormat::docx, {.text = TextLayout::paragraphs});
    QVERIFY(out.str() == again.str());
  }

  void docxHoldsAnyText() {
    Transcript transcript;
    transcript.segments = {segment(0, 0,
                                   "a\x01"
                                   "b \xFF c\x1B[1m \xEF\xBF\xBE 😀 你好")};
    std::ostringstream out;
    write_transcript(out, transcript, ExportFormat::docx);
    const Unpacked docx = unpacked(out.str());
    QCOMPARE(paragraphs_in(docx.files["word/document.xml"], "p"),
             QStringList{QString("a\uFFFDb \uFFFD c\uFFFD[1m \uFFFD 😀 你好")});
  }

  void htmlIsAPageOfItsOwn() {
    const QString html = written(talk(), ExportFormat::html, {.text = TextLayout::paragraphs});
    QVERIFY(html.startsWith("<!DOCTYPE html>"));
    QVERIFY(!html.contains("http"));  // loads nothing
    const QByteArray page = html.mid(html.indexOf("<body>")).section("</html>", 0, 0).toUtf8();
    QCOMPARE(paragraphs_in(page, "p"),
             (QStringList{"1:02:05 · demo", "0:01A sentence goes on in two pieces. And another. A third one.",
                          "0:08After a pause <&> \"quotes\"."}));
    QVERIFY(html.contains("<title>A &amp; B &lt;talk&gt;.wav</title>"));
    QVERIFY(!written(Transcript{}, ExportFormat::html).contains("<p"));
  }

  void documentsAreNotRead() {
    for (const ExportFormat format : {ExportFormat::docx, ExportFormat::html}) {
      std::istringstream in("x");
      QVERIFY_EXCEPTION_THROWN(read_transcript(in, format), Error);
    }
  }

  void vttTimesEachWord() {
    Transcript transcript;
    transcript.segments = {segment(1.0, 3.0, "One <two> three.")};
    transcript.segments[0].words = {
        {"One", 1.0, 1.5, 1, false}, {"<two>", 1.75, 2, 1, false}, {"three.", 2.5, 3, 1, false}};
    const QString vtt = written(transcript, ExportFormat::vtt, {.word_group = 1});
    QCOMPARE(vtt, QString("WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n"
                          "One <00:00:01.750>&lt;two&gt; <00:00:02.500>three.\n"));
    std::istringstream in(vtt.toStdString());
    QCOMPARE(read_transcript(in, ExportFormat::vtt).text(), std::string("One <two> three."));
    QVERIFY(written(transcript, ExportFormat::vtt, {.word_group = 2})
                .contains("One &lt;two&gt; <00:00:02.500>three."));
  }

  void vttStampsRiseInsideTheirCue() {
    Transcript transcript;
    transcript.segments = {segment(1.0, 2.0, "a b c d")};
    transcript.segments[0].words = {
        {"a", 0.5, 1, 1, true}, {"b", 1.5, 1.5, 1, true}, {"c", 1.5, 1.5, 1, true}, {"d", 2.5, 3, 1, true}};
    QVERIFY(written(transcript, ExportFormat::vtt, {.word_group = 1}).contains("\na <00:00:01.500>b c d\n"));
  }

  void srtHasACueForEachGroup() {
    Transcript transcript;
    transcript.segments = {segment(1.0, 3.0, "One two\nthree.")};
    transcript.segments[0].words = {
        {"One", 1.0, 1.5, 1, false}, {"two", 1.75, 2, 1, false}, {"three.", 2.5, 2.75, 1, false}};
    QCOMPARE(written(transcript, ExportFormat::srt, {.word_group = 1}),
             QString("1\n00:00:01,000 --> 00:00:01,750\nOne\n\n2\n00:00:01,750 --> 00:00:02,500\ntwo\n\n"
                     "3\n00:00:02,500 --> 00:00:03,000\nthree.\n"));
    QCOMPARE(written(transcript, ExportFormat::srt, {.word_group = 5}),
             QString("1\n00:00:01,000 --> 00:00:03,000\nOne two three.\n"));
  }

  void foreignTagsAreNoText() {
    std::istringstream in("WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Ann>Hi &lt;b&gt; <i>you</i> 1 < 2\n");
    QCOMPARE(read_transcript(in, ExportFormat::vtt).text(), std::string("Hi <b> you 1 < 2"));
  }
};

QTEST_GUILESS_MAIN(DocumentsTest)
#include "test_documents.moc"
