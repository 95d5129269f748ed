// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "kernels/backend/cpu/onednn/onednn_plugin.h"
#include "kernels/core/message.h"
#include "kernels/core/tensor_view.h"

namespace tilescribe::kernels {

/// C[m, n] (float32) = A[m, k]·B, with B in panels, from the beginning of a panel on. A and B have the same
/// type. A and C are dense: with strided rows oneDNN falls back to plain loops, which are 500 times slower.
struct ProductCall {
  std::int64_t m = 0, n = 0, k = 0;
  const void* a = nullptr;
  const void* panels = nullptr;
  float* c = nullptr;
  DType type = DType::f32;
};

/// Single-threaded matrix products of one library. Each worker has its own state.
class MatrixProduct {
 public:
  virtual ~MatrixProduct() = default;
  virtual std::string description() const = 0;
  virtual bool supports(DType type) const = 0;
  virtual void run(const ProductCall& call, int worker) = 0;
};

/// oneDNN through its plugin. Null, with the reason, if it is missing or has no fast kernels for this CPU.
std::unique_ptr<MatrixProduct> make_onednn_product(int workers, Message* reason);

/// Our own kernel for AMX's tiles: bf16 only. Null without AMX.
std::unique_ptr<MatrixProduct> make_amx_product(int workers);

/// Our own Highway kernel: float32 only, on any CPU.
std::unique_ptr<MatrixProduct> make_highway_product();

}  // namespace tilescribe::kernels
