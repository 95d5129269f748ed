// SPDX-License-Identifier: Apache-2.0
// What the questions take on a profile of a million records, by the clock of this process: other work on the
// machine does not count.
#include <QtTest>
#include <ctime>
#include <functional>

#include "inference/api/profile_analysis.h"
#include "tests/support/profile_sessions.h"

using namespace tilescribe;
using Range = ProfileSelection::Range;

class TestProfileMillion : public QObject {
  Q_OBJECT

 private slots:
  void questions_are_answered_at_once_data() {
    QTest::addColumn<bool>("gpu");
    QTest::newRow("GPU") << true;
    QTest::newRow("CPU") << false;
  }
  void questions_are_answered_at_once() {
    QFETCH(bool, gpu);
    const ProfileSession session = synthetic_profile({.records = 1'000'000, .gpu = gpu});
    QVERIFY(session.records.size() >= 1'000'000 && session.records.size() < 1'050'000);
    const Range half{session.duration_ns / 4, session.duration_ns * 3 / 4};
    const std::vector<std::pair<const char*, std::function<bool()>>> questions{
        {"table by kernel", [&] { return !profile_table(session, ProfileGrouping::kernel).empty(); }},
        {"table by layer", [&] { return !profile_table(session, ProfileGrouping::layer).empty(); }},
        {"table of a range",
         [&] { return !profile_table(session, ProfileGrouping::kernel, {.range = half}).empty(); }},
        {"lanes", [&] { return !profile_lanes(session).lanes.empty(); }},
        {"idle", [&] { return profile_idle(session).longest.size() == 100; }},
        {"stages", [&] { return !profile_stages(session).empty(); }},
        {"tree of a range", [&] { return !profile_tree(session, {.range = half}).children.empty(); }},
        {"histogram", [&] { return !profile_histogram(session, {}).bins.empty(); }},
        {"findings", [&] { return !profile_findings(session).empty(); }},
    };
    for (const auto& [name, answer] : questions) {
      const std::clock_t begin = std::clock();
      QVERIFY2(answer(), name);
      const double ms = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      qInfo("%s: %.0f ms", name, ms);
      QVERIFY2(ms < 500.0, name);
    }
  }
};

QTEST_GUILESS_MAIN(TestProfileMillion)
#include "test_profile_million.moc"
