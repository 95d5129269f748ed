// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/backend/tensor.h"
#include "kernels/backend/weight.h"
#include "kernels/core/ceilings.h"
#include "kernels/core/export.h"
#include "kernels/core/kernel_code.h"

namespace tilescribe::kernels {

class Registry;

/// How much work a device prefers to get at once.
struct Batching {
  std::int64_t prefill_rows = 1024;  // prompt rows read in one piece; bounds scratch memory
  std::int64_t encoder_windows = 1;  // windows per run of the encoder
  std::int64_t decode_rows = 8;      // sequences per decode step
  std::int64_t draft_rows = 16;      // rows of a step that checks drafts; 0: drafts are not used
  int steps_ahead = 1;               // decode steps that the host may queue before it reads the first result
  bool recorded_steps = false;       // steps are recorded, so there should be few row counts and contexts
};

/// A device: its memory, weights and work. It runs no ops itself. A variant's candidates see only this.
class TILESCRIBE_EXPORT Device {
 public:
  virtual ~Device() = default;

  virtual std::string_view name() const = 0;   // "cpu"; variants are registered under this name
  virtual DType activation_dtype() const = 0;  // of a matrix product's input, and of the key/value cache
  /// Whether products of f32 matrices round their operands to TF32 (10-bit mantissa), as tensor cores do.
  virtual bool rounds_to_tf32() const { return false; }
  /// Whether products of many rows round what they multiply to E4M3.
  virtual bool rounds_to_float8() const { return false; }
  /// Whether a key/value cache may be in E4M3.
  virtual bool has_float8_cache() const { return false; }
  /// The variants for this device.
  virtual const Registry& registry() const = 0;

  /// Uninitialised memory on the device. Throws Error with figures if it does not fit.
  virtual std::shared_ptr<Memory> allocate(std::size_t bytes) = 0;
  /// Memory at one address for host and device. The host may read it while the device writes.
  virtual std::shared_ptr<Memory> allocate_shared(std::size_t bytes) { return allocate(bytes); }
  Tensor tensor(DType dtype, Shape shape) {
    return {allocate(static_cast<std::size_t>(shape.elements()) * size_of(dtype)), dtype, shape};
  }
  Tensor activations(Shape shape) { return tensor(activation_dtype(), shape); }
  /// Announces how much will be allocated, so it comes in one piece or is refused with figures.
  virtual void reserve(std::size_t bytes) { static_cast<void>(bytes); }
  /// Bytes that can still be allocated; 0 if the system decides that.
  virtual std::size_t available_bytes() const { return 0; }
  /// Bytes allocated, from any thread; 0 if the system keeps count.
  virtual std::size_t used_bytes() const { return 0; }

  /// Whole tensor, from host memory, which is not used after the call.
  virtual void upload(const TensorView& to, const void* from) = 0;
  virtual void download(void* to, const ConstTensorView& from) = 0;  // whole tensor; waits for it
  std::vector<float> floats(const ConstTensorView& from);  // the same, f32, bf16, f8 or i32 as float32
  virtual void fill_zero(const TensorView& to) = 0;
  /// A whole tensor to another of as many bytes, which it does not overlap. In the order of the queued work.
  virtual void copy(const TensorView& to, const ConstTensorView& from);
  /// Converts a weight to the device's own form. The parts are not needed afterwards.
  virtual WeightHandle prepare(WeightRole role, std::span<const WeightPart> parts) = 0;

  /// How matrices are prepared from now on.
  virtual void prepare_as(const MatrixForm& form) { static_cast<void>(form); }
  /// Whether products of f32 matrices that are queued from now on round to TF32, on a device with that
  /// choice.
  virtual void round_to_tf32(bool rounds) { static_cast<void>(rounds); }

  virtual Batching batching() const { return {}; }
  virtual void synchronize() = 0;
  /// Whether queued work is still running. Throws Error if the device failed.
  virtual bool busy() { return false; }

  /// Device time of what `work` queues, from beginning to end, in milliseconds. Waits for it.
  virtual double time_ms(const std::function<void()>& work);
  /// Runs `work` and says which kernels of ours it launches on a GPU. Without a GPU it is not run.
  virtual std::vector<KernelCode> kernels_of(const std::function<void()>& work) {
    static_cast<void>(work);
    return {};
  }
  /// Measures the device's limits. Takes about a second.
  virtual Ceilings ceilings() { return {}; }
};

}  // namespace tilescribe::kernels
