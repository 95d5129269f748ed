// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/core/export.h"
#include "kernels/jit/binary_cache.h"
#include "kernels/jit/compiler.h"

namespace tilescribe::kernels {

/// A unit's machine code: a shared object or a cubin.
struct Compiled {
  std::string bytes;
  bool kept = false;  // it came from the cache
  double seconds = 0.0;
};

/// What decides a unit's machine code: source, headers, options, compiler, its version and the machine.
TILESCRIBE_EXPORT std::string key_of(const Unit& unit, const Compiler& compiler);

/// The unit's machine code from the cache, or compiled and then kept there. Throws as Compiler::compile.
TILESCRIBE_EXPORT Compiled compiled(const Unit& unit, const Compiler& compiler, const BinaryCache& cache);

}  // namespace tilescribe::kernels
