// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/core/export.h"
#include "kernels/jit/compiled.h"
#include "kernels/lab/exercises.h"
#include "kernels/lab/lab_kernel.h"
#include "kernels/lab/tile_ir.h"

namespace tilescribe::kernels::lab {

/// A file of the user's: a kernel for an exercise, in the tile layer or in CUDA Tile IR.
struct Source {
  std::string file;  // as the user named it
  const Exercise* exercise = nullptr;
  Unit unit;
  std::optional<TileIrKernel> tile_ir = {};  // the unit's text is bytecode
  bool cubin = false;                        // the unit's text was compiled from Tile IR already
};

/// Bytecode of Tile IR, and cubins made of it, are known by their first bytes; the file beside them that ends
/// with .txt says how they are started. Throws Error if a file can't be read, is larger than a source may be,
/// or names no exercise.
TILESCRIBE_EXPORT Source read_source(const std::filesystem::path& file);

/// What the user begins with: the contract as comments, and a kernel without its body.
TILESCRIBE_EXPORT std::string_view template_of(const Exercise& exercise);

/// A source as machine code of this processor.
struct CompiledKernel {
  std::shared_ptr<const LabKernel> kernel;
  std::string compiler;  // which one, in words
  bool kept = false;     // it came from the cache
  double seconds = 0.0;
};

/// Compiles the source, or finds the result in the user's cache. Throws CompileError, or Error.
TILESCRIBE_EXPORT Compiled compiled_by(const Compiler& compiler, const Source& source);

/// A source as machine code of a GPU.
struct CompiledCubin {
  Compiled code;
  std::string compiler;  // which one, in words
};

/// The same by NVRTC or, for bytecode, by tileiras, for an architecture as NVRTC names it ("sm_90a"). A cubin
/// stays as it is.
TILESCRIBE_EXPORT CompiledCubin compiled_cubin(const Source& source, const std::string& architecture);

/// The same for the host, loaded.
TILESCRIBE_EXPORT CompiledKernel compiled_kernel(const Source& source);

}  // namespace tilescribe::kernels::lab
