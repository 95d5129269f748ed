// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/backend/registry.h"
#include "kernels/core/ceilings.h"
#include "kernels/core/cost.h"
#include "kernels/core/export.h"
#include "kernels/core/tensor_view.h"
#include "kernels/profile/op_observer.h"

namespace tilescribe::kernels {

class ActivitySource;

/// Memory on a backend's device; freed with the last owner.
class Memory {
 public:
  virtual ~Memory() = default;
  virtual void* data() const = 0;
};

/// An owned tensor on a backend's device.
class Tensor {
 public:
  Tensor() = default;
  Tensor(std::shared_ptr<Memory> memory, DType dtype, Shape shape)
      : memory_(std::move(memory)), view_{memory_->data(), dtype, shape} {}
  const TensorView& view() const { return view_; }
  /// Rows [first, first + count); shares the memory.
  Tensor rows(std::int64_t first, std::int64_t count) const {
    Tensor part = *this;
    part.view_ = view_.rows(first, count);
    return part;
  }
  operator TensorView() const { return view_; }
  operator ConstTensorView() const { return view_; }

 private:
  std::shared_ptr<Memory> memory_;
  TensorView view_;
};

/// How a weight is used, which decides how a backend stores it.
enum class WeightRole {
  matrix,       // [out, in], y = x·Wᵀ + b; several parts are stacked along `out` (merged Q, K, V)
  gate_up,      // two [out, in] matrices, gate and up, that are used together
  convolution,  // [out, in, taps]
  table,        // [rows, width], looked up by row
  vector,       // [width], a gain or a bias of a norm
};

/// A weight as a backend holds it: opaque but for its sizes.
class TILESCRIBE_EXPORT Weight {
 public:
  Weight(WeightRole role, std::int64_t out, std::int64_t in, bool bias)
      : role_(role), out_(out), in_(in), bias_(bias) {}
  virtual ~Weight() = default;
  WeightRole role() const { return role_; }
  std::int64_t out() const {
    return out_;
  }  // rows of the matrix; of gate_up: of both; rows of a table; 1 of a vector
  std::int64_t in() const { return in_; }  // columns; of a convolution in · taps
  bool has_bias() const { return bias_; }
  virtual std::size_t bytes() const = 0;

 private:
  WeightRole role_;
  std::int64_t out_, in_;
  bool bias_;
};
using WeightHandle = std::shared_ptr<const Weight>;

/// Bytes of weights as the backend stores them, which is what an op reads of them.
TILESCRIBE_EXPORT std::int64_t stored_bytes(std::initializer_list<const Weight*> weights);

/// A weight before it is prepared: parts in host memory, f32, f16 or bf16. A part without a bias has an empty
/// one.
struct WeightPart {
  ConstTensorView weight;
  ConstTensorView bias;
};

/// What can be replayed without deciding anything again: a CUDA graph there, a plain call here.
class Recording {
 public:
  virtual ~Recording() = default;
  virtual void replay() = 0;
};

/// How much a device likes to be given at once.
struct Batching {
  std::int64_t prefill_rows = 1024;  // rows of prompts read in one piece: bounds scratch memory
  std::int64_t encoder_windows = 1;  // windows in one run of the encoder
  std::int64_t decode_rows = 8;      // sequences in one decode step
  int steps_ahead = 1;               // decode steps that the host may queue before it has read the first
  bool recorded_steps = false;  // steps are recorded, so that few row counts and contexts are worth having
};

/// A device and how it computes. One thread uses a backend at a time.
class TILESCRIBE_EXPORT Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;   // "cpu", as variants are registered for
  virtual DType activation_dtype() const = 0;  // of matrix product inputs and of the key/value cache
  /// Whether products of f32 matrices round their operands to TF32 (a mantissa of 10 bits), as tensor cores
  /// do.
  virtual bool rounds_to_tf32() const { return false; }
  virtual const Registry& registry() const = 0;

  /// Uninitialised memory on the device. Throws Error with figures when it does not fit.
  virtual std::shared_ptr<Memory> allocate(std::size_t bytes) = 0;
  /// Memory that the host may read while the device writes it; both see it at the same address.
  virtual std::shared_ptr<Memory> allocate_shared(std::size_t bytes) { return allocate(bytes); }
  /// Says how much is about to be allocated, so that it comes in one piece, or is refused with figures.
  virtual void reserve(std::size_t bytes) { static_cast<void>(bytes); }
  /// Bytes that may still be allocated; 0 where that is the system's business.
  virtual std::size_t available_bytes() const { return 0; }
  /// Bytes that are allocated, from any thread; 0 where that is the system's business.
  virtual std::size_t used_bytes() const { return 0; }
  /// Rows that a prompt is read by at a time, and windows that are worth encoding and decoding together.
  virtual Batching batching() const { return {}; }
  virtual void upload(const TensorView& to, const void* from) = 0;   // whole tensor, from host memory
  virtual void download(void* to, const ConstTensorView& from) = 0;  // whole tensor, waits for it
  virtual void fill_zero(const TensorView& to) = 0;

  /// Takes a weight into the backend's own form; the parts may go afterwards.
  virtual WeightHandle prepare(WeightRole role, std::span<const WeightPart> parts) = 0;

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

  /// Ops look at this token between each other and inside anything that can take longer than 50 ms.
  void set_stop_token(std::stop_token token) { stop_ = std::move(token); }
  const std::stop_token& stop_token() const { return stop_; }

  /// Called with the name of every op before it runs, behind the calls that were added earlier. For tests: an
  /// Error thrown here is the device's failure.
  void add_before_op(std::function<void(std::string_view)> call) { before_op_.push_back(std::move(call)); }

  /// Called before every op that is not part of another, and by give_way(): there more urgent work may run on
  /// this backend. Not called inside itself, nor while a step is recorded. What it throws ends the op's
  /// caller. There is one at a time: gives back the one before, for who sets it for a while.
  std::function<void()> set_between_ops(std::function<void()> call) {
    return std::exchange(between_ops_, std::move(call));
  }
  /// For who replays recorded steps, in which no op is run.
  void give_way() {
    if (!between_ops_ || depth_ > 0 || undisturbed_ > 0) return;
    const Inside inside(undisturbed_);
    between_ops_();
  }

  /// Called with the name and the cost of every op that is run, not of those that it is composed of.
  void set_cost_sink(std::function<void(std::string_view, const Cost&)> call) {
    cost_sink_ = std::move(call);
  }

  /// What measures the ops of this backend (profile/activity_source.h), not started yet.
  virtual std::unique_ptr<ActivitySource> activity_source();
  /// Shows stages, layers and ops to a tool that watches the process, while it observes; null where no tool
  /// could.
  virtual std::unique_ptr<OpObserver> range_markers() { return nullptr; }
  /// From here on the observer is told what is run. Without observers an op costs one branch more.
  void add_observer(OpObserver& observer) { observers_.push_back(&observer); }
  void remove_observer(OpObserver& observer) { std::erase(observers_, &observer); }
  /// Where the ops to come stand in the caller's work; profile/scope.h sets it for a block.
  void set_place(const Place& place);
  const Place& place() const { return place_; }
  /// Tells the observers that a recorded step is given to the device, as long as this lives.
  class TILESCRIBE_EXPORT Replaying {
   public:
    explicit Replaying(const Backend& backend);
    ~Replaying();
    Replaying(const Replaying&) = delete;
    Replaying& operator=(const Replaying&) = delete;

   private:
    const std::vector<OpObserver*>& observers_;
  };

  Tensor tensor(DType dtype, Shape shape) {
    return {allocate(static_cast<std::size_t>(shape.elements()) * size_of(dtype)), dtype, shape};
  }
  Device& device() { return *this; }
  Tensor activations(Shape shape) { return tensor(activation_dtype(), shape); }

  /// Forces a variant for an op; empty: the registry's choice again. Throws Error when it is not registered.
  void force_variant(const std::string& op, const std::string& variant);
  const std::string* forced_variant(std::string_view op) const;

  /// Runs the op with the variant that the registry chooses. Throws Cancelled when a stop was requested.
  template <class T>
  void run(const T& op) {
    give_way();
    if (stop_.stop_requested()) throw Cancelled();
    for (const auto& call : before_op_) call(T::op_name);
    const typename T::Problem problem = op.problem();
    const Variant<T>& variant = registry().choose<T>(problem, *this);
    if (cost_sink_ && depth_ == 0) cost_sink_(T::op_name, cost(problem));
    const Inside inside(depth_);
    if (observers_.empty()) {
      variant.launch(op, *this);
      return;
    }
    const Observed observed(*this, T::op_name, variant.name, cost(problem));
    variant.launch(op, *this);
  }

 protected:
  /// Counts what a run is inside of.
  struct Inside {
    explicit Inside(int& counter) : depth(counter) { ++depth; }
    ~Inside() { --depth; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    int& depth;
  };
  int undisturbed_ = 0;  // more than 0: nothing else may run between ops

  /// Does what is no op but takes time as one, such as a copy that the host makes, and tells the observers.
  template <class Work>
  void run_observed(std::string_view name, std::string_view variant, const Cost& cost, const Work& work) {
    const Inside inside(depth_);
    if (observers_.empty()) {
      work();
      return;
    }
    const Observed observed(*this, name, variant, cost);
    work();
  }

 private:
  /// Tells the observers of an op, as long as it runs.
  struct TILESCRIBE_EXPORT Observed {
    Observed(Backend& runner, std::string_view op, std::string_view variant, const Cost& cost);
    ~Observed();
    Observed(const Observed&) = delete;
    Observed& operator=(const Observed&) = delete;
    Backend& backend;
  };

  std::stop_token stop_;
  std::vector<std::function<void(std::string_view)>> before_op_;
  std::function<void()> between_ops_;
  std::function<void(std::string_view, const Cost&)> cost_sink_;
  int depth_ = 0;
  std::vector<OpObserver*> observers_;
  std::string_view outermost_;       // the op that the caller runs, while there are observers
  std::uint64_t observed_runs_ = 0;  // ops that observers were told of
  Place place_;
  std::map<std::string, std::string, std::less<>> forced_;
};

template <class T>
const Variant<T>& Registry::choose(const typename T::Problem& problem, const Backend& backend) const {
  const OpTable<T>* table = find<T>();
  const std::string* forced = backend.forced_variant(T::op_name);
  if (table != nullptr) {
    for (const Variant<T>& variant : table->list) {
      if (variant.backend != backend.name() || !variant.supports(problem, backend)) continue;
      if (forced == nullptr || variant.name == *forced) return variant;
    }
  }
  throw Error("No variant of " + std::string(T::op_name) + " on " + std::string(backend.name()) + " takes " +
              describe(problem) + (forced == nullptr ? "." : " under the forced name " + *forced + "."));
}

}  // namespace tilescribe::kernels
