// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "kernels/backend/cuda/cuda_loader.h"
#include "kernels/core/export.h"
#include "kernels/lab/exercises.h"
#include "kernels/lab/tile_ir.h"

namespace tilescribe::kernels::lab {

/// A user's kernel for a GPU.
struct CudaLab {
  const Exercise* exercise = nullptr;
  std::string_view cubin;                 // used until the backend is there
  const TileIrKernel* tile_ir = nullptr;  // likewise: the cubin was made of Tile IR
  bool compared = false;                  // it will be timed beside a library, which is opened meanwhile
};

/// The engine cuda-baseline in float32 (products in TF32) with a user's kernel among its variants. The
/// backend is a LabHost. Throws Error.
TILESCRIBE_EXPORT std::unique_ptr<Backend> make_cuda_lab(const CudaLab& lab, const CudaOptions& options);

}  // namespace tilescribe::kernels::lab

/// What the CUDA plugin makes of it.
extern "C" TILESCRIBE_EXPORT void tilescribe_cuda_lab(const tilescribe::kernels::lab::CudaLab& lab,
                                                      const tilescribe::kernels::CudaOptions& options,
                                                      std::unique_ptr<tilescribe::kernels::Backend>& made);
