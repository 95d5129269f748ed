// SPDX-License-Identifier: Apache-2.0
// The shapes that a model plans itself: listed, and timed beside the full model's.
#include <QtTest>
#include <algorithm>
#include <set>

#include "inference/api/bench.h"
#include "inference/api/tune.h"
#include "kernels/core/error.h"

using namespace tilescribe;

namespace {

EngineOptions on_the_cpu() {
  EngineOptions options;
  options.engine = Engine::cpu;
  options.compute = Compute::f32;
  return options;
}

/// Whether the second text has every word of the first.
bool has_words(const std::string& words, const std::string& text) {
  const QStringList all = QString::fromStdString(text).split(QLatin1Char(' '));
  return std::ranges::all_of(QString::fromStdString(words).split(QLatin1Char(' ')),
                             [&](const QString& word) { return all.contains(word); });
}

}  // namespace

class ModelShapesTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { planned_ = list_model_shapes(on_the_cpu()); }

  void theDemoModelHasSizesOfItsOwn() {
    QVERIFY(!planned_.model.empty() && planned_.problems != nullptr);
    QVERIFY(planned_.shapes.size() > 10);
    std::set<std::string> ops, seen;
    for (const ShapeRow& row : planned_.shapes) {
      ops.insert(row.op);
      QVERIFY2(seen.insert(row.op + " " + row.shape).second, row.shape.c_str());
    }
    for (const char* op : {"attend", "argmax_stop", "norm_gated_mlp"}) QVERIFY2(ops.contains(op), op);
    const std::vector<ShapeRow> full = list_shapes(on_the_cpu());
    for (const ShapeRow& row : planned_.shapes) {
      if (row.op != "attend") continue;
      const auto same = [&](const ShapeRow& other) { return other.op == row.op && other.shape == row.shape; };
      QVERIFY2(std::ranges::none_of(full, same), row.shape.c_str());
    }
  }

  void theyAreThoseThatTuneFinds() {
    const QTemporaryDir folder;
    TuneOptions options;
    options.engine = on_the_cpu();
    options.op = "argmax_stop";
    options.file = std::filesystem::path(folder.path().toStdString()) / "choices.txt";
    int found = 0, listed = 0;
    tune(options, [&](const TuneRow& row) {
      ++found;
      const auto same = [&](const ShapeRow& shape) {
        return shape.op == row.op && has_words(shape.shape, row.problem);
      };
      QVERIFY2(std::ranges::any_of(planned_.shapes, same), row.problem.c_str());
    });
    for (const ShapeRow& row : planned_.shapes) listed += row.op == "argmax_stop" ? 1 : 0;
    QVERIFY(found > 0);
    QVERIFY(listed > 0 && listed <= found);
  }

  void aShapeOfTheModelIsTimed() {
    const auto shape = std::ranges::find(planned_.shapes, "norm_gated_mlp", &ShapeRow::op);
    QVERIFY(shape != planned_.shapes.end());
    OpsOptions options;
    options.engine = on_the_cpu();
    options.op = "norm_gated_mlp";
    options.shape = shape->shape;
    options.runs = 3;
    QVERIFY_THROWS_EXCEPTION(Error, rows_of(options));  // the full model has no such shape
    options.problems = planned_.problems;
    const std::vector<OpRow> rows = rows_of(options);
    QVERIFY(!rows.empty());
    for (const OpRow& row : rows) {
      QCOMPARE(row.op, std::string("norm_gated_mlp"));
      QVERIFY2(has_words(shape->shape, row.problem), row.problem.c_str());
      QVERIFY(row.time.ms > 0.0 && row.complaint.empty());
      QVERIFY(!row.error || *row.error < 1e-3);
    }
    QVERIFY(std::ranges::any_of(rows, &OpRow::chosen));
  }

  void withoutAShapeTheModelsComeFirst() {
    OpsOptions options;
    options.engine = on_the_cpu();
    options.op = "argmax_stop";
    options.runs = 1;
    const std::vector<OpRow> full = rows_of(options);
    options.problems = planned_.problems;
    const std::vector<OpRow> both = rows_of(options);
    QVERIFY(both.size() > full.size());
    for (std::size_t i = 0; i < full.size(); ++i)
      QCOMPARE(both[both.size() - full.size() + i].problem, full[i].problem);
    std::set<std::string> seen;
    for (const OpRow& row : both)
      QVERIFY2(seen.insert(row.variant + " " + row.problem).second, row.problem.c_str());
  }

  void aStopRequestIsHeard() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(Cancelled, list_model_shapes(on_the_cpu(), stop.get_token()));
  }

 private:
  static std::vector<OpRow> rows_of(const OpsOptions& options) {
    std::vector<OpRow> rows;
    bench_ops(
        options, [](const BenchSetting&) {}, [&](const OpRow& row) { rows.push_back(row); });
    return rows;
  }

  ModelShapes planned_;
};

QTEST_APPLESS_MAIN(ModelShapesTest)
#include "test_model_shapes.moc"
