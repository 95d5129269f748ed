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
      Target::template run<RopeAppendKernel<T>>(
          {matrix_of<T>(op.q), op.kv.k.as<T>(), op.kv.v.as<T>(), matrix_of<float>(op.qkv), values(cosines),
           values(sines), static_cast<int>(op.heads), static_cast<int>(op.kv.kv_heads()),
           static_cast<int>(op.kv.head_dim()), op.kv.capacity(), longest, sequences},
          runner, "rope_append");
    });
  });
}

template <class Target>
void register_rope(Registry& registry, const char* engine) {
  registry.add<RopeAppend>(
      {"tile", engine, in_tiles(), always<RopeAppend::Problem>, launch_rope_append<Target>});
}

}  // namespace tilescribe::kernels::tile
