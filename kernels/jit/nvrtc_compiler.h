// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernels/jit/code_summary.h"
#include "kernels/jit/compiler.h"

namespace tilescribe::kernels {

/// NVIDIA's run-time compiler (NVRTC), opened when it is first wanted. It needs no GPU and makes a cubin for
/// one architecture.
class TILESCRIBE_EXPORT NvrtcCompiler final : public Compiler {
 public:
  /// `architecture` as NVRTC names it: "sm_90a". Throws Error if the library is not found or refuses.
  explicit NvrtcCompiler(std::string architecture);

  std::string identity() const override;
  std::string version() const;  // "NVRTC 13.0"
  std::string compile(const Unit& unit) const override { return examine(unit).cubin; }

  struct Examined {
    std::string cubin, ptx;
    std::vector<CodeSummary> kernels;
  };
  /// Compiles, and says what became of each kernel. Throws as compile().
  Examined examine(const Unit& unit) const;

 private:
  std::string architecture_;
};

}  // namespace tilescribe::kernels
