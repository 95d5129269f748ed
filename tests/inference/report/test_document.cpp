// SPDX-License-Identifier: Apache-2.0
// One document in three formats: whatever its texts hold stays text.
#include <QXmlStreamReader>
#include <QtTest>

#include "inference/report/document.h"

using namespace tilescribe::report;

namespace {

const std::string hostile =
    "a|b `c` *d* _e_ [f](g) <script>h</script> # \\input{i} $j$ %k &l; ~m ^n {o} \"p\" 5 ± 3 µs → ×\nline 2";

Document hostile_document() {
  Figure figure{hostile, "M1", "picture", nlohmann::json::array(), 64.0};
  figure.shapes.push_back(
      {{"rect",
        {{"x", "1.00"}, {"y", "2.00"}, {"width", "3.00"}, {"height", "4.00"}, {"class", "encoder"}}}});
  figure.shapes.push_back(
      {{"label", {{"x", "1.00"}, {"y", "2.00"}, {"anchor", "end"}, {"class", "soft"}, {"words", hostile}}}});
  figure.shapes.push_back(
      {{"line", {{"x1", "1"}, {"y1", "2"}, {"x2", "3"}, {"y2", "4"}, {"class", "roof"}}}});
  figure.shapes.push_back({{"dot", {{"x", "1"}, {"y", "2"}, {"radius", "3"}, {"class", "decode"}}}});
  figure.shapes.push_back({{"upright", {{"y", "2"}, {"words", hostile}}}});
  return {hostile,
          hostile,
          {{hostile,
            {Paragraph{hostile}, Items{{hostile, "1. one", "- two"}},
             Table{hostile, "M1", {{hostile}, {"Number", true}}, {{hostile, "1"}, {"", "2"}}}, figure,
             OwnWords{hostile}, Code{hostile, "diff", " a\n-```\n+\\end{verbatim} </pre>\n\n"}}}}};
}

QString text(const Written& written) {
  return QString::fromStdString(written.text);
}

/// An error of its XML, or nothing.
QString xml_error(const QString& markup, QStringList* elements = nullptr) {
  QXmlStreamReader reader(markup);
  while (!reader.atEnd()) {
    reader.readNext();
    if (reader.isStartElement() && elements != nullptr) *elements << reader.name().toString();
  }
  return reader.hasError() ? QString("line %1: %2").arg(reader.lineNumber()).arg(reader.errorString())
                           : QString();
}

/// Bars of a Markdown row that are not escaped.
int bars(const QString& line) {
  int count = 0;
  for (int i = 0; i < line.size(); ++i) {
    if (line[i] == '\\')
      ++i;
    else if (line[i] == '|')
      ++count;
  }
  return count;
}

}  // namespace

class DocumentTest : public QObject {
  Q_OBJECT

 private slots:
  void htmlIsOneWellFormedPage() {
    QStringList elements;
    const QString page = text(html(hostile_document()));
    QCOMPARE(xml_error(page, &elements), QString());
    QVERIFY(!elements.contains("script"));
    QCOMPARE(elements.count("svg"), 1);
    QCOMPARE(elements.count("td"), 4);
    for (const char* foreign : {"http:", "https:", "src=", "href"})
      QVERIFY2(!page.contains(foreign), foreign);
    QVERIFY(page.contains("<span class=\"lost\">-```</span>"));
    QVERIFY(page.contains("(source: M1)"));
    QVERIFY(html(hostile_document()).beside.empty());
  }

  void markdownKeepsItsTables() {
    const Written written = markdown(hostile_document(), "my report");
    QStringList rows;
    for (const QString& line : text(written).split('\n')) {
      if (line.startsWith('|')) rows << line;
    }
    QCOMPARE(rows.size(), 4);
    for (const QString& row : rows) QCOMPARE(bars(row), 3);
    QVERIFY(!text(written).contains("<script>"));
    QVERIFY(text(written).contains("\n````diff\n"));  // longer than what it holds
    QVERIFY(text(written).contains("- 1\\. one\n- \\- two\n"));
    QVERIFY(text(written).contains("](<my report-picture.svg>)"));
    QCOMPARE(written.beside.size(), 1U);
    QCOMPARE(written.beside[0].name, std::string("my report-picture.svg"));
    QCOMPARE(xml_error(QString::fromStdString(written.beside[0].bytes)), QString());
  }

  void latexHasNothingLeftOpen() {
    const QString whole = text(latex(hostile_document()));
    QStringList open;
    int depth = 0;
    for (qsizetype i = 0; i < whole.size(); ++i) {
      const QChar c = whole[i];
      if (c == '\\') {
        for (const char* kind : {"begin{", "end{"}) {
          if (!whole.mid(i + 1).startsWith(kind)) continue;
          const QString name = whole.mid(i).section('{', 1, 1).section('}', 0, 0);
          if (*kind == 'b') {
            open << name;
          } else {
            QVERIFY2(!open.isEmpty() && open.last() == name, qPrintable(name));
            open.removeLast();
          }
        }
        ++i;  // the next is a command's, or escaped
        continue;
      }
      if (c == '%') i = whole.indexOf('\n', i);  // a comment of our own
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      QVERIFY(depth >= 0);
    }
    QCOMPARE(depth, 0);
    QVERIFY2(open.isEmpty(), qPrintable(open.join(' ')));
    QVERIFY(!whole.contains("\\input"));
    QVERIFY(!whole.contains("verbatim}</"));
  }

  void latexEscapes() {
    QCOMPARE(latex_text("50 % of a_b & c#d {e} $f"), std::string("50 \\% of a\\_b \\& c\\#d \\{e\\} \\$f"));
    QCOMPARE(latex_text("\\x ~ ^"), std::string("\\textbackslash{}x \\textasciitilde{} \\textasciicircum{}"));
    QCOMPARE(latex_text("--engine ---"), std::string("-{}-{}engine -{}-{}-"));
    QCOMPARE(latex_text("1.2 ± 0.1 µs"), std::string("1.2 \\ensuremath{\\pm} 0.1 \\textmu{}s"));
    QCOMPARE(latex_text("“a”"), std::string("``a''"));
  }

  void latexHasLettersOfAllScripts() {
    QCOMPARE(latex_text("größer, œuvre: 5 € – żółw"), std::string("größer, œuvre: 5 € -- żółw"));
    QCOMPARE(latex_text("да нет"),
             std::string("\\otherletters{0434}{U+0434 U+0430}{да} \\otherletters{043D}{U+043D U+0435 "
                         "U+0442}{нет}"));
    QCOMPARE(latex_text("α中文😀"), std::string("\\otherletters{03B1}{U+03B1}{α}"
                                               "\\otherletters{4E2D}{U+4E2D U+6587 U+1F600}{中文😀}"));
    QCOMPARE(latex_text("\x1B[1m"), std::string("\\otherletters{001B}{U+001B}{}[1m"));
    QCOMPARE(latex_text("a\xFFz"), std::string("a\\otherletters{FFFD}{U+FFFD}{\uFFFD}z"));
  }

  void pdflatexSaysWhatItLacks() {
    const std::string sentence = "XeLaTeX and LuaLaTeX show them.";
    Document document{"Report", "today", {{"One", {Paragraph{"plain"}}}}};
    QVERIFY(!text(latex(document)).contains(QString::fromStdString(sentence)));
    document.sections[0].blocks.push_back(Code{"", "cpp", "// 中"});
    QCOMPARE(text(latex(document)).count(QString::fromStdString(sentence)), 1);
  }

  void picturesAsTikz() {
    const QString picture =
        QString::fromStdString(tikz_of(std::get<Figure>(hostile_document().sections[0].blocks[3])));
    QVERIFY(picture.contains("\\fill[tsencoder] (1.00,2.00) rectangle ++(3.00,4.00);"));
    QVERIFY(picture.contains("\\draw[thick] (1,2) -- (3,4);"));
    QVERIFY(picture.contains("\\fill[tsdecode,opacity=0.75] (1,2) circle[radius=3];"));
    QVERIFY(picture.contains("\\node[anchor=base east,"));
    QVERIFY(picture.contains("\\node[rotate=90,"));
  }
};

QTEST_APPLESS_MAIN(DocumentTest)
#include "test_document.moc"
