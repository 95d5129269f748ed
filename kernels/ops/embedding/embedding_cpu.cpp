// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/embedding/embedding.h"

namespace tilescribe::kernels {
namespace {

void embed(const Embed& op, Runner&) {
  const auto& table = *static_cast<const HostTable*>(op.table);
  const std::int64_t width = op.out.shape[1];
  const std::int64_t audio_rows = op.audio.empty() ? 0 : op.audio.shape[0];
  if (op.audio_first < 0 || op.audio_first + audio_rows > op.out.shape[0]) {
    throw Error("Audio for the rows {1} to {2} of a prompt was given, but it has {3}.", op.audio_first,
                op.audio_first + audio_rows, op.out.shape[0]);
  }
  std::vector<float> added(static_cast<std::size_t>(op.add ? width : 0));
  for (std::int64_t row = 0; row < op.out.shape[0]; ++row) {
    const std::int32_t id = op.ids.as<std::int32_t>()[row];
    const std::int64_t audio_row = row - op.audio_first;
    auto* out = static_cast<float*>(row_of(op.out, row));
    const bool audio = audio_row >= 0 && audio_row < audio_rows;
    if (!audio && id < 0 && op.add) continue;
    float* const to = op.add ? added.data() : out;
    if (audio) {
      simd::widen(row_of(op.audio, audio_row), DType::f32, width, to);
    } else if (id >= 0 && id < table.out()) {
      simd::widen(table.row(id), table.dtype(), width, to);
    } else {
      throw Error("Token {1} lies outside the embedding table of {2} rows.", id, table.out());
    }
    if (op.add) simd::add_bias_residual(to, nullptr, width, out);
  }
}

}  // namespace

void register_embedding_cpu(Registry& registry) {
  registry.add<Embed>({"highway", "cpu", by_highway(), always<Embed::Problem>, embed});
}

}  // namespace tilescribe::kernels
