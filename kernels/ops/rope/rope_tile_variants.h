// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/rope/rope.h"
#include "kernels/ops/rope/rope_tile.h"
#include "kernels/ops/tile_variants.h"

namespace tilescribe::kernels::tile {

/// Computes all angles into scratch memory, then rotates; without a rotation it only appends.
template <class Target>
void launch_rope_append(const RopeAppend& op, Runner& runner) {
  const Tensor angles = runner.tensor(DType::f32, {2 * op.q.shape[0], op.rope.rotary_dim / 2});
  const auto cosines = matrix_of<float>(angles.view().rows(0, op.q.shape[0]));
  const auto sines = matrix_of<float>(angles.view().rows(op.q.shape[0], op.q.shape[0]));
  for_sequences(op.rows, [&](const SequenceList& sequences, int longest) {
    if (op.rope.rotary_dim > 0) {
      Target::template run<RopeAnglesKernel>(
          {cosines, sines, static_cast<double>(op.rope.theta), longest, sequences}, runner, "rope_angles");
    }
    with_type(op.q.dtype, [&]<class T>(TypeOf<T>) {
      const auto values = [](const Matrix<float>& m) {
        return Matrix<const float>{m.data, m.rows, m.cols, m.stride};
      };
      const auto run = [&]<class Cached>(TypeOf<Cached>) {
        Target::template run<RopeAppendKernel<T, Cached>>(
            {matrix_of<T>(op.q), op.kv.k.as<Cached>(), op.kv.v.as<Cached>(), matrix_of<float>(op.qkv),
             values(cosines), values(sines), static_cast<int>(op.heads), static_cast<int>(op.kv.kv_heads()),
             static_cast<int>(op.kv.head_dim()), op.kv.capacity(), longest, sequences},
            runner, "rope_append");
      };
      if constexpr (same_type<T, Bf16>) {
        if (op.kv.in_float8()) return run(TypeOf<Float8>{});
      }
      run(TypeOf<T>{});
    });
  });
}

inline bool rope_append_takes(const RopeAppend::Problem& p, const Device&) {
  return !p.float8_cache || p.activation == DType::bf16;
}

template <class Target>
void register_rope(Registry& registry, const char* engine) {
  registry.add<RopeAppend>({"tile", engine, in_tiles(), rope_append_takes, launch_rope_append<Target>});
}

}  // namespace tilescribe::kernels::tile
