// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/core/message.h"
#include "kernels/device/stream.h"
#include "kernels/ops/linear/product.h"

namespace tilescribe::kernels {

/// A product, and the type of its x and w: bf16; f32, multiplied as f32 or rounded to TF32; or fp8 (E4M3)
/// with the tensor cores' fastest accumulation. A plain Product is bf16.
struct LibraryProduct : Product {
  enum class Operands { bf16, f32, tf32, fp8 };
  LibraryProduct(const Product& product, Operands held = Operands::bf16) : Product(product), operands(held) {}

  Operands operands;
};

/// NVIDIA's cuBLASLt for plain products, opened on request. Nothing is linked, so a machine without it loses
/// only this. It works on the device that was current when it was opened. Used by one thread at a time.
class CublasLt {
 public:
  /// Null if it cannot be used; `reason` then says why in a sentence.
  static std::unique_ptr<CublasLt> open(Message& reason);
  virtual ~CublasLt() = default;

  /// The library's version number, e.g. 130001.
  virtual std::size_t version() const = 0;

  /// Whether a product can run. Epilogues: store_f32 and residual_f32; store_bf16 without bias for bf16 and
  /// fp8 operands. Rows must not overlap; any length and alignment. The library must know an algorithm.
  virtual bool supports(const LibraryProduct& product) = 0;
  /// How many algorithms the library proposes for a product, at most 8, best first by its own estimate.
  virtual int algorithms(const LibraryProduct& product) = 0;
  /// Queues the product with proposal number `algorithm`. Proposals are requested once per shape. The
  /// workspace is permanent, so a launch can be captured in a graph. All launches must be on one stream.
  virtual void gemm(const LibraryProduct& product, CudaStream& stream, int algorithm = 0) = 0;
};

}  // namespace tilescribe::kernels
