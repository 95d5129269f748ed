// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/core/sequence.h"

/// The shapes of GLM-ASR-Nano-2512 that a benchmark times, for a window of 30 s: the encoder on one window
/// and on as many as the backend takes at once; a prompt of 390 tokens; decode steps of 1, 8 and as many rows
/// as the backend takes, in the middle of a text. bfloat16 means the backend's activation type.
namespace tilescribe::kernels {

namespace encoder {
constexpr std::int64_t frames = 3000, mels = 128, positions = 1500;
constexpr std::int64_t width = 1280, hidden = 5120, heads = 20, head_dim = 64;
}  // namespace encoder

// Four positions become one row.
namespace projector {
constexpr std::int64_t rows = 375, in = 5120, inner = 4096;
}  // namespace projector

namespace decoder {
constexpr std::int64_t width = 2048, hidden = 6144, heads = 16, kv_heads = 4, head_dim = 128;
constexpr std::int64_t vocabulary = 59264, stop_ids = 3;
constexpr std::int64_t prompt = 390, audio = 375;  // rows of a window's prompt, and audio rows among them
constexpr std::int64_t context = 440;              // tokens before a decode step's token
}  // namespace decoder

inline std::vector<std::int64_t> ascending(std::vector<std::int64_t> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

inline std::vector<std::int64_t> windows(const Batching& batching) {
  return ascending({1, batching.encoder_windows});
}
inline std::vector<std::int64_t> decode_rows(const Batching& batching) {
  return ascending({1, 8, batching.decode_rows});
}

/// Marks a problem's rows as those of a decode step.
template <class Problem>
Problem of_step(Problem problem) {
  problem.rows_of = RowsOf::step;
  return problem;
}

/// Rows of the encoder's windows, and of the decoder's prompt and steps; none for a width of 0.
template <class Problem>
std::vector<Problem> rows_of_width(const Batching& batching, std::int64_t encoder_width,
                                   std::int64_t decoder_width, DType result) {
  std::vector<Problem> list;
  const auto add = [&](std::int64_t rows, std::int64_t width) {
    Problem problem;
    problem.rows = rows;
    problem.width = width;
    if constexpr (requires { problem.dtype; }) {
      problem.dtype = result;
    } else {
      problem.out = result;
    }
    list.push_back(problem);
  };
  if (encoder_width > 0) {
    for (const std::int64_t count : windows(batching)) add(count * encoder::positions, encoder_width);
  }
  if (decoder_width > 0) {
    add(decoder::prompt, decoder_width);
    for (const std::int64_t rows : decode_rows(batching)) add(rows, decoder_width);
  }
  return list;
}

}  // namespace tilescribe::kernels
