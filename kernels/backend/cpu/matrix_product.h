// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernels/backend/cpu/onednn/onednn_plugin.h"
#include "kernels/core/message.h"
#include "kernels/core/tensor_view.h"

namespace tilescribe::kernels {

/// C[m, n] (float32) = A[m, k]·B, B in panels from a panel's beginning on. A and B have one type; A and C are
/// dense: oneDNN falls back to plain loops, 500 times slower, where rows have a stride of their own.
struct ProductCall {
  std::int64_t m = 0, n = 0, k = 0;
  const void* a = nullptr;
  const void* panels = nullptr;
  float* c = nullptr;
  DType type = DType::f32;
};

/// A library of matrix products on one thread. Workers have slots of their own.
class MatrixProduct {
 public:
  virtual ~MatrixProduct() = default;
  virtual std::string description() const = 0;
  virtual bool supports(DType type) const = 0;
  virtual void run(const ProductCall& call, int worker) = 0;
};

/// oneDNN through its plugin; null, with the reason, where it is absent or has no vectorised kernels for this
/// CPU.
std::unique_ptr<MatrixProduct> make_onednn_product(int workers, Message* reason);

/// Our own Highway kernel: float32 only, any CPU.
std::unique_ptr<MatrixProduct> make_highway_product();

}  // namespace tilescribe::kernels
