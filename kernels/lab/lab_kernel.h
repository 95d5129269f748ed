// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "kernels/core/export.h"
#include "kernels/tile/block.h"

namespace tilescribe::kernels::lab {

/// A user's kernel in host memory. `args` is the exercise's struct of arguments.
class TILESCRIBE_EXPORT LabKernel {
 public:
  virtual ~LabKernel() = default;
  virtual tile::Grid grid(const void* args) const = 0;

  enum class Outcome : std::uint8_t { done, loads_outside, stores_outside, throws };
  /// Runs the blocks [first, last), counted along x, then y, then z. With `allowed`, a load or store outside
  /// them ends it. Any thread.
  virtual Outcome run(const void* args, std::int64_t first, std::int64_t last,
                      std::span<const tile::MemoryRange> allowed) const = 0;
};

/// A kernel in a shared object, as HostCompiler made it of a source with kernels/lab/entry.h behind it.
/// Throws Error if it can't be loaded.
TILESCRIBE_EXPORT std::shared_ptr<const LabKernel> load_kernel(std::string_view shared_object);

}  // namespace tilescribe::kernels::lab
