// SPDX-License-Identifier: Apache-2.0
// Tuning the demo model on the CPU: what is searched, kept and found again.
#include <QtTest>

#include "inference/api/tune.h"
#include "kernels/core/error.h"

using namespace tilescribe;

namespace {

TuneOptions options_of(const QTemporaryDir& folder, const char* op) {
  TuneOptions options;
  options.engine.engine = Engine::cpu;
  options.op = op;
  options.tokens = 1;
  options.file = std::filesystem::path(folder.path().toStdString()) / "choices.txt";
  return options;
}

std::vector<TuneRow> rows_of(const TuneOptions& options, TuneSummary* summary = nullptr) {
  std::vector<TuneRow> rows;
  const TuneSummary found = tune(options, [&](const TuneRow& row) { rows.push_back(row); });
  if (summary != nullptr) *summary = found;
  return rows;
}

}  // namespace

class TuneTest : public QObject {
  Q_OBJECT

 private slots:
  void whatWasSearchedIsNotSearchedAgain() {
    const QTemporaryDir folder;
    TuneSummary first, second;
    const std::vector<TuneRow> rows = rows_of(options_of(folder, "argmax_stop"), &first);
    QVERIFY(!rows.empty());
    QCOMPARE(first.problems, static_cast<int>(rows.size()));
    QCOMPARE(first.searched, first.problems);
    for (const TuneRow& row : rows) {
      QCOMPARE(row.op, std::string("argmax_stop"));
      QVERIFY(row.candidates >= 1 && !row.before.empty() && row.searched);
      QVERIFY(row.state == "nothing" || row.state == "kept" || row.state == "rejected");
      QCOMPARE(row.wrong, 0);
    }
    const std::vector<TuneRow> again = rows_of(options_of(folder, "argmax_stop"), &second);
    QCOMPARE(second.searched, 0);
    QCOMPARE(second.kept, first.kept);
    QCOMPARE(again.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      QCOMPARE(again[i].state, rows[i].state);
      QVERIFY(!again[i].searched);
    }
    TuneOptions anew = options_of(folder, "argmax_stop");
    anew.again = true;
    TuneSummary third;
    rows_of(anew, &third);
    QCOMPARE(third.searched, third.problems);
    // What another op's run has found stays.
    rows_of(options_of(folder, "argmax"), &second);
    const int all = second.problems;
    rows_of(anew, &third);
    rows_of(options_of(folder, "argmax"), &second);
    QCOMPARE(second.problems, all);
    QCOMPARE(second.searched, 0);
  }

  void anUnknownOpIsNamed() {
    const QTemporaryDir folder;
    QVERIFY_THROWS_EXCEPTION(Error, rows_of(options_of(folder, "nosuch")));
  }

  void onlyOneRunWorksOnAFile() {
    const QTemporaryDir folder;
    const TuneOptions options = options_of(folder, "argmax_stop");
    int refused = 0;
    tune(options, [&](const TuneRow&) {
      try {
        tune(options, [](const TuneRow&) {});
      } catch (const Error& error) {
        QVERIFY2(std::string(error.what()).starts_with("Another run of tune is working on "), error.what());
        ++refused;
      }
    });
    QVERIFY(refused > 0);
    tune(options, [](const TuneRow&) {});  // the first has ended
  }

  void aStopRequestKeepsWhatWasMeasured() {
    const QTemporaryDir folder;
    TuneOptions options = options_of(folder, "");
    std::stop_source stop;
    int given = 0;
    QVERIFY_THROWS_EXCEPTION(Cancelled, tune(
                                            options,
                                            [&](const TuneRow&) {
                                              if (++given == 2) stop.request_stop();
                                            },
                                            stop.get_token()));
    QCOMPARE(given, 2);
    std::stop_source later;
    int known = 0;
    try {
      tune(
          options,
          [&](const TuneRow& row) {
            if (!row.searched) ++known;
            if (row.searched) later.request_stop();
          },
          later.get_token());
    } catch (const Cancelled&) {
    }
    QCOMPARE(known, 2);
  }
};

QTEST_APPLESS_MAIN(TuneTest)
#include "test_tune.moc"
