// SPDX-License-Identifier: Apache-2.0
// The tuner: races between candidates of known cost, what it keeps, and the text in which that is kept.
// Nothing is timed by a clock.
#define QT_NO_KEYWORDS
#include <QTest>
#include <cmath>
#include <random>

#include "kernels/tune/tune_op.h"
#include "tests/kernels/reference_variants.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

namespace {

/// Times around a cost: `noise` is a share of it. `drift` slows everything from one measurement to the next.
struct Costs {
  std::vector<double> ms;
  double noise = 0.0, drift = 1.0;
  std::mt19937 random{1};
  double slower = 1.0;
  std::vector<int> timed = {};  // how often each was

  double operator()(std::size_t i) {
    timed.resize(ms.size());
    ++timed[i];
    slower *= drift;
    return ms[i] * slower * (1.0 + noise * std::normal_distribution<double>()(random));
  }
};

RaceResult race_of(Costs& costs) {
  return race(std::vector<bool>(costs.ms.size(), true), RaceRules(), std::ref(costs));
}

class FakeProblem final : public TuneProblem {
 public:
  std::string_view op() const override { return "add"; }
  std::string key() const override { return "rows=1"; }
  std::string text() const override { return "rows=1"; }
  Cost cost() const override { return {}; }
  std::vector<Preference> candidates() const override { return list; }
  CandidateCheck check(std::size_t i) override {
    checked.push_back(i);
    return checks.at(i);
  }
  double time_ms(std::size_t i) override { return costs(i); }

  std::vector<Preference> list;
  std::vector<CandidateCheck> checks;
  std::vector<std::size_t> checked;
  Costs costs;

  void add(const char* name, double ms, CandidateCheck check) {
    list.push_back({name});
    costs.ms.push_back(ms);
    checks.push_back(std::move(check));
  }
};

const CandidateCheck good{true, true, {}};

TunedFor machine() {
  return {.device = "A CPU\twith a tab",
          .driver = "13.0",
          .engine = "cpu",
          .arithmetic = "bf16",
          .build = "ab12",
          .threads = 2};
}

TunedChoice choice_of(const char* op, const char* problem, TuneState state) {
  return {.op = op,
          .problem = problem,
          .state = state,
          .before = {"plain", ""},
          .best = {"tuned", "128x64 alternate"},
          .before_ms = 0.1,
          .best_ms = 1.0 / 3.0,
          .stage_percent = -2.5,
          .candidates = 5,
          .wrong = 1,
          .other_bits = 2};
}

/// A backend whose time is what the variants that ran say they cost.
class CostBackend : public TestBackend {
 public:
  double time_ms(const std::function<void()>& work) override {
    spent_ms = 0.0;
    work();
    return spent_ms;
  }
  static double spent_ms;
};
double CostBackend::spent_ms = 0.0;

template <int hundredths>
void right(const Add& op, Runner&) {
  reference(op);
  CostBackend::spent_ms += hundredths * 1e-2;
}
void rounds_otherwise(const Add& op, Runner&) {
  reference(op);
  auto& first = *static_cast<float*>(op.y.data);
  first = std::nextafter(first, 1e9f);
  CostBackend::spent_ms += 0.01;
}
void wrong(const Add& op, Runner&) {
  reference(op);
  *static_cast<float*>(op.y.data) += 1.0f;
  CostBackend::spent_ms += 0.01;
}
void fails(const Add&, Runner&) {
  throw Error("It does not start.");
}

}  // namespace

class TuneTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theFastestWins() {
    Costs costs{.ms = {1.0, 0.9, 0.5, 2.0}, .noise = 0.01};
    const RaceResult result = race_of(costs);
    QCOMPARE(result.winner, std::optional<std::size_t>(2));
    QVERIFY(std::abs(result.times[2].mean - 0.5) < 0.02);
  }

  void withoutNoiseItEndsEarly() {
    Costs costs{.ms = {1.0, 0.8}};
    race_of(costs);
    QCOMPARE(costs.timed, (std::vector<int>{5, 5}));
  }

  void noiseIsTimedLongerButNotForEver() {
    Costs costs{.ms = {1.0, 1.0}, .noise = 0.3};
    const RaceResult result = race_of(costs);
    QVERIFY(!result.winner);
    QCOMPARE(costs.timed, (std::vector<int>{30, 30}));
  }

  void whatIsFarBehindLeaves() {
    Costs costs{.ms = {1.0, 0.98, 4.0, 1.5}, .noise = 0.05};
    race_of(costs);
    QCOMPARE(costs.timed[2], 1);  // hopeless
    QVERIFY(costs.timed[3] < costs.timed[0]);
  }

  void aGainThatIsTooSmallOrUncertainIsNone() {
    Costs small{.ms = {1.0, 0.99}};
    QVERIFY(!race_of(small).winner);
    Costs uncertain{.ms = {1.0, 0.97}, .noise = 0.4};
    QVERIFY(!race_of(uncertain).winner);
  }

  // Every measurement takes 3 % longer than the one before: means of 30 rounds say nothing, ratios do.
  void aDriftDecidesNothing() {
    Costs equal{.ms = {1.0, 1.0}, .drift = 1.03};
    QVERIFY(!race_of(equal).winner);
    Costs faster{.ms = {1.0, 0.8}, .drift = 1.03};
    QCOMPARE(race_of(faster).winner, std::optional<std::size_t>(1));
  }

  void whoTakesNoPartIsNotTimed() {
    Costs costs{.ms = {1.0, 0.1, 0.5}};
    const RaceResult result = race({true, false, true}, RaceRules(), std::ref(costs));
    QCOMPARE(result.winner, std::optional<std::size_t>(2));
    QCOMPARE(costs.timed[1], 0);
  }

  void aStopRequestEndsARace() {
    std::stop_source stop;
    int timed = 0;
    QVERIFY_THROWS_EXCEPTION(Cancelled, race(
                                            {true, true}, RaceRules(),
                                            [&](std::size_t) {
                                              if (++timed == 3) stop.request_stop();
                                              return 1.0;
                                            },
                                            stop.get_token()));
    QCOMPARE(timed, 3);
  }

  void confirmation_data() {
    QTest::addColumn<double>("with_ms");
    QTest::addColumn<double>("noise");
    QTest::addColumn<bool>("confirmed");
    QTest::newRow("faster") << 9.0 << 0.01 << true;
    QTest::newRow("equal") << 10.0 << 0.0 << false;
    QTest::newRow("slower") << 10.3 << 0.01 << false;  // the micro-benchmark's winner, in its place
    QTest::newRow("nobody knows") << 9.9 << 0.3 << false;
    QTest::newRow("a little faster") << 9.95 << 0.002 << true;
  }
  void confirmation() {
    QFETCH(double, with_ms);
    QFETCH(double, noise);
    QFETCH(bool, confirmed);
    Costs costs{.ms = {with_ms, 10.0}, .noise = noise};
    const Confirmation found = confirm(
        ConfirmRules(), [&] { return costs(0); }, [&] { return costs(1); });
    QCOMPARE(found.confirmed, confirmed);
    QVERIFY(std::abs(costs.timed[0] - costs.timed[1]) == 0 && costs.timed[0] <= 20);
  }

  void onlyWhatIsRightAndHasTheSameBitsIsTimed() {
    FakeProblem problem;
    problem.add("now", 1.0, good);
    problem.add("wrong", 0.1, {false, false, Message("It is wrong.")});
    problem.add("rounds", 0.2, {true, false, {}});
    problem.add("fast", 0.5, good);
    problem.add("slow", 0.9, good);
    const TunedChoice choice = tune_problem(problem, TuneRules(), 0.0);
    QCOMPARE(choice.best.variant, std::string("fast"));
    QVERIFY(choice.state == TuneState::waiting);  // for its confirmation
    QCOMPARE(choice.candidates, 5);
    QCOMPARE(choice.wrong, 1);
    QCOMPARE(choice.other_bits, 1);
    QCOMPARE(problem.costs.timed[1] + problem.costs.timed[2], 0);
    QCOMPARE(problem.checked, (std::vector<std::size_t>{1, 2, 3, 4}));
  }

  void aFasterOneThatIsWrongIsNotKept() {
    FakeProblem problem;
    problem.add("now", 1.0, good);
    problem.add("wrong", 0.1, {false, true, Message("It is wrong.")});
    QVERIFY(tune_problem(problem, TuneRules(), 0.0).state == TuneState::nothing);
    QVERIFY(problem.costs.timed.empty());
  }

  void whatIsNearTheFloorIsLeft() {
    FakeProblem problem;
    problem.add("now", 1.0, good);
    problem.add("fast", 0.5, good);
    QVERIFY(tune_problem(problem, TuneRules(), 0.95).state == TuneState::nothing);
    QVERIFY(problem.checked.empty());
    QVERIFY(tune_problem(problem, TuneRules(), 0.5).state == TuneState::waiting);
    // It takes less than the floor: its arguments come from a cache, and the floor says nothing.
    QVERIFY(tune_problem(problem, TuneRules(), 5.0).state == TuneState::waiting);
  }

  void aRealOpOnADeviceOfKnownCosts() {
    CostBackend backend;
    backend.add<Add>("now", right<100>);
    backend.add<Add>("wrong", wrong);
    backend.add<Add>("rounds otherwise", rounds_otherwise);
    backend.add<Add>("fails", fails);
    backend.add<Add>("fast", right<50>);
    backend.add<Add>("faster", right<30>);
    const Add::Problem problem{{3, 40, DType::f32}};
    QCOMPARE(backend.plan<Add>(problem).variant->name, std::string("now"));
    const TuneRules rules{.reference_flops = 1'000'000};
    const auto problems = planned_problems(backend, "", rules);
    QCOMPARE(problems.list.size(), 1U);
    QCOMPARE(problems.left_out, 0);
    QCOMPARE(problems.list[0]->key(), key_of(problem));
    const TunedChoice choice = tune_problem(*problems.list[0], rules, 0.0);
    QCOMPARE(choice.best.variant, std::string("faster"));
    QCOMPARE(choice.wrong, 2);  // one that fails counts as wrong
    QCOMPARE(choice.other_bits, 1);
    QVERIFY(std::abs(choice.before_ms - 1.0) < 1e-9 && std::abs(choice.best_ms - 0.3) < 1e-9);

    // And the runner takes it, once it is kept.
    auto choices = std::make_shared<TunedChoices>();
    choices->put(choice);
    backend.prefer(choices);
    QCOMPARE(backend.plan<Add>(problem).variant->name, std::string("now"));
    TunedChoice kept = choice;
    kept.state = TuneState::kept;
    choices = std::make_shared<TunedChoices>();
    choices->put(kept);
    backend.prefer(choices);
    QCOMPARE(backend.plan<Add>(problem).variant->name, std::string("faster"));
    QVERIFY(planned_problems(backend, "linear", rules).list.empty());
  }

  void textAndBack() {
    TunedChoices choices;
    choices.put(choice_of("linear", "rows=1 out=2 bf16 → f32", TuneState::kept));
    choices.put(choice_of("linear", "rows=2", TuneState::rejected));
    choices.put(choice_of("attend", "rows=2", TuneState::nothing));
    choices.put(choice_of("attend", "rows=3", TuneState::waiting));
    const std::string text = text_of(machine(), choices);
    const TunedText read = read_tuned(text, machine());
    QVERIFY(read.complaint.empty());
    QCOMPARE(read.choices.all(), choices.all());
    QCOMPARE(read.choices.kept(), 1);
    QCOMPARE(read.choices.find("linear", "rows=1 out=2 bf16 → f32"),
             std::optional(Preference{"tuned", "128x64 alternate"}));
    for (const char* not_kept : {"rows=2", "rows=3"}) QVERIFY(!read.choices.find("attend", not_kept));
    QVERIFY(!read.choices.find("linear", "rows=2"));
    QVERIFY(read_tuned(text_of(machine(), {}), machine()).complaint.empty());
  }

  // Each byte changed, and each beginning: never an exception, never a choice that was not kept.
  void aDamagedTextIsRefused() {
    TunedChoices choices;
    choices.put(choice_of("linear", "rows=1", TuneState::kept));
    const std::string text = text_of(machine(), choices);
    for (std::size_t i = 0; i < text.size(); ++i) {
      for (const char by : {'x', '\n', '\t', '\0'}) {
        if (text[i] == by) continue;
        std::string changed = text;
        changed[i] = by;
        const TunedText read = read_tuned(changed, machine());
        QVERIFY2(!read.complaint.empty() && read.choices.all().empty(), qPrintable(QString::number(i)));
      }
      QVERIFY(!read_tuned(text.substr(0, i), machine()).complaint.empty());
    }
    QVERIFY(!read_tuned(text + "more", machine()).complaint.empty());
  }

  void aTextForSomethingElseIsRefused() {
    const std::string text = text_of(machine(), {});
    const auto refused = [&](auto change) {
      TunedFor other = machine();
      change(other);
      return !read_tuned(text, other).complaint.empty() && tuned_name(other) != tuned_name(machine());
    };
    QVERIFY(refused([](TunedFor& m) { m.device = "Another CPU"; }));
    QVERIFY(refused([](TunedFor& m) { m.driver = "13.1"; }));
    QVERIFY(refused([](TunedFor& m) { m.engine = "cuda"; }));
    QVERIFY(refused([](TunedFor& m) { m.arithmetic = "f32"; }));
    QVERIFY(refused([](TunedFor& m) { m.build = "ab13"; }));
    QVERIFY(refused([](TunedFor& m) { m.threads = 1; }));
  }
};

QTEST_APPLESS_MAIN(TuneTest)
#include "tune_test.moc"
