// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

/// Host memory for the references: everything is float32, and there are no variants.
TILESCRIBE_EXPORT std::unique_ptr<Backend> make_reference_backend();

}  // namespace tilescribe::kernels
