// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/core/export.h"

namespace tilescribe {

/// The build ID of the loaded program, library or plugin that holds this code or constant: a hash of its
/// contents that the linker wrote (the ELF note NT_GNU_BUILD_ID), in hexadecimal. Empty if it has none.
TILESCRIBE_EXPORT std::string build_id(const void* address);

/// That of the kernels' library.
TILESCRIBE_EXPORT std::string kernels_build_id();

}  // namespace tilescribe
