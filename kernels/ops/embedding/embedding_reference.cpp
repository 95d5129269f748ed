// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "kernels/ops/embedding/embedding.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

void reference(const Embed& op) {
  const HostWeight& table = reference_support::host(op.table);
  const std::int64_t width = op.out.shape[1];
  const std::int64_t audio_rows = op.problem().audio_rows;
  for (std::int64_t r = 0; r < op.out.shape[0]; ++r) {
    const std::int64_t audio_row = r - op.audio_first;
    const bool audio = audio_row >= 0 && audio_row < audio_rows;
    if (op.add && !audio && op.ids.as<std::int32_t>()[r] < 0) continue;
    const float* const from = audio ? op.audio.as<float>() + audio_row * width
                                    : table.values() + op.ids.as<std::int32_t>()[r] * width;
    float* const out = op.out.as<float>() + r * width;
    if (op.add) {
      std::transform(from, from + width, out, out, std::plus());
    } else {
      std::copy_n(from, width, out);
    }
  }
}

}  // namespace tilescribe::kernels
