// SPDX-License-Identifier: Apache-2.0
#include "inference/layers/sequence_model.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/ops/attention/attention.h"
#include "kernels/ops/cache/cache.h"
#include "kernels/ops/logits/logits.h"

namespace tilescribe::layers {
namespace {

using kernels::DType;
using kernels::Tensor;

std::int64_t embedded_rows(const Prompt& prompt) {
  return prompt.embedded.empty() ? 0 : prompt.embedded.shape[0];
}

void check(const Prompt& prompt, std::int64_t capacity) {
  const auto total = static_cast<std::int64_t>(prompt.ids.size());
  if (total == 0 || total > capacity) {
    throw Error("A prompt must have 1 to {1} tokens, not {2}.", capacity, total);
  }
  if (prompt.embedded_begin < 0 || embedded_rows(prompt) > total - prompt.embedded_begin) {
    throw Error("A prompt of {1} tokens can't take {2} embedded rows from token {3} on.", total,
                embedded_rows(prompt), prompt.embedded_begin);
  }
}

Tensor uploaded(kernels::Backend& backend, const std::vector<std::int32_t>& values) {
  Tensor tensor = backend.tensor(DType::i32, {static_cast<std::int64_t>(values.size())});
  backend.upload(tensor, values.data());
  return tensor;
}

}  // namespace

DType SequenceModel::cache_type(const kernels::Backend& backend) const {
  return float8_cache ? DType::f8 : stack.arithmetic.type(backend);
}

KvCache SequenceModel::make_cache(kernels::Backend& backend, std::int64_t slots,
                                  std::int64_t capacity) const {
  const Heads& heads = stack.heads;
  const kernels::Attend::Problem step{.rows = 1,
                                      .heads = heads.count,
                                      .kv_heads = heads.kv,
                                      .head_dim = heads.width,
                                      .keys = 1,
                                      .longest = 1,
                                      .activation = stack.arithmetic.type(backend),
                                      .rows_of = kernels::RowsOf::step,
                                      .float8_cache = float8_cache};
  if (float8_cache && !backend.registry().takes<kernels::Attend>(step, backend))
    throw Error(
        "Keys and values in fp8 take heads of 32, 64 or 128 values, at most 8 per key/value head; this model "
        "has {1} heads of {2} values on {3}.",
        heads.count, heads.width, heads.kv);
  return stack.make_cache(backend, cache_type(backend), stack.layers(), slots, capacity);
}

std::int64_t SequenceModel::slot_bytes(const kernels::Backend& backend, std::int64_t capacity) const {
  const std::int64_t values = 2 * stack.layers() * stack.heads.kv * capacity * stack.heads.width;
  constexpr std::int64_t logit_bytes = 2 * sizeof(float);
  return values * static_cast<std::int64_t>(size_of(cache_type(backend))) + logit_bytes * vocabulary();
}

Tensor SequenceModel::prefill(kernels::Backend& backend, const KvCache& cache,
                              std::span<const Prompt> prompts) const {
  for (const Prompt& prompt : prompts) check(prompt, cache.capacity());
  std::vector<std::int32_t> all_ids, all_places;
  for (const Prompt& prompt : prompts) {
    all_ids.insert(all_ids.end(), prompt.ids.begin(), prompt.ids.end());
    for (std::size_t i = 0; i < prompt.ids.size(); ++i) all_places.push_back(static_cast<std::int32_t>(i));
  }
  const Tensor ids = uploaded(backend, all_ids), places = positions ? uploaded(backend, all_places) : ids;
  const std::int64_t most_rows = backend.batching().prefill_rows;
  Tensor out = backend.tensor(DType::f32, {static_cast<std::int64_t>(prompts.size()), vocabulary()});
  std::vector<kernels::Sequence> piece;  // what is read together
  std::vector<std::int32_t> ends;        // rows of it that end a prompt
  std::int32_t rows = 0;
  std::int64_t finished = 0;
  const Tensor x = backend.tensor(DType::f32, {std::min(most_rows, ids.view().elements()), width()});
  const auto flush = [&] {
    const kernels::TensorView read = x.view().rows(0, rows);
    stack(backend, cache, read, {.sequences = piece});
    const auto count = static_cast<std::int64_t>(ends.size());
    if (count > 0) logits(backend, out.view().rows(finished, count), read, ends);
    finished += count;
    piece.clear();
    ends.clear();
    rows = 0;
  };

  std::int64_t first_id = 0;

  for (const Prompt& prompt : prompts) {
    const auto total = static_cast<std::int64_t>(prompt.ids.size());
    // A prompt is cut only when it alone is too long.
    if (rows > 0 && rows + total > most_rows) flush();
    const std::int64_t embedded_end = prompt.embedded_begin + embedded_rows(prompt);
    for (std::int64_t position = 0; position < total;) {
      const std::int64_t count = std::min(total - position, most_rows - rows);
      kernels::Embed read{.out = x.view().rows(rows, count),
                          .ids = ids.view().rows(first_id + position, count),
                          .table = embedding.get(),
                          .audio = {}};
      // The part of the embedded rows that lies in this piece.
      const std::int64_t begin = std::max(position, prompt.embedded_begin);
      const std::int64_t end = std::min(position + count, embedded_end);
      if (begin < end) {
        read.audio = prompt.embedded.rows(begin - prompt.embedded_begin, end - begin);
        read.audio_first = begin - position;
      }
      embed(backend, read, places.view().rows(first_id + position, count));
      piece.push_back({.slot = prompt.slot,
                       .first_row = rows,
                       .rows = static_cast<std::int32_t>(count),
                       .position = static_cast<std::int32_t>(position)});
      rows += static_cast<std::int32_t>(count);
      position += count;
      if (position == total) ends.push_back(rows - 1);
      if (rows == most_rows) flush();
    }
    first_id += total;
  }
  if (rows > 0) flush();
  return out;
}

std::vector<Attended> SequenceModel::attention(kernels::Backend& backend, const KvCache& cache,
                                               std::span<const Reading> readings,
                                               std::span<const HeadPlace> asked) const {
  std::vector<std::int32_t> read, places;
  std::vector<kernels::Sequence> sequences;
  std::vector<Tensor> scores;  // of each reading [heads · ids, keys]
  for (const Reading& reading : readings) {
    const auto rows = static_cast<std::int64_t>(reading.ids.size());
    sequences.push_back({.slot = reading.slot,
                         .first_row = static_cast<std::int32_t>(read.size()),
                         .rows = static_cast<std::int32_t>(rows),
                         .position = static_cast<std::int32_t>(reading.position)});
    for (std::int64_t i = 0; i < rows; ++i) places.push_back(static_cast<std::int32_t>(reading.position + i));
    read.insert(read.end(), reading.ids.begin(), reading.ids.end());
    scores.push_back(
        backend.tensor(DType::f32, {static_cast<std::int64_t>(asked.size()) * rows, reading.keys}));
  }
  const Tensor ids = uploaded(backend, read), at = positions ? uploaded(backend, places) : ids;
  const Tensor x = backend.tensor(DType::f32, {static_cast<std::int64_t>(read.size()), width()});
  embed(backend, {.out = x, .ids = ids, .table = embedding.get(), .audio = {}}, at);

  const Heads& heads = stack.heads;
  const float scale = 1.0f / std::sqrt(static_cast<float>(heads.width));
  const auto look = [&](std::int64_t layer, const kernels::ConstTensorView& q,
                        const kernels::KvView& cached) {
    if (std::ranges::find(asked, layer, &HeadPlace::layer) == asked.end()) return;
    std::optional<kernels::PackedCache> wide;  // a slot for each reading
    if (cached.in_float8()) wide.emplace(cached, sequences, q.dtype, backend).widen(backend);
    const kernels::KvView kv = wide ? wide->view() : cached;
    for (std::size_t r = 0; r < readings.size(); ++r) {
      const Reading& reading = readings[r];
      const std::int64_t rows = sequences[r].rows;
      const std::int64_t slot = wide ? static_cast<std::int64_t>(r) : reading.slot;
      for (std::size_t i = 0; i < asked.size(); ++i) {
        if (asked[i].layer != layer) continue;
        const kernels::ConstTensorView keys =
            kernels::KvView::head_of(kv.k, slot, asked[i].head / (heads.count / heads.kv),
                                     reading.keys_begin + reading.keys)
                .rows(reading.keys_begin, reading.keys);
        backend.run(kernels::AttentionScores{scores[r].view().rows(static_cast<std::int64_t>(i) * rows, rows),
                                             q.rows(sequences[r].first_row, rows), keys, asked[i].head,
                                             scale});
      }
    }
  };
  stack(backend, cache, x, {.sequences = sequences}, look);

  std::vector<Attended> weights;
  for (const Tensor& one : scores) backend.run(kernels::Softmax{.x = one});
  for (const Tensor& one : scores) {
    weights.emplace_back(static_cast<std::size_t>(one.view().elements()));
    backend.download(weights.back().data(), one);
  }
  return weights;
}

Tensor SequenceModel::step(kernels::Backend& backend, const KvCache& cache,
                           const kernels::ConstTensorView& ids, const kernels::StepRows& rows) const {
  const std::int64_t count = ids.elements();
  const Tensor x = backend.tensor(DType::f32, {count, width()});
  embed(backend, {.out = x, .ids = ids, .table = embedding.get(), .audio = {}}, rows.positions);
  stack(backend, cache, x, {.sequences = {}, .step = rows});
  Tensor out = backend.tensor(DType::f32, {count, vocabulary()});
  logits(backend, out, x, {});
  return out;
}

// Rows of the table, and of learned positions where there are some; idle rows have none.
void SequenceModel::embed(kernels::Backend& backend, const kernels::Embed& ids,
                          const kernels::ConstTensorView& places) const {
  backend.run(ids);
  if (!positions) return;
  backend.run(
      kernels::Embed{.out = ids.out, .ids = places, .table = positions.get(), .audio = {}, .add = true});
}

void SequenceModel::logits(kernels::Backend& backend, const kernels::TensorView& out,
                           const kernels::ConstTensorView& x, std::span<const std::int32_t> rows) const {
  const InArithmetic own(backend, head_arithmetic);
  backend.run(kernels::NormLogits{.logits = out,
                                  .x = x,
                                  .rows = rows,
                                  .norm = norm.view(),
                                  .head = head.get(),
                                  .activation = head_arithmetic.type(backend)});
}

}  // namespace tilescribe::layers
