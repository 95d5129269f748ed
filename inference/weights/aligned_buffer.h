// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <new>

#include "kernels/core/memory.h"

namespace tilescribe::weights {

/// Uninitialised memory on a 64-byte boundary, the size of a cache line and of the widest vector register.
/// Throws Error with the size if there is not enough memory.
inline std::shared_ptr<std::byte> aligned_buffer(std::size_t bytes) {
  constexpr std::align_val_t alignment{64};
  void* const memory = ::operator new(bytes, alignment, std::nothrow);
  if (memory == nullptr) throw kernels::out_of_memory(bytes);
  return {static_cast<std::byte*>(memory), [](std::byte* gone) { ::operator delete(gone, alignment); }};
}

}  // namespace tilescribe::weights
