// SPDX-License-Identifier: Apache-2.0
// The report is one well-formed page that needs nothing from elsewhere, says what the analysis says, and
// shows whatever a name holds as text.
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>
#include <set>

#include "inference/api/profile_analysis.h"
#include "inference/api/profile_store.h"
#include "tests/support/profile_sessions.h"

namespace {

using namespace tilescribe;

// A page as a reader of XML sees it.
struct Page {
  QString markup, text, error;  // the text without tags
  QStringList elements;
  std::set<QString> classes;
  int findings = 0;
};

Page page_of(const ProfileSession& session, const QString& file) {
  save_profile(session, file.toStdString(), ProfileFormat::report);
  QFile opened(file);
  Page page;
  if (!opened.open(QIODevice::ReadOnly)) return page;
  page.markup = QString::fromUtf8(opened.readAll());
  QXmlStreamReader reader(page.markup);
  bool style = false;
  while (!reader.atEnd()) {
    reader.readNext();
    if (reader.isStartElement()) {
      page.elements << reader.name().toString();
      style = reader.name() == QLatin1String("style");
      for (const QString& name :
           reader.attributes().value("class").toString().split(' ', Qt::SkipEmptyParts)) {
        page.classes.insert(name);
      }
      if (reader.name() == QLatin1String("strong")) ++page.findings;
    }
    // Figures and their units don't part at the end of a line.
    if (reader.isCharacters() && !style) page.text += reader.text().toString().replace(QChar(0xA0), ' ');
  }
  if (reader.hasError())
    page.error = QString("line %1: %2").arg(reader.lineNumber()).arg(reader.errorString());
  return page;
}

ProfileSession synthetic(bool gpu) {
  SyntheticProfile options;
  options.gpu = gpu;
  return synthetic_profile(options);
}

}  // namespace

class ReportTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(folder_.isValid()); }

  void aWholePage_data() {
    QTest::addColumn<int>("which");
    QTest::newRow("a GPU") << 0;
    QTest::newRow("a CPU") << 1;
    QTest::newRow("nothing") << 2;
    QTest::newRow("no ceilings") << 3;
    QTest::newRow("no records") << 4;
    QTest::newRow("a moment") << 5;
  }
  void aWholePage() {
    QFETCH(int, which);
    ProfileSession session = which == 2 ? ProfileSession() : synthetic(which != 1);
    if (which == 3) session.setting.ceilings = {};
    if (which == 4) session.records.clear(), session.dropped = session.taken;
    if (which == 5) session.records.resize(1), session.duration_ns = 1;
    const Page page = page_of(session, folder_.filePath("a.html"));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QCOMPARE(page.elements.count("h1"), 1);
    QVERIFY(page.elements.count("h2") >= 4);
    for (const char* foreign :
         {"http", "<script", "src=", "href", "@import", "<link", "<iframe", "nan", "inf\""}) {
      QVERIFY2(!page.markup.contains(QLatin1String(foreign)), foreign);
    }
    // A picture's numbers are numbers.
    const QRegularExpression coordinate("\\b(x|y|x1|x2|y1|y2|cx|cy|r|width|height)=\"([^\"]*)\"");
    for (auto match = coordinate.globalMatch(page.markup); match.hasNext();) {
      const QRegularExpressionMatch found = match.next();
      bool number = false;
      const double value = found.captured(2).toDouble(&number);
      QVERIFY2(number && value >= -1.0 && value <= 1001.0, qPrintable(found.captured(0)));
    }
    // Every class has a rule.
    const QString style = page.markup.section("<style>", 1).section("</style>", 0, 0);
    for (const QString& name : page.classes) {
      if (name == "n" || name == "name") continue;  // td.n, td.name
      QVERIFY2(style.contains("." + name), qPrintable(name));
    }
  }

  void saysWhatTheAnalysisSays_data() {
    QTest::addColumn<bool>("gpu");
    QTest::newRow("a GPU") << true;
    QTest::newRow("a CPU") << false;
  }
  void saysWhatTheAnalysisSays() {
    QFETCH(bool, gpu);
    const ProfileSession session = synthetic(gpu);
    const Page page = page_of(session, folder_.filePath("a.html"));
    const auto findings = profile_findings(session);
    QVERIFY(!findings.empty());
    QCOMPARE(page.findings, static_cast<int>(findings.size()));
    qsizetype at = 0;
    for (const ProfileFinding& finding : findings) {
      at = page.text.indexOf(QString::fromStdString(english(finding.title)), at);
      QVERIFY2(at >= 0, english(finding.title).c_str());
      QVERIFY2(page.text.contains(QString::fromStdString(english(finding.text))),
               english(finding.text).c_str());
    }
    QVERIFY(page.markup.contains("&#160;%") && page.markup.contains("&#160;ms"));
    QVERIFY(page.text.indexOf("What limits this run") < page.text.indexOf("Time by stage"));
    const auto rows = profile_table(session, ProfileGrouping::kernel);
    for (std::size_t i = 0; i < std::min<std::size_t>(20, rows.size()); ++i) {
      QVERIFY2(page.text.contains(QString::fromStdString(rows[i].name)), rows[i].name.c_str());
    }
    for (const ProfileStage& stage : profile_stages(session)) {
      if (stage.stage != "audio") QVERIFY(page.text.contains(QString::fromStdString(stage.stage)));
    }
    for (const ProfileLane& lane : profile_lanes(session).lanes) {
      QVERIFY2(page.text.contains(QString::fromStdString(lane.name)), lane.name.c_str());
    }
    for (const std::string& text :
         {english(session.setting.engine), session.setting.model, session.setting.source}) {
      QVERIFY2(page.text.contains(QString::fromStdString(text)), text.c_str());
    }
    QVERIFY(page.text.contains("Operations and bytes are counted"));
    QVERIFY(!page.text.contains("Tokens of drafts"));
    ProfileSession drafted = session;
    drafted.draft_tokens = 40, drafted.draft_accepted = 31;
    QVERIFY(page_of(drafted, folder_.filePath("drafts.html")).text.contains("31 / 40"));
  }

  void namesAreText() {
    ProfileSession session = synthetic(true);
    session.setting.audio = "<script>alert(\"1\")</script> & 'x'.wav";
    session.setting.model = "</title></style><b>";
    session.setting.engine = Message::verbatim("a\x01\xFF b");
    session.kinds[0].short_name = "<img src=x onerror=y>";
    for (ProfileKind& kind : session.kinds) kind.stage = "\"><svg onload=z>";
    const Page page = page_of(session, folder_.filePath("a.html"));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QVERIFY(page.text.contains("<script>alert(\"1\")</script> & 'x'.wav"));
    QVERIFY(page.text.contains("</title></style><b>"));
    QVERIFY(page.text.contains(QString::fromUtf8("a\uFFFD\uFFFD b")));
    for (const char* element : {"script", "b", "img"}) {
      QVERIFY2(!page.elements.contains(QLatin1String(element)), element);
    }
    QVERIFY(!page.markup.contains("<svg onload"));
  }

  // A file from elsewhere may have any number of stages and names of any length.
  void manyStagesAndLongNames() {
    ProfileSession session = synthetic(true);
    for (ProfileKind& kind : session.kinds) kind.op = std::string(100'000, 'x');
    const Page long_names = page_of(session, folder_.filePath("a.html"));
    QVERIFY2(long_names.error.isEmpty(), qPrintable(long_names.error));
    QVERIFY(long_names.findings > 0);

    constexpr std::uint32_t stages = 10'000;
    session = ProfileSession();
    for (std::uint32_t i = 0; i < stages; ++i) {
      session.kinds.push_back(
          {ProfileActivity::op, "stage " + std::to_string(i), "gemm", "v", {}, {}, "gemm"});
      ProfileRecord& record = session.records.emplace_back();
      record.kind = i;
      record.start_ns = 10 * std::int64_t{i};
      record.duration_ns = 10;
    }
    session.duration_ns = 10 * std::int64_t{stages};
    const Page page = page_of(session, folder_.filePath("b.html"));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QVERIFY(page.text.contains("stage 9999"));
  }

  void theTableIsCsv() {
    ProfileSession session = synthetic(true);
    session.kinds[0].kernel = "one \"quoted\", and\r\na line";
    const QString file = folder_.filePath("a.csv");
    save_profile(session, file.toStdString(), ProfileFormat::table);
    QFile opened(file);
    QVERIFY(opened.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(opened.readAll());
    QVERIFY(text.endsWith("\r\n"));
    QVERIFY(text.contains("\"one \"\"quoted\"\", and\r\na line\""));
    // RFC 4180: commas and line ends within quotes are text.
    std::vector<int> fields(1, 1);
    bool quoted = false;
    for (const QChar character : text) {
      if (character == '"') quoted = !quoted;
      if (!quoted && character == ',') ++fields.back();
      if (!quoted && character == '\n') fields.push_back(1);
    }
    fields.pop_back();
    QVERIFY(!quoted);
    QCOMPARE(fields.size(), profile_table(session, ProfileGrouping::kernel).size() + 1);
    for (const int count : fields) QCOMPARE(count, fields.front());
    QVERIFY(text.startsWith("name,stage,op,variant,part_of,calls,total_ms,"));
  }

 private:
  QTemporaryDir folder_;
};

QTEST_APPLESS_MAIN(ReportTest)
#include "test_report.moc"
