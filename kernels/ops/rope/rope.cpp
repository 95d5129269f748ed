// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/rope/rope.h"

#include "kernels/ops/linear/linear.h"
#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {
namespace {

std::int64_t qkv_width(const QkvProblem& p) {
  return (p.heads + 2 * p.kv_heads) * p.head_dim;
}

/// Bytes of queries, keys and values.
std::int64_t written(const QkvProblem& p) {
  const auto size = static_cast<std::int64_t>(size_of(p.activation));
  return p.rows * p.head_dim * (size * p.heads + (p.float8_cache ? 1 : size) * 2 * p.kv_heads);
}

std::string text(const QkvProblem& p, const std::string& norm) {
  ProblemText text{{"rows", p.rows}};
  if (p.width != 0) text.size("width", p.width);
  text.size("heads", p.heads).size("kv_heads", p.kv_heads).size("head_dim", p.head_dim);
  if (p.rotary_dim != 0) text.size("rotary_dim", p.rotary_dim);
  if (!norm.empty()) text.word(norm);
  if (p.float8_cache) text.word("float8_cache");
  return text.rows_of(p.rows_of).type(p.activation);
}

}  // namespace

Cost cost(const RopeAppend::Problem& p) {
  const std::int64_t values = p.rows * qkv_width(p);
  return {.flops = 3 * values, .bytes = 4 * values + written(p)};
}

Cost cost(const NormQkvRopeAppend::Problem& p) {
  const std::int64_t out = qkv_width(p);
  return {.flops = 2 * p.rows * p.width * out + 8 * p.rows * p.width + 3 * p.rows * out,
          .bytes = p.rows * p.width * 4 + p.weights.bytes + written(p)};
}

std::string describe(const RopeAppend::Problem& p) {
  return text(p, {});
}
std::string describe(const NormQkvRopeAppend::Problem& p) {
  return text(p, p.norm == NormKind::layer ? "layer" : "rms");
}

void norm_qkv_rope_append_default(const NormQkvRopeAppend& op, Runner& runner) {
  const Tensor normed = runner.tensor(op.q.dtype, op.x.shape);
  run_norm(op.norm, normed, op.x, runner);
  const Tensor qkv = runner.tensor(DType::f32, {op.x.shape[0], op.qkv->out()});
  runner.run(Linear{qkv, normed, op.qkv, op.rows});
  runner.run(RopeAppend{op.q, op.kv, qkv, op.rows, op.rope, op.heads});
}

}  // namespace tilescribe::kernels
