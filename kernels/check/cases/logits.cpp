// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/logits/logits.h"

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {

std::vector<NormLogits::Problem> check_problems(Op<NormLogits>) {
  return {{1, 1, 1},
          {1, 384, 2000},
          {3, 65, 130},
          {8, 384, 1025},
          {17, 33, 100},
          {2, 2048, 3001},
          {5, 65, 130, DType::f32, {}, NormKind::layer}};
}

NormLogits build_case(const NormLogits::Problem& p, CaseBuilder& builder) {
  // For example the last row of each sequence: first consecutive rows, then every second row backwards.
  std::vector<std::int32_t> rows(static_cast<std::size_t>(p.rows));
  const auto count = static_cast<std::int32_t>(p.rows);
  for (std::int32_t i = 0; i < count; ++i)
    rows[static_cast<std::size_t>(i)] = i < count / 2 ? i + 1 : 2 * (count - i);
  NormLogits op;
  op.logits = builder.output(DType::f32, {p.rows, p.vocabulary});
  op.x = builder.input(DType::f32, {2 * p.rows + 2, p.width});
  op.rows = builder.kept(rows);
  op.norm.kind = p.norm;
  op.norm.gain = builder.weight(WeightRole::vector, {p.width});
  if (p.norm == NormKind::layer) op.norm.bias = builder.weight(WeightRole::vector, {p.width});
  op.head = builder.weight(WeightRole::matrix, {p.vocabulary, p.width});
  op.activation = builder.activation();
  return op;
}

std::vector<NormLogits::Problem> bench_problems(Op<NormLogits>, const Batching& batching) {
  std::vector<NormLogits::Problem> list;
  for (const std::int64_t rows : decode_rows(batching))
    list.push_back({rows, decoder::width, decoder::vocabulary, DType::bf16});
  return list;
}

}  // namespace tilescribe::kernels
