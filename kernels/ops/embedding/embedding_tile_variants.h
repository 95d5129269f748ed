// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/embedding/embedding.h"
#include "kernels/ops/embedding/embedding_tile.h"
#include "kernels/ops/tile_variants.h"

namespace tilescribe::kernels::tile {

/// The table has the backend's activation type.
template <class Target>
void launch_embed(const Embed& op, Runner& runner) {
  const auto p = op.problem();
  with_type(runner.device().activation_dtype(), [&]<class T>(TypeOf<T>) {
    const auto run = [&]<class Kernel>(TypeOf<Kernel>) {
      Target::template run<Kernel>(
          {matrix_of<float>(op.out), as_row(op.ids.as<std::int32_t>(), p.rows),
           weight_of<Target, T>(op.table), matrix(op.audio.as<float>(), p.audio_rows, p.width),
           static_cast<int>(op.audio_first)},
          runner, "embed");
    };
    op.add ? run(TypeOf<EmbedKernel<T, true>>{}) : run(TypeOf<EmbedKernel<T, false>>{});
  });
}

template <class Target>
void register_embedding(Registry& registry, const char* engine) {
  registry.add<Embed>({"tile", engine, in_tiles(), always<Embed::Problem>, launch_embed<Target>});
}

}  // namespace tilescribe::kernels::tile
