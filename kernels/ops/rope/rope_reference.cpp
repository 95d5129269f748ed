// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/reference_support.h"
#include "kernels/ops/rope/rope.h"

namespace tilescribe::kernels {

using namespace reference_support;

namespace {

/// One head's values rotated to `position`.
Row rotate(const double* head, std::int64_t width, const RopeParameters& rope, std::int64_t position) {
  Row turned(head, head + width);
  const std::int64_t half = rope.rotary_dim / 2;
  for (std::int64_t j = 0; j < half; ++j) {
    const double exponent = -2.0 * static_cast<double>(j) / static_cast<double>(rope.rotary_dim);
    const double angle = static_cast<double>(position) * std::pow(double{rope.theta}, exponent);
    const auto low = static_cast<std::size_t>(j), high = static_cast<std::size_t>(j + half);
    turned[low] = head[j] * std::cos(angle) - head[j + half] * std::sin(angle);
    turned[high] = head[j + half] * std::cos(angle) + head[j] * std::sin(angle);
  }
  return turned;
}

/// Writes one row of queries, keys and values to their places.
void append(const Row& qkv, const Sequence& sequence, std::int64_t row_in_sequence, const TensorView& q,
            const KvView& kv, const RopeParameters& rope, std::int64_t heads) {
  const std::int64_t width = kv.head_dim(), kv_heads = kv.kv_heads();
  const std::int64_t position = sequence.position + row_in_sequence;
  const double* from = qkv.data();
  float* const queries = q.as<float>() + (sequence.first_row + row_in_sequence) * heads * width;
  for (std::int64_t h = 0; h < heads; ++h, from += width)
    store(rotate(from, width, rope, position), queries + h * width);
  for (std::int64_t h = 0; h < kv_heads; ++h, from += width)
    store(rotate(from, width, rope, position), cached(kv.k, sequence.slot, h, position));
  for (std::int64_t h = 0; h < kv_heads; ++h, from += width)
    store({from, from + width}, cached(kv.v, sequence.slot, h, position));
}

}  // namespace

void reference(const RopeAppend& op) {
  for (const Sequence& sequence : host_sequences(op.rows)) {
    for (std::int64_t r = 0; r < sequence.rows; ++r)
      append(row_of(op.qkv, sequence.first_row + r), sequence, r, op.q, op.kv, op.rope, op.heads);
  }
}

void reference(const NormQkvRopeAppend& op) {
  for (const Sequence& sequence : host_sequences(op.rows)) {
    for (std::int64_t r = 0; r < sequence.rows; ++r) {
      const Row x = row_of(op.x, sequence.first_row + r);
      append(project(host(op.qkv), normalise(op.norm, x)), sequence, r, op.q, op.kv, op.rope, op.heads);
    }
  }
}

}  // namespace tilescribe::kernels
