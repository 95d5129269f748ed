// SPDX-License-Identifier: Apache-2.0
// The check of variants itself: it passes what is right and finds each way of being wrong.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>
#include <algorithm>
#include <limits>
#include <memory>

#include "kernels/check/case_builder.h"
#include "kernels/check/check_ops.h"
#include "tests/kernels/reference_variants.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

namespace {

constexpr std::uint64_t seed = 11;

std::vector<CheckResult> check(TestBackend& backend, std::string_view op) {
  const auto found = std::ranges::find(checked_ops(), op, &CheckedOp::name);
  return found->check(backend, seed, {});
}

/// Whether every row failed, each with a sentence that contains `sentence`.
bool all_fail_with(const std::vector<CheckResult>& rows, const char* sentence) {
  bool all = !rows.empty();
  for (const CheckResult& row : rows) {
    const bool expected = !row.passed && QString::fromStdString(english(row.message)).contains(sentence);
    if (!expected)
      qWarning("%s %s: error %g, %s", row.variant.c_str(), row.problem.c_str(), row.error,
               english(row.message).c_str());
    all = all && expected;
  }
  return all;
}

template <class T>
bool plant(void (*launch)(const T&, Runner&), const char* sentence) {
  TestBackend backend;
  backend.add<T>("planted", launch);
  return all_fail_with(check(backend, T::op_name), sentence);
}

// The second goes wrong, and one value has only the first.
Configs one_or_two_ways(const Add::Problem& p, const Device&) {
  if (p.width == 1) return {{"right", 0}};
  return {{"right", 0}, {"wrong", 1}};
}

}  // namespace

class CheckTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void references_and_default_compositions_pass() {
    TestBackend backend;
    add_references(backend);
    for (const CheckedOp& op : checked_ops()) {
      const std::vector<CheckResult> rows = op.check(backend, seed, {});
      QVERIFY2(rows.size() >= 6, op.name.data());
      for (const CheckResult& row : rows) {
        QVERIFY2(row.passed, qPrintable(QString::fromStdString(row.op + " " + row.problem + ": " +
                                                               english(row.message))));
        QVERIFY2(row.problem.find('=') != std::string::npos, row.op.c_str());
        QCOMPARE(row.tolerance, 2e-5);
      }
    }
  }

  void one_variant_alone_is_checked() {
    TestBackend backend;
    backend.add<Gelu>("right", run_reference<Gelu>);
    backend.add<Gelu>("silent", [](const Gelu&, Runner&) {});
    const auto op = std::ranges::find(checked_ops(), Gelu::op_name, &CheckedOp::name);
    const std::vector<CheckResult> both = op->check(backend, seed, {}),
                                   one = op->check(backend, seed, "right");
    QCOMPARE(one.size() * 2, both.size());
    QVERIFY(std::ranges::all_of(one,
                                [](const CheckResult& row) { return row.variant == "right" && row.passed; }));
    QVERIFY(op->check(backend, seed, "unknown").empty());
  }

  /// Its references may be there before the backend is. The bits are those of the same seed's values.
  void a_check_can_begin_before_there_is_a_backend() {
    const auto op = std::ranges::find(checked_ops(), RmsNorm::op_name, &CheckedOp::name);
    const std::unique_ptr<BegunCheck> begun = op->begin_check(seed), unused = op->begin_check(seed + 1);
    TestBackend backend;
    backend.add<RmsNorm>("right", run_reference<RmsNorm>);
    const std::vector<CheckResult> early = begun->run(backend, "right"),
                                   late = op->check(backend, seed, "right"),
                                   other = op->check(backend, seed + 1, "right");
    QCOMPARE(early.size(), late.size());
    for (std::size_t i = 0; i < early.size(); ++i) {
      QVERIFY2(early[i].passed && early[i].error == 0.0, early[i].problem.c_str());
      QCOMPARE(early[i].digest, late[i].digest);
    }
    QVERIFY(early.back().digest != other.back().digest);
  }

  void a_wrong_value_is_found() {
    QVERIFY(plant<Gelu>(
        [](const Gelu& op, Runner&) {
          const float scale = op.x.elements() == 1 ? 2.0f : 1.0f;
          reference(op);
          op.y.as<float>()[op.y.elements() - 1] = 40.0f * scale;
        },
        "beyond the tolerance"));
  }

  void the_error_is_relative_to_the_largest_value() {
    TestBackend backend;
    backend.add<Add>("a little off", [](const Add& op, Runner&) {
      reference(op);
      for (std::int64_t i = 0; i < op.y.elements(); ++i) op.y.as<float>()[i] *= 1.0f + 1e-5f;
    });
    backend.add<Add>("too far off", [](const Add& op, Runner&) {
      reference(op);
      for (std::int64_t i = 0; i < op.y.elements(); ++i) op.y.as<float>()[i] *= 1.0f + 1e-3f;
    });
    for (const CheckResult& row : check(backend, "add")) {
      const bool little = row.variant == "a little off";
      QCOMPARE(row.passed, little);
      QVERIFY2(std::abs(row.error - (little ? 1e-5 : 1e-3)) < 2e-7, qPrintable(QString::number(row.error)));
    }
  }

  void the_tolerance_follows_the_arithmetic() {
    TestBackend backend;
    backend.add<Add>("rounded", [](const Add& op, Runner&) {
      reference(op);
      for (std::int64_t i = 0; i < op.y.elements(); ++i) op.y.as<float>()[i] *= 1.0f + 1e-3f;
    });
    for (const bool tf32 : {false, true}) {
      backend.tf32 = tf32;
      for (const CheckResult& row : check(backend, "add")) {
        QCOMPARE(row.tolerance, tf32 ? 3e-3 : 2e-5);
        QCOMPARE(row.passed, tf32);
      }
    }
  }

  void an_unwritten_output_is_found() {
    QVERIFY(plant<GatedSilu>([](const GatedSilu&, Runner&) {}, "Output 1 of 1 at index 0 was not written"));
    QVERIFY(plant<Linear>(
        [](const Linear& op, Runner&) {  // all but the last value
          reference(op);
          op.y.as<float>()[op.y.elements() - 1] = std::numeric_limits<float>::quiet_NaN();
        },
        "was not written, or is not finite"));
    QVERIFY(plant<Argmax>(
        [](const Argmax& op, Runner&) {
          std::vector<std::int32_t> ids(static_cast<std::size_t>(op.ids.elements()));
          Argmax elsewhere = op;
          elsewhere.ids.data = ids.data();
          reference(elsewhere);
        },
        "Output 1 of 2 at index 0 was not written"));
  }

  void an_infinite_value_is_found() {
    QVERIFY(plant<LayerNorm>(
        [](const LayerNorm& op, Runner&) {
          reference(op);
          op.out.as<float>()[0] = std::numeric_limits<float>::infinity();
        },
        "is not finite"));
  }

  void a_wrong_integer_is_found_however_small_the_difference() {
    QVERIFY(plant<Argmax>(
        [](const Argmax& op, Runner&) {
          reference(op);
          ++op.ids.as<std::int32_t>()[op.ids.elements() - 1];
        },
        "but must be"));
  }

  void a_write_beyond_an_ops_own_columns_is_found() {
    QVERIFY(plant<AttentionOutput>(
        [](const AttentionOutput& op, Runner&) {
          reference(op);
          op.out.as<float>()[0] = 0.0f;
        },
        "was written, but must not be"));
    QVERIFY(plant<RopeAppend>(
        [](const RopeAppend& op, Runner&) {
          reference(op);
          op.kv.v.as<float>()[op.kv.v.elements() - 1] += 1.0f;
        },
        "beyond the tolerance"));
  }

  void a_key_beyond_the_sequence_is_found() {
    QVERIFY(plant<Attend>(
        [](const Attend& op, Runner&) {
          std::vector<Sequence> longer = host_sequences(op.rows);
          for (Sequence& sequence : longer) ++sequence.position;
          Attend late = op;
          late.rows = {.sequences = longer};
          late.causal = op.causal || op.rows.of() == RowsOf::step;
          reference(late);
        },
        "is not finite"));
  }

  void an_exception_becomes_a_row() {
    QVERIFY(plant<MelLog>([](const MelLog&, Runner&) { throw Error("The device is gone."); },
                          "The device is gone."));
  }

  void a_cancelled_check_ends() {
    TestBackend backend;
    backend.add<Add>("cancelled", [](const Add&, Runner&) { throw Cancelled(); });
    QVERIFY_THROWS_EXCEPTION(Cancelled, check(backend, "add"));
  }

  void only_what_the_backend_supports_is_run() {
    TestBackend backend;
    const auto fail = +[](const Add&, Runner&) { throw Error("This must not run."); };
    backend.variants().add<Add>({"elsewhere", "cuda", {}, always<Add::Problem>, fail});
    backend.variants().add<Add>({"never", "reference", Message("For nothing."),
                                 +[](const Add::Problem&, const Device&) { return false; }, fail});
    backend.variants().add<Add>({"narrow", "reference", Message("For narrow rows."),
                                 +[](const Add::Problem& p, const Device&) { return p.width < 100; },
                                 run_reference<Add>});
    const std::vector<CheckResult> rows = check(backend, "add");
    QVERIFY(!rows.empty() && rows.size() < check_problems(Op<Add>{}).size());
    for (const CheckResult& row : rows) {
      QCOMPARE(row.variant, std::string("narrow"));
      QVERIFY2(row.passed, english(row.message).c_str());
    }
    const std::vector<VariantLabel> labels = backend.registry().ops()[0]->variants("reference");
    QCOMPARE(labels.size(), 2U);
    QCOMPARE(labels[0].name, std::string("never"));
    QCOMPARE(labels[1].name, std::string("narrow"));
    QCOMPARE(english(labels[1].why), std::string("For narrow rows."));
  }

  void every_candidate_is_checked() {
    TestBackend backend;
    backend.variants().add<Add>({"two ways", "reference", Message("Planted by a test."), one_or_two_ways,
                                 +[](const Add& op, const Config& config, Runner&) {
                                   reference(op);
                                   if (config.index == 1) op.y.as<float>()[0] += 40.0f;
                                 }});
    const std::vector<CheckResult> rows = check(backend, "add");
    std::size_t others = 0;
    for (const CheckResult& row : rows) {
      QCOMPARE(row.variant, std::string("two ways"));
      QCOMPARE(row.config, std::string(row.passed ? "" : "wrong"));
      others += row.passed ? 0U : 1U;
    }
    QVERIFY(others > 0);
    QCOMPARE(rows.size() - others, check_problems(Op<Add>{}).size());
  }

  void a_variant_is_checked_itself_even_when_another_is_forced() {
    TestBackend backend;
    backend.add<Add>("good", run_reference<Add>);
    backend.add<Add>("bad", [](const Add&, Runner&) {});
    backend.force_variant("add", "good");
    int failed = 0;
    for (const CheckResult& row : check(backend, "add")) {
      QCOMPARE(row.passed, row.variant == "good");
      failed += row.passed ? 0 : 1;
    }
    QCOMPARE(failed, static_cast<int>(check_problems(Op<Add>{}).size()));
  }

  void the_engine_takes_the_first_variant_or_the_forced_one() {
    TestBackend backend;
    backend.add<Gelu>("first", [](const Gelu& op, Runner&) { op.y.as<float>()[0] = 1.0f; });
    backend.add<Gelu>("second", [](const Gelu& op, Runner&) { op.y.as<float>()[0] = 2.0f; });
    float value = 0.0f;
    const TensorView view{&value, DType::f32, {1, 1}};
    backend.run(Gelu{view, view});
    QCOMPARE(value, 1.0f);
    backend.force_variant("gelu", "second");
    backend.run(Gelu{view, view});
    QCOMPARE(value, 2.0f);
    backend.force_variant("gelu", "");
    backend.run(Gelu{view, view});
    QCOMPARE(value, 1.0f);
    QVERIFY_THROWS_EXCEPTION(Error, backend.force_variant("gelu", "third"));
    QVERIFY_THROWS_EXCEPTION(Error, backend.force_variant("jelly", "first"));
    QVERIFY_THROWS_EXCEPTION(Error, backend.run(Add{view, view}));
    QCOMPARE(value, 1.0f);
  }

  void a_stopped_backend_runs_nothing() {
    TestBackend backend;
    add_references(backend);
    std::stop_source source;
    backend.set_stop_token(source.get_token());
    float value = 0.0f;
    const TensorView view{&value, DType::f32, {1, 1}};
    backend.run(Gelu{view, view});
    source.request_stop();
    QVERIFY_THROWS_EXCEPTION(Cancelled, backend.run(Gelu{view, view}));
  }

  void calls_before_an_op_are_all_made_in_order() {
    TestBackend backend;
    add_references(backend);
    std::vector<std::string> calls;
    const CallHook first(backend.hooks(), {.before_op = [&](std::string_view op) {
                           calls.push_back("first " + std::string(op));
                         }});
    const CallHook second(backend.hooks(), {.before_op = [&](std::string_view op) {
                            calls.push_back("second " + std::string(op));
                          }});
    const CallHook third(backend.hooks(), {.before_op = [&, ops = 0](std::string_view) mutable {
                           if (++ops == 2) throw DeviceError("The second op fails.");
                         }});
    float value = 1.0f;
    const TensorView view{&value, DType::f32, {1, 1}};
    backend.run(Gelu{view, view});
    QVERIFY_THROWS_EXCEPTION(DeviceError, backend.run(Add{view, view}));
    QCOMPARE(calls, (std::vector<std::string>{"first gelu", "second gelu", "first add", "second add"}));
  }

  void work_between_ops_is_done_as_long_as_it_is_hooked() {
    TestBackend backend;
    add_references(backend);
    CaseBuilder builder(backend, seed);
    const NormMlp op = build_case(NormMlp::Problem{{3, 16, 32}}, builder);
    int first = 0, second = 0;
    const CallHook always(backend.hooks(), {.between_ops = [&] {
                            ++first;
                            backend.hooks().give_way();  // not inside itself
                            backend.run(op);             // nor are the ops of that work interrupted
                          }});
    {
      const CallHook for_a_while(backend.hooks(), {.between_ops = [&] { ++second; }});
      backend.run(op);  // once, not between the ops that it is composed of
      backend.hooks().give_way();
      const Hooks::Inside recorded = backend.hooks().undisturbed();
      backend.run(op);
      backend.hooks().give_way();
    }
    backend.hooks().give_way();
    QCOMPARE(first, 3);
    QCOMPARE(second, 2);
  }

  void a_hook_that_does_not_measure_costs_no_label() {
    TestBackend backend;
    add_references(backend);
    int labels = 0, costs = 0;
    const auto cost = [&] { return ++costs, Cost(); };
    const CallHook quiet(backend.hooks(), {.before_op = [](std::string_view) {}});
    backend.hooks().run("op", "variant", cost, [] {});
    QCOMPARE(costs, 0);
    {
      const CallHook measuring(backend.hooks(), {.op_begins = [&](const OpLabel&) { ++labels; }});
      backend.hooks().run("op", "variant", cost, [] {});
    }
    backend.hooks().run("op", "variant", cost, [] {});
    QCOMPARE(labels, 1);
    QCOMPARE(costs, 1);
  }

  void two_builders_with_one_seed_make_the_same_values() {
    TestBackend backend;
    CaseBuilder first(backend, seed), second(backend, seed), other(backend, seed + 1);
    for (CaseBuilder* builder : {&first, &second, &other}) builder->updated(DType::f32, {64, 64}, 3.0f);
    const std::vector<float> values = first.results()[0].values;
    QCOMPARE(values, second.results()[0].values);
    QVERIFY(values != other.results()[0].values);
    double sum = 0.0, squares = 0.0;
    for (const float value : values) {
      QCOMPARE(to_float(to_bfloat16(value)), value);  // exactly representable
      sum += value;
      squares += double{value} * value;
    }
    QVERIFY(std::abs(sum / 4096) < 0.2);
    QVERIFY(std::abs(squares / 4096 - 9.0) < 0.7);
  }

  void costs_count_what_the_contract_needs() {
    QCOMPARE(cost(LinearProblem{2, 3, 5}).flops, std::int64_t{60});
    const LinearProblem narrow{.rows = 2, .out = 3, .in = 5, .weights = {DType::bf16, 2 * 15}};
    QCOMPARE(cost(narrow).bytes, std::int64_t{2 * 15 + 4 * (10 + 6)});
    const Attend::Problem decode{
        .rows = 8, .heads = 16, .kv_heads = 4, .head_dim = 128, .keys = 800, .longest = 1};
    QCOMPARE(cost(decode).bytes, std::int64_t{4 * 128 * (2 * 8 * 16 + 2 * 800 * 4)});
    const Attend::Problem window{
        .rows = 1500, .heads = 1, .kv_heads = 1, .head_dim = 64, .keys = 1500 * 1500, .longest = 1500};
    QCOMPARE(cost(window).bytes, std::int64_t{4 * 64 * 4 * 1500});
  }
};

QTEST_APPLESS_MAIN(CheckTest)
#include "check_test.moc"
