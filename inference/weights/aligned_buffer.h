// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace tilescribe::weights {

/// Uninitialised memory on a 64-byte boundary, a cache line and the widest vector register.
inline std::shared_ptr<std::byte> aligned_buffer(std::size_t bytes) {
  constexpr std::align_val_t alignment{64};
  return {static_cast<std::byte*>(::operator new(bytes, alignment)),
          [](std::byte* memory) { ::operator delete(memory, alignment); }};
}

}  // namespace tilescribe::weights
