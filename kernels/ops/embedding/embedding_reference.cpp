// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/ops/embedding/embedding.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

void reference(const Embed& op) {
  const HostWeight& table = reference_support::host(op.table);
  const std::int64_t width = op.out.shape[1];
  const float* audio = op.audio.as<float>();
  for (std::int64_t r = 0; r < op.out.shape[0]; ++r) {
    const std::int32_t id = op.ids.as<std::int32_t>()[r];
    const bool placeholder = id == op.audio_id;
    std::copy_n(placeholder ? audio : table.values() + id * width, width, op.out.as<float>() + r * width);
    if (placeholder) audio += width;
  }
}

}  // namespace tilescribe::kernels
