// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

/// The host memory on which references run: everything float32, no variants.
TILESCRIBE_EXPORT std::unique_ptr<Backend> make_reference_backend();

}  // namespace tilescribe::kernels
