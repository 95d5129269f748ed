// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "kernels/jit/compiler.h"

namespace tilescribe::kernels {

/// This machine's C++ compiler: GCC or Clang. It makes a shared object for this processor.
class TILESCRIBE_EXPORT HostCompiler final : public Compiler {
 public:
  /// The first of c++, g++ and clang++ in PATH. Throws Error if there is none.
  static HostCompiler find();

  std::string identity() const override { return identity_; }
  std::string compile(const Unit& unit) const override;
  const std::filesystem::path& program() const { return program_; }

 private:
  explicit HostCompiler(std::filesystem::path program);
  std::filesystem::path program_;
  std::string identity_;
};

}  // namespace tilescribe::kernels
