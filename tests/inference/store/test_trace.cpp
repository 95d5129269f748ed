// SPDX-License-Identifier: Apache-2.0
// The trace keeps the rules of Chrome's trace events (no slices that overlap on a track, all by time, all
// named), holds every record, and sums up to the table: by checks here, and by a script that shares no code
// with us.
#include <QtTest>
#include <cmath>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "inference/api/profile_analysis.h"
#include "inference/api/profile_store.h"
#include "tests/support/profile_sessions.h"

namespace {

using namespace tilescribe;
using nlohmann::json;

SyntheticProfile options_of(bool gpu, bool overlap) {
  SyntheticProfile options;
  options.gpu = gpu;
  options.overlap = overlap;
  return options;
}

QByteArray content(const QString& file) {
  QFile opened(file);
  return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
}

std::int64_t ns_of(const json& us) {
  return std::llround(us.get<double>() * 1000.0);
}

// Ends of the slices that are open on each track: a new one lies within the innermost, or behind it.
class Tracks {
 public:
  bool add(const json& event) {
    const std::int64_t start = ns_of(event["ts"]), end = start + ns_of(event["dur"]);
    auto& open = open_[{event["pid"].get<int>(), event["tid"].get<int>()}];
    while (!open.empty() && open.back() <= start) open.pop_back();
    if (!open.empty() && end > open.back()) return false;
    open.push_back(end);
    return true;
  }

 private:
  std::map<std::pair<int, int>, std::vector<std::int64_t>> open_;
};

struct Checked {
  int status = -1;
  QString said;
};
Checked check(const QStringList& files) {
  QProcess python;
  python.start("python3", QStringList{TILESCRIBE_SOURCE_DIR "/tests/inference/store/check_trace.py"} + files);
  if (!python.waitForFinished(60'000)) return {-1, python.errorString()};
  return {python.exitCode(),
          QString::fromUtf8(python.readAllStandardOutput() + python.readAllStandardError())};
}

// What no name should hold, and may.
ProfileSession with_hostile_names() {
  ProfileSession session = synthetic_profile(options_of(true, true));
  session.kinds[0].short_name = "a\"b\\c\x01\n\xFF </script>";
  session.kinds[1].kernel = "void k<\"x\", 'y'>(a, b)\r\nnext";
  session.tokens[0].text = "\xC3";
  session.tokens[1].text = "";
  session.setting.audio = "\xFE.wav";
  return session;
}

}  // namespace

class TraceTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QVERIFY(folder_.isValid());
    trace_ = folder_.filePath("a.json");
    table_ = folder_.filePath("a.csv");
  }

  void keepsTheRules_data() { sessions(); }
  void keepsTheRules() {
    QFETCH(int, which);
    const ProfileSession session = session_of(which);
    save_profile(session, trace_.toStdString(), ProfileFormat::trace);
    const json trace = json::parse(content(trace_).toStdString());
    Tracks tracks;
    std::map<int, std::string> processes;
    std::map<std::pair<int, int>, std::string> threads;
    std::int64_t before = 0;
    std::size_t record = 0, spans = 0, tokens = 0, readings = 0;
    for (const json& event : trace["traceEvents"]) {
      const std::string phase = event["ph"], name = event["name"];
      const int pid = event["pid"], tid = event["tid"];
      QVERIFY(!name.empty());
      if (phase == "M") {
        if (name == "process_name") processes[pid] = event["args"]["name"];
        if (name == "thread_name") threads[{pid, tid}] = event["args"]["name"];
        continue;
      }
      QVERIFY(ns_of(event["ts"]) >= before);
      before = ns_of(event["ts"]);
      if (phase == "C") {
        QCOMPARE(event["args"]["used_bytes"].get<std::int64_t>(), session.memory[readings++].used_bytes);
        continue;
      }
      QVERIFY((threads.contains({pid, tid})));
      if (phase == "i") {
        QCOMPARE(before, session.tokens[tokens++].at_ns);
        continue;
      }
      QCOMPARE(phase, std::string("X"));
      QVERIFY2(tracks.add(event), event.dump().c_str());
      if (processes[pid] == "host") {
        ++spans;
        continue;
      }
      QVERIFY(record < session.records.size());
      check_record(event, session, session.records[record++]);
      if (QTest::currentTestFailed()) return;
    }
    QCOMPARE(record, session.records.size());
    QCOMPARE(spans, session.spans.size());
    QCOMPARE(tokens, session.tokens.size());
    QCOMPARE(readings, session.memory.size());
    QCOMPARE(processes.size(), std::size_t{2});
    QCOMPARE(trace["otherData"]["taken"].get<std::int64_t>(), session.taken);
  }

  void agreesWithTheTable_data() { sessions(); }
  void agreesWithTheTable() {
    QFETCH(int, which);
    const ProfileSession session = session_of(which);
    save_profile(session, trace_.toStdString(), ProfileFormat::trace);
    save_profile(session, table_.toStdString(), ProfileFormat::table);
    const Checked checked = check({trace_, table_});
    QVERIFY2(checked.status == 0, qPrintable(checked.said));
    const auto rows = profile_table(session, ProfileGrouping::kernel).size();
    QVERIFY2(
        checked.said.endsWith(QString(", %1 records, %2 rows agree\n").arg(session.records.size()).arg(rows)),
        qPrintable(checked.said));
  }

  // The script must be able to find what it looks for.
  void faultsAreFound_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("said");
    QTest::newRow("an overlap") << QByteArray("\"dur\":2.000") << QByteArray("\"dur\":2.001")
                                << "(second) overlaps its neighbour";
    QTest::newRow("a sum") << QByteArray("\"own_us\":2.000") << QByteArray("\"own_us\":1.900")
                           << "first: 1.900 µs, in the table 2.000000";
    QTest::newRow("an order") << QByteArray("\"ts\":3.000") << QByteArray("\"ts\":0.999")
                              << "stands behind one";
    QTest::newRow("a name") << QByteArray("\"thread_name\"") << QByteArray("\"thread_sort_index\"")
                            << "sort_index";
    QTest::newRow("a number") << QByteArray("\"ts\":3.000") << QByteArray("\"ts\":3.0001")
                              << "finer than a nanosecond";
  }
  void faultsAreFound() {
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, said);
    ProfileSession session;
    session.kinds.resize(2);
    session.kinds[0].op = session.kinds[0].short_name = "first";
    session.kinds[1].op = session.kinds[1].short_name = "second";
    session.records = {{.start_ns = 1000, .duration_ns = 2000},
                       {.start_ns = 3000, .duration_ns = 500, .kind = 1}};
    for (const ProfileRecord& record : session.records) {
      ProfileTotal& total = session.totals.emplace_back();
      total.kind = record.kind;
      total.calls = 1;
      total.own_ns = total.busy_ns = total.least_ns = total.most_ns = record.duration_ns;
      total.histogram.add(record.duration_ns);
    }
    session.duration_ns = 4000;
    session.taken = 2;
    save_profile(session, trace_.toStdString(), ProfileFormat::trace);
    save_profile(session, table_.toStdString(), ProfileFormat::table);
    QCOMPARE(check({trace_, table_}).said, QString("6 events, 2 records, 2 rows agree\n"));
    QByteArray text = content(trace_);
    QVERIFY(text.contains(from));
    QFile file(trace_);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.replace(text.indexOf(from), from.size(), to));
    file.close();
    const Checked checked = check({trace_, table_});
    QCOMPARE(checked.status, 1);
    QVERIFY2(checked.said.contains(said), qPrintable(checked.said));
  }

  // A clock that begins a little late must not make a time negative: readers drop such events.
  void timesBeforeTheBeginning() {
    ProfileSession session;
    session.kinds.resize(1);
    session.kinds[0].op = "early";
    session.records = {{.start_ns = -1500, .duration_ns = 1000}};
    session.tokens = {{.at_ns = 1, .window = 0, .text = "t"}};
    save_profile(session, trace_.toStdString(), ProfileFormat::trace);
    const json events = json::parse(content(trace_).toStdString())["traceEvents"];
    QCOMPARE(ns_of(events[events.size() - 2]["ts"]), std::int64_t{0});
    QCOMPARE(ns_of(events.back()["ts"]), std::int64_t{1501});
  }

  void whatHasNoName() {
    ProfileSession session;
    session.kinds.resize(2);
    session.kinds[1].activity = ProfileActivity::replay;
    session.records = {{.start_ns = 0, .duration_ns = 5}, {.start_ns = 5, .duration_ns = 5, .kind = 1}};
    session.spans.resize(2);
    session.tokens.resize(1);
    save_profile(session, trace_.toStdString(), ProfileFormat::trace);
    const Checked checked = check({trace_});
    QVERIFY2(checked.status == 0, qPrintable(checked.said));
    QVERIFY(content(trace_).contains("\"name\":\"recorded step\""));
  }

  void anEmptySession() {
    save_profile(ProfileSession(), trace_.toStdString(), ProfileFormat::trace);
    save_profile(ProfileSession(), table_.toStdString(), ProfileFormat::table);
    QCOMPARE(check({trace_, table_}).said, QString("2 events, 0 records, 0 rows agree\n"));
  }

 private:
  void sessions() {
    QTest::addColumn<int>("which");
    QTest::newRow("a GPU with overlaps") << 0;
    QTest::newRow("a GPU") << 1;
    QTest::newRow("a CPU, ops within ops") << 2;
    QTest::newRow("hostile names") << 3;
  }
  static ProfileSession session_of(int which) {
    return which == 3 ? with_hostile_names() : synthetic_profile(options_of(which < 2, which == 0));
  }

  static void check_record(const json& event, const ProfileSession& session, const ProfileRecord& record) {
    const ProfileKind& kind = session.kinds[record.kind];
    const json& args = event["args"];
    QCOMPARE(ns_of(event["ts"]), record.start_ns);
    QCOMPARE(ns_of(event["dur"]), record.duration_ns);
    QCOMPARE(ns_of(args["own_us"]), record.own_ns());
    const std::string kernel = args.value("kernel", ""), stage = args.value("stage", "");
    if (kind.kernel.find_first_of("\xFF\xC3\xFE") == std::string::npos) QCOMPARE(kernel, kind.kernel);
    QCOMPARE(stage, kind.stage);
    QCOMPARE(args.value("op", ""), kind.op);
    QCOMPARE(args.value("variant", ""), kind.variant);
    QCOMPARE(args.value("layer", -1), record.layer);
    QCOMPARE(args.value("step", std::int64_t{-1}), record.step);
    QCOMPARE(args.value("flops", std::int64_t{0}), record.flops);
    QCOMPARE(args.value("bytes", std::int64_t{0}), record.bytes);
    QCOMPARE(args.value("registers", 0U), record.registers);
    QCOMPARE(args.value("threads", 0), record.threads);
    std::string grid;
    for (const std::uint32_t size : record.grid) grid += (grid.empty() ? "" : "x") + std::to_string(size);
    QCOMPARE(args.value("grid", "0x0x0"), grid);
  }

  QTemporaryDir folder_;
  QString trace_, table_;
};

QTEST_APPLESS_MAIN(TraceTest)
#include "test_trace.moc"
