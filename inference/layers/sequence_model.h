// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "inference/layers/layers.h"
#include "kernels/ops/embedding/embedding.h"

namespace tilescribe::layers {

/// A prompt that is read into a fresh slot. The rows of `embedded` [n, width], f32, stand in the places
/// [embedded_begin, embedded_begin + n); every other id is looked up, whatever it is.
struct Prompt {
  std::int32_t slot = 0;
  std::span<const std::int32_t> ids;
  std::int64_t embedded_begin = 0;
  kernels::ConstTensorView embedded;  // may be empty
};

/// A head of attention in a stack.
struct HeadPlace {
  std::int32_t layer = 0, head = 0;
  bool operator==(const HeadPlace&) const = default;
};

/// Tokens of a slot that are read again, and what of it they are asked about.
struct Reading {
  std::int32_t slot = 0;
  std::int64_t position = 0;  // of the first token; the slot holds what stands before it
  std::span<const std::int32_t> ids;
  std::int64_t keys_begin = 0, keys = 0;  // positions before `position`
};

/// How heads distribute their attention over keys, [heads, ids, keys], f32, where a row's sum is 1. Copies
/// share the values. They are megabytes, so the memory is not cleared before they are read into it.
class Attended {
 public:
  Attended() = default;
  explicit Attended(std::size_t count)
      : values_(std::make_shared_for_overwrite<float[]>(count)), count_(count) {}
  float* data() { return values_.get(); }
  std::span<const float> values() const { return {values_.get(), count_}; }

 private:
  std::shared_ptr<float[]> values_;
  std::size_t count_ = 0;
};

/// A decoder-only transformer, as generation needs it. A model states its parts here; a run changes none.
struct SequenceModel {
  kernels::WeightHandle embedding;  // table [vocabulary, width]
  kernels::WeightHandle positions;  // table [context, width], learned, added to the embedding; may be null
  Stack stack;                      // causal
  Norm norm;                        // before the head
  kernels::WeightHandle head;       // matrix [vocabulary, width]
  Arithmetic head_arithmetic = {};
  std::int64_t context = 0;   // tokens of a sequence, at most
  bool float8_cache = false;  // keys and values in E4M3; else in the stack's type between ops

  std::int64_t width() const { return embedding->in(); }
  std::int64_t vocabulary() const { return head->out(); }

  /// Caches for `slots` sequences of at most `capacity` tokens. Throws Error with figures when they do not
  /// fit, or if the backend has no kernel for this model's heads in E4M3.
  KvCache make_cache(kernels::Backend& backend, std::int64_t slots, std::int64_t capacity) const;

  /// Device memory, counted generously, in bytes: of a slot of make_cache() and its logits; of a row of a
  /// prompt while it is read; of a sequence in the steps. Recorded steps keep what their layers took, and
  /// those of up to four contexts are kept at a time.
  std::int64_t slot_bytes(const kernels::Backend& backend, std::int64_t capacity) const;
  std::int64_t prompt_row_bytes() const { return stack.row_bytes(); }
  std::int64_t step_bytes() const { return 4 * stack.layers() * stack.row_bytes(); }

  /// Reads prompts, packed behind each other and without padding. Returns each one's logits at its last
  /// position [prompts, vocabulary], f32. Throws Error when a prompt does not fit its slot, or its embedded
  /// rows not into it.
  kernels::Tensor prefill(kernels::Backend& backend, const KvCache& cache,
                          std::span<const Prompt> prompts) const;

  /// How each head distributes its attention over the keys, for each reading. The slots' keys and values from
  /// `position` on are written again.
  std::vector<Attended> attention(kernels::Backend& backend, const KvCache& cache,
                                  std::span<const Reading> readings, std::span<const HeadPlace> heads) const;

  /// One token for each row: `ids` [rows], i32, read on the device. Decides nothing on the host, so that it
  /// can be recorded and replayed. Returns logits [rows, vocabulary], f32; an idle row's mean nothing.
  kernels::Tensor step(kernels::Backend& backend, const KvCache& cache, const kernels::ConstTensorView& ids,
                       const kernels::StepRows& rows) const;

 private:
  kernels::DType cache_type(const kernels::Backend& backend) const;
  void embed(kernels::Backend& backend, const kernels::Embed& ids,
             const kernels::ConstTensorView& places) const;
  void logits(kernels::Backend& backend, const kernels::TensorView& out, const kernels::ConstTensorView& x,
              std::span<const std::int32_t> rows) const;
};

}  // namespace tilescribe::layers
