// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/attention/attention.h"
#include "kernels/ops/attention/attention_tile.h"
#include "kernels/ops/attention/flash_attention_tile.h"
#include "kernels/ops/tile_variants.h"

namespace tilescribe::kernels::tile {

/// One head's columns of a [rows, heads·width] matrix.
template <class T, class View>
auto head_columns(const View& view, std::int64_t head, std::int64_t width) {
  return matrix_of<T>(view).columns(static_cast<int>(head * width), static_cast<int>(width));
}

template <class Target>
void launch_attention_scores(const AttentionScores& op, Runner& runner) {
  with_type(op.k.dtype, [&]<class T>(TypeOf<T>) {
    with_precision<Target, T>(runner, [&]<Precision precision>(PrecisionOf<precision>) {
      Target::template run<AttentionScoresKernel<precision, T, 64, 64, 32, 2>>(
          {matrix_of<float>(op.scores), head_columns<T>(op.q, op.head, op.k.shape[1]), matrix_of<T>(op.k),
           op.scale},
          runner, "attention_scores");
    });
  });
}

template <class Target>
void launch_softmax(const Softmax& op, Runner& runner) {
  Target::template run<SoftmaxKernel>({matrix_of<float>(op.x), static_cast<int>(op.keys(0)), op.causal},
                                      runner, "softmax");
}

template <class Target>
void launch_attention_output(const AttentionOutput& op, Runner& runner) {
  with_type(op.v.dtype, [&]<class T>(TypeOf<T>) {
    with_precision<Target, T>(runner, [&]<Precision precision>(PrecisionOf<precision>) {
      Target::template run<AttentionOutputKernel<precision, T, 64, 64, 32>>(
          {head_columns<T>(op.out, op.head, op.v.shape[1]), matrix_of<float>(op.weights), matrix_of<T>(op.v)},
          runner, "attention_output");
    });
  });
}

inline constexpr std::int64_t flash_head_dim = 128;  // the largest that a kernel supports

template <class Target>
void launch_flash_attention(const Attend& op, Runner& runner) {
  const auto width = static_cast<int>(op.kv.head_dim());
  with_type(op.q.dtype, [&]<class T>(TypeOf<T>) {
    with_precision<Target, T>(runner, [&]<Precision precision>(PrecisionOf<precision>) {
      for_sequences(op.rows, [&](const SequenceList& sequences, int longest) {
        const auto run = [&](auto kernel) {
          using Kernel = decltype(kernel);
          Target::template run<Kernel>(
              {matrix_of<T>(op.out), matrix_of<T>(op.q), op.kv.k.as<T>(), op.kv.v.as<T>(),
               static_cast<int>(op.heads), static_cast<int>(op.kv.kv_heads()), width, op.kv.capacity(),
               longest, op.causal || op.rows.of() == RowsOf::step, sequences},
              runner, "flash_attention");
        };
        // As much as fits into registers and into the 99 KB of shared memory of every GPU.
        constexpr bool narrow = precision == Precision::bf16;
        const bool few = longest <= 16;
        if (width <= 64) {
          few ? run(FlashAttentionKernel<precision, T, 16, 64, 64>{})
              : run(FlashAttentionKernel < precision, T, narrow ? 128 : 64, narrow ? 64 : 32, 64 > {});
        } else {
          few ? run(FlashAttentionKernel<precision, T, 16, 32, 128>{})
              : run(FlashAttentionKernel < precision, T, 64, narrow ? 64 : 32, 128 > {});
        }
      });
    });
  });
}

inline bool flash_takes(const Attend::Problem& p, const Device& device) {
  return p.head_dim <= flash_head_dim && is_activation(p.activation, device) && !p.float8_cache;
}

/// The three steps for one head, and the flash kernel for all heads.
template <class Target>
void register_attention(Registry& registry, const char* engine) {
  registry.add<AttentionScores>(
      {"tile", engine, in_tiles(), always<AttentionScores::Problem>, launch_attention_scores<Target>});
  registry.add<Softmax>({"tile", engine, in_tiles(), always<Softmax::Problem>, launch_softmax<Target>});
  registry.add<AttentionOutput>(
      {"tile", engine, in_tiles(), always<AttentionOutput::Problem>, launch_attention_output<Target>});
  registry.add<Attend>(
      {"tile_flash", engine,
       Message("All heads in one kernel of the tile layer, without a matrix of scores; on every GPU."),
       flash_takes, launch_flash_attention<Target>});
}

}  // namespace tilescribe::kernels::tile
