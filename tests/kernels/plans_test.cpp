// SPDX-License-Identifier: Apache-2.0
// A runner's plans: made once for a problem, and made again where something else would be chosen.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>

#include "tests/kernels/reference_variants.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

namespace {

int asked = 0;             // how often a variant was asked for its candidates
std::int32_t started = 0;  // the configuration that ran last

Configs by_width(const Add::Problem& p, const Device&) {
  ++asked;
  if (p.width < 10) return {{"narrow", 1}, {"wide", 2}};
  return {{"wide", 2}, {"narrow", 1}};
}

void start(const Add&, const Config& config, Runner&) {
  started = config.index;
}

Add add_of(std::int64_t rows, std::int64_t width) {
  const TensorView view{nullptr, DType::f32, {rows, width}};
  return {view, view};
}

/// Whether problems whose descriptions differ are different: no member is left out of the comparison.
template <class T>
bool told_apart(std::vector<typename T::Problem> problems) {
  for (const auto& problem : bench_problems(Op<T>{}, Batching())) problems.push_back(problem);
  for (const auto& a : problems) {
    for (const auto& b : problems) {
      if (describe(a) != describe(b) && a == b) {
        qWarning("%s: %s is equal to %s", T::op_name.data(), describe(a).c_str(), describe(b).c_str());
        return false;
      }
    }
    if (!(a == a)) return false;
  }
  return !problems.empty();
}
template <class... Ops>
bool all_told_apart(OpList<Ops...>) {
  return (... && told_apart<Ops>(check_problems(Op<Ops>{})));
}

}  // namespace

class PlansTest : public QObject {
  Q_OBJECT

  static void add_sized(TestBackend& backend) {
    backend.variants().add<Add>({"sized", "reference", Message("Planted by a test."), by_width, start});
  }

 private Q_SLOTS:
  void init() { asked = 0; }

  void a_problem_is_planned_once() {
    TestBackend backend;
    add_sized(backend);
    for (int i = 0; i < 3; ++i) {
      backend.run(add_of(4, 5));
      QCOMPARE(started, 1);
      backend.run(add_of(4, 50));
      QCOMPARE(started, 2);
    }
    QCOMPARE(asked, 2);
    const Plan<Add> plan = backend.plan<Add>(add_of(4, 5).problem());
    QCOMPARE(plan.variant->name, std::string("sized"));
    QVERIFY(plan.config == (Config{"narrow", 1}));
    QCOMPARE(asked, 2);
  }

  void a_forced_variant_ends_the_plans() {
    TestBackend backend;
    add_sized(backend);
    backend.variants().add<Add>({"other", "reference", Message("Planted by a test."), always<Add::Problem>,
                                 +[](const Add&, Runner&) { started = 9; }});
    backend.run(add_of(4, 5));
    backend.force_variant("add", "other");
    backend.run(add_of(4, 5));
    QCOMPARE(started, 9);
    backend.force_variant("add", "");
    backend.run(add_of(4, 5));
    QCOMPARE(started, 1);
  }

  void a_variant_added_later_is_considered() {
    TestBackend backend;
    backend.variants().add<Add>({"never", "reference", Message("Planted by a test."),
                                 +[](const Add::Problem&, const Device&) { return false; }, start});
    QVERIFY_THROWS_EXCEPTION(Error, backend.run(add_of(4, 5)));
    add_sized(backend);
    backend.run(add_of(4, 5));
    QCOMPARE(started, 1);
    // The list of variants moves while it grows, so plans of before must not be used.
    for (int i = 0; i < 100; ++i) add_sized(backend);
    backend.run(add_of(4, 50));
    backend.run(add_of(4, 5));
    QCOMPARE(backend.plan<Add>(add_of(4, 5).problem()).variant, &backend.registry().variants<Add>()[1]);
  }

  void the_number_of_plans_is_bounded() {
    TestBackend backend;
    add_sized(backend);
    constexpr auto most = static_cast<int>(Plans::most);
    for (int rows = 1; rows <= most + 1; ++rows) backend.run(add_of(rows, 5));
    QCOMPARE(asked, most + 1);
    for (int rows = most + 1; rows > 1; --rows) backend.run(add_of(rows, 5));  // the latest are kept
    QCOMPARE(asked, most + 1);
    backend.run(add_of(1, 5));  // the oldest has gone
    QCOMPARE(asked, most + 2);
    backend.run(add_of(2, 5));  // and now the next
    QCOMPARE(asked, most + 3);
  }

  void a_plan_outlives_those_made_while_it_runs() {
    TestBackend backend;
    backend.variants().add<Add>({"outer", "reference", Message("Planted by a test."),
                                 +[](const Add::Problem& p, const Device&) {
                                   return p.width == 100 ? Configs{{"one", 1}} : Configs{};
                                 },
                                 +[](const Add&, const Config& config, Runner& runner) {
                                   for (std::int64_t rows = 1; rows <= 100; ++rows)
                                     runner.run(add_of(rows, 5));
                                   runner.run(add_of(4, 50));
                                   started = 10 * started + config.index;
                                 }});
    add_sized(backend);
    backend.run(add_of(4, 100));
    QCOMPARE(started, 21);
  }

  void problems_that_read_differently_are_different() { QVERIFY(all_told_apart(AllOps{})); }
};

QTEST_APPLESS_MAIN(PlansTest)
#include "plans_test.moc"
