// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/ops/attention/attention.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

using namespace reference_support;

namespace {

double dot(const float* a, const float* b, std::int64_t count) {
  double sum = 0.0;
  for (std::int64_t i = 0; i < count; ++i) sum += double{a[i]} * b[i];
  return sum;
}

void softmax(Row& scores) {
  const double largest = *std::ranges::max_element(scores);
  double sum = 0.0;
  for (double& score : scores) sum += score = std::exp(score - largest);
  for (double& score : scores) score /= sum;
}

}  // namespace

void reference(const Attend& op) {
  const std::int64_t width = op.kv.head_dim(), group = op.heads / op.kv.kv_heads();
  for (const Sequence& sequence : host_sequences(op.rows)) {
    for (std::int64_t r = 0; r < sequence.rows; ++r) {
      const std::int64_t keys = sequence.position + (op.causal ? r + 1 : sequence.rows);
      for (std::int64_t h = 0; h < op.heads; ++h) {
        const std::int64_t at = ((sequence.first_row + r) * op.heads + h) * width;
        // A head's cached rows are contiguous.
        const float* const k = cached(op.kv.k, sequence.slot, h / group, 0);
        const float* const v = cached(op.kv.v, sequence.slot, h / group, 0);
        Row weights(static_cast<std::size_t>(keys));
        for (std::int64_t j = 0; j < keys; ++j)
          weights[static_cast<std::size_t>(j)] =
              dot(op.q.as<float>() + at, k + j * width, width) / std::sqrt(static_cast<double>(width));
        softmax(weights);
        Row out(static_cast<std::size_t>(width));
        for (std::int64_t j = 0; j < keys; ++j) {
          for (std::int64_t i = 0; i < width; ++i)
            out[static_cast<std::size_t>(i)] += weights[static_cast<std::size_t>(j)] * v[j * width + i];
        }
        store(out, op.out.as<float>() + at);
      }
    }
  }
}

void reference(const Softmax& op) {
  const std::int64_t width = op.x.shape[1];
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r) {
    float* const row = op.x.as<float>() + r * width;
    Row scores = row_of(row, op.keys(r));
    softmax(scores);
    scores.resize(static_cast<std::size_t>(width), 0.0);
    store(scores, row);
  }
}

void reference(const AttentionScores& op) {
  const std::int64_t width = op.k.shape[1], keys = op.k.shape[0], q_width = op.q.shape[1];
  for (std::int64_t r = 0; r < op.scores.shape[0]; ++r) {
    const float* const query = op.q.as<float>() + r * q_width + op.head * width;
    for (std::int64_t j = 0; j < keys; ++j)
      op.scores.as<float>()[r * keys + j] =
          static_cast<float>(op.scale * dot(query, op.k.as<float>() + j * width, width));
  }
}

void reference(const AttentionOutput& op) {
  const std::int64_t width = op.v.shape[1], keys = op.v.shape[0], out_width = op.out.shape[1];
  for (std::int64_t r = 0; r < op.out.shape[0]; ++r) {
    Row out(static_cast<std::size_t>(width));
    for (std::int64_t j = 0; j < keys; ++j) {
      for (std::int64_t i = 0; i < width; ++i)
        out[static_cast<std::size_t>(i)] +=
            double{op.weights.as<float>()[r * keys + j]} * op.v.as<float>()[j * width + i];
    }
    store(out, op.out.as<float>() + r * out_width + op.head * width);
  }
}

}  // namespace tilescribe::kernels
