// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/variant_choice.h"

#include <memory>

namespace tilescribe {

void choose_variants(kernels::Backend& backend, const EngineOptions& options) {
  for (const auto& [op, variant] : options.variants) backend.force_variant(op, variant);
  if (!options.fusion) backend.prefer(std::make_shared<kernels::PreferredVariant>("default"));
}

}  // namespace tilescribe
