// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "kernels/backend/recording.h"
#include "kernels/backend/tensor.h"
#include "kernels/backend/weight.h"
#include "kernels/core/ceilings.h"
#include "kernels/core/export.h"

namespace tilescribe::kernels {

class Registry;

/// How much a device likes to be given at once.
struct Batching {
  std::int64_t prefill_rows = 1024;  // rows of prompts read in one piece: bounds scratch memory
  std::int64_t encoder_windows = 1;  // windows in one run of the encoder
  std::int64_t decode_rows = 8;      // sequences in one decode step
  int steps_ahead = 1;               // decode steps that the host may queue before it has read the first
  bool recorded_steps = false;  // steps are recorded, so that few row counts and contexts are worth having
};

/// A device: its memory, its weights, the work that it is given. It runs no op by itself. A variant's
/// predicate sees this much.
class TILESCRIBE_EXPORT Device {
 public:
  virtual ~Device() = default;

  virtual std::string_view name() const = 0;   // "cpu", as variants are registered for
  virtual DType activation_dtype() const = 0;  // of matrix product inputs and of the key/value cache
  /// Whether products of f32 matrices round their operands to TF32 (a mantissa of 10 bits), as tensor cores
  /// do.
  virtual bool rounds_to_tf32() const { return false; }
  /// The variants that run on it.
  virtual const Registry& registry() const = 0;

  /// Uninitialised memory on the device. Throws Error with figures when it does not fit.
  virtual std::shared_ptr<Memory> allocate(std::size_t bytes) = 0;
  /// Memory that the host may read while the device writes it; both see it at the same address.
  virtual std::shared_ptr<Memory> allocate_shared(std::size_t bytes) { return allocate(bytes); }
  Tensor tensor(DType dtype, Shape shape) {
    return {allocate(static_cast<std::size_t>(shape.elements()) * size_of(dtype)), dtype, shape};
  }
  Tensor activations(Shape shape) { return tensor(activation_dtype(), shape); }
  /// Says how much is about to be allocated, so that it comes in one piece, or is refused with figures.
  virtual void reserve(std::size_t bytes) { static_cast<void>(bytes); }
  /// Bytes that may still be allocated; 0 where that is the system's business.
  virtual std::size_t available_bytes() const { return 0; }
  /// Bytes that are allocated, from any thread; 0 where that is the system's business.
  virtual std::size_t used_bytes() const { return 0; }

  virtual void upload(const TensorView& to, const void* from) = 0;   // whole tensor, from host memory
  virtual void download(void* to, const ConstTensorView& from) = 0;  // whole tensor, waits for it
  virtual void fill_zero(const TensorView& to) = 0;
  /// Takes a weight into the device's own form; the parts may go afterwards.
  virtual WeightHandle prepare(WeightRole role, std::span<const WeightPart> parts) = 0;

  /// Rows that a prompt is read by at a time, and windows that are worth encoding and decoding together.
  virtual Batching batching() const { return {}; }
  /// Runs `step` once and keeps it, and the memory that it allocates, for replaying. What changes between
  /// replays must lie in device tensors or in memory that the step reads anew.
  virtual std::unique_ptr<Recording> record(std::function<void()> step) = 0;
  virtual void synchronize() = 0;
  /// Whether work that was given is still under way; throws Error when the device failed at it.
  virtual bool busy() { return false; }

  /// How long the device is at what `work` gives it, from its first to its last, in milliseconds. Waits for
  /// it.
  virtual double time_ms(const std::function<void()>& work);
  /// Measures what the device reaches at best; takes about a second.
  virtual Ceilings ceilings() { return {}; }
};

}  // namespace tilescribe::kernels
