// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "kernels/core/error.h"
#include "kernels/core/export.h"

namespace tilescribe::kernels {

/// The failure of an allocation of `bytes`; `purpose`: "for a tensor", or nothing.
TILESCRIBE_EXPORT Error out_of_memory(std::size_t bytes, const Message& purpose = {});

/// Throws out_of_memory() unless so much can be had now. For libraries that do not look whether they got what
/// they asked for: a call of theirs that needs less is safe behind it. Takes microseconds and keeps nothing.
TILESCRIBE_EXPORT void require_memory(std::size_t bytes, const Message& purpose);

}  // namespace tilescribe::kernels
