// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "kernels/jit/compiler.h"

namespace tilescribe::kernels {

/// NVIDIA's compiler of CUDA Tile IR (docs.nvidia.com/cuda/tile-ir), a program. A unit's text is bytecode, as
/// cuTile Python writes it; the result is a cubin for one architecture. It needs no GPU.
class TILESCRIBE_EXPORT TileirasCompiler final : public Compiler {
 public:
  /// `architecture` as NVRTC names it: "sm_90a" is sm_90 to this compiler. The program is the one that
  /// $TILESCRIBE_TILEIRAS names, else the first of PATH, of the package nvidia-cuda-tileiras in a Python
  /// environment ($VIRTUAL_ENV, $CONDA_PREFIX, those whose python3 is in PATH), and of a CUDA toolkit.
  /// It is ended after `most_s` seconds; its very first start may take most of a minute. Throws Error if
  /// there is none, or it does not run.
  static TileirasCompiler find(const std::string& architecture, double most_s = 120.0);

  std::string identity() const override;
  const std::string& version() const { return version_; }  // "tileiras 13.5.37"
  std::string compile(const Unit& unit) const override;
  const std::filesystem::path& program() const { return program_; }

 private:
  TileirasCompiler(std::filesystem::path program, std::string architecture, double most_s);
  std::filesystem::path program_;
  std::string architecture_, version_;
  double most_s_;
};

/// Whether these bytes are Tile IR bytecode.
TILESCRIBE_EXPORT bool is_tile_ir(std::string_view bytes);

}  // namespace tilescribe::kernels
