// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "kernels/core/message.h"
#include "kernels/ops/linear/gemm.h"

namespace tilescribe::kernels {

/// A task and what its a and w hold: bf16, or f32, multiplied as such or rounded to TF32, or fp8 (E4M3),
/// summed as fast as the tensor cores can. A GemmTask alone is one of bf16.
struct LibraryTask {
  enum class Operands { bf16, f32, tf32, fp8 };
  LibraryTask(const GemmTask& product, Operands held = Operands::bf16) : task(product), operands(held) {}

  GemmTask task;
  Operands operands;
};

/// NVIDIA's cuBLASLt for plain products, opened when it is asked for: nothing is linked, and a machine
/// without it loses only this. One for the device that was current when it was opened; one thread uses it at
/// a time.
class CublasLt {
 public:
  /// Null where it cannot be used; `reason` then says why in a sentence.
  static std::unique_ptr<CublasLt> open(Message& reason);
  virtual ~CublasLt() = default;

  /// As the library names its version: 130001.
  virtual std::size_t version() const = 0;

  /// store_f32, residual_f32 and of bf16 and fp8 operands store_bf16, a bias where y is f32; rows that do not
  /// overlap; and an algorithm is known. Rows of any length and addresses of any alignment that their type
  /// has.
  virtual bool supports(const LibraryTask& task) = 0;
  /// How many algorithms the library proposes for a task, best first by its own estimate; at most 8.
  virtual int algorithms(const LibraryTask& task) = 0;
  /// Queues the task with its proposal number `algorithm`. Proposals are asked for once a shape; the
  /// workspace is of its own and stays, so that a launch can be captured in a graph. Launches must follow one
  /// another (one stream).
  virtual void gemm(const LibraryTask& task, CudaStream& stream, int algorithm = 0) = 0;
};

}  // namespace tilescribe::kernels
