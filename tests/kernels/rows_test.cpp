// SPDX-License-Identifier: Apache-2.0
// What rows belong to: every op of a composition is told, so that a step's products are those of a step.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>
#include <initializer_list>
#include <string>
#include <vector>

#include "kernels/check/case_builder.h"
#include "tests/kernels/reference_variants.h"

using namespace tilescribe::kernels;

namespace {

struct Seen {
  std::string op;
  RowsOf rows_of;
  bool operator==(const Seen&) const = default;
};
std::vector<Seen> seen;

template <class T>
void note(const T& op, Runner&) {
  seen.push_back({std::string(T::op_name), op.problem().rows_of});
}

/// Whether a composition of T runs these of the ops that distinguish rows, and passes its own rows on.
template <class T>
bool passes_on(void (*composition)(const T&, Runner&), RowsOf rows_of,
               std::initializer_list<const char*> inner) {
  TestBackend backend;
  backend.add<Linear>("noted", note<Linear>);
  backend.add<LinearGelu>("noted", note<LinearGelu>);
  backend.add<LinearResidual>("noted", note<LinearResidual>);
  backend.add<RopeAppend>("noted", note<RopeAppend>);
  add_references(backend);
  CaseBuilder builder(backend, 1);
  typename T::Problem problem = check_problems(Op<T>{})[0];
  problem.rows_of = rows_of;
  const T op = build_case(problem, builder);
  std::vector<Seen> expected;
  for (const char* name : inner) expected.push_back({name, rows_of});
  seen.clear();
  composition(op, backend);
  return op.problem().rows_of == rows_of && seen == expected;
}

}  // namespace

class RowsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void compositions_pass_them_on() {
    for (const RowsOf rows_of : {RowsOf::sequences, RowsOf::step}) {
      QVERIFY(passes_on(linear_gelu_default, rows_of, {"linear"}));
      QVERIFY(passes_on(linear_residual_default, rows_of, {"linear"}));
      QVERIFY(passes_on(norm_mlp_default, rows_of, {"linear_gelu", "linear_residual"}));
      QVERIFY(passes_on(norm_gated_mlp_default, rows_of, {"linear", "linear_residual"}));
      QVERIFY(passes_on(norm_qkv_rope_append_default, rows_of, {"linear", "rope_append"}));
    }
  }

  void a_step_shows_in_descriptions() {
    LinearProblem product{.rows = 2, .out = 3, .in = 5};
    QCOMPARE(describe(product), std::string("rows=2 out=3 in=5 f32 → f32"));
    product.rows_of = RowsOf::step;
    QCOMPARE(describe(product), std::string("rows=2 out=3 in=5 step f32 → f32"));
    const MlpProblem mlp{.rows = 2, .width = 3, .hidden = 5, .rows_of = RowsOf::step};
    QCOMPARE(describe(mlp), std::string("rows=2 width=3 hidden=5 step f32"));
  }

  void idle_rows_of_a_step_are_no_sequences() {
    const std::int32_t slots[] = {4, 5, 6}, positions[] = {7, -1, 9};
    const Rows rows{
        .sequences = {},
        .step = {
            .slots = {slots, DType::i32, {3}}, .positions = {positions, DType::i32, {3}}, .most_keys = 10}};
    const std::vector<Sequence> list = host_sequences(rows);
    QCOMPARE(list.size(), 2U);
    QVERIFY(list[1].slot == 6 && list[1].first_row == 2 && list[1].rows == 1 && list[1].position == 9);
  }
};

QTEST_APPLESS_MAIN(RowsTest)
#include "rows_test.moc"
