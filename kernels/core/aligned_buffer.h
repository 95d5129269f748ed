// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include <sys/mman.h>

#include "kernels/core/memory.h"

namespace tilescribe::kernels {

/// Host memory aligned to a cache line; large blocks are aligned to a huge page. Not initialised. Throws
/// Error with the size if there is not enough memory.
class AlignedBuffer {
 public:
  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t huge_page = std::size_t{2} << 20;

  AlignedBuffer() = default;
  explicit AlignedBuffer(std::size_t bytes) : size_(bytes) {
    if (bytes == 0) return;
    const std::size_t unit = bytes >= 2 * huge_page ? huge_page : alignment;
    const std::size_t rounded = (bytes + unit - 1) / unit * unit;
    data_.reset(static_cast<std::byte*>(std::aligned_alloc(unit, rounded)));
    if (!data_) throw out_of_memory(bytes);
    // Weights are read in full for every token; huge pages mean fewer TLB misses. A refusal is harmless.
    if (unit == huge_page) madvise(data_.get(), rounded, MADV_HUGEPAGE);
  }

  std::byte* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data_.get());
  }

 private:
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::unique_ptr<std::byte, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace tilescribe::kernels
