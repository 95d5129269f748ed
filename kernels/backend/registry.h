// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/backend/device.h"
#include "kernels/core/cost.h"
#include "kernels/core/error.h"
#include "kernels/core/export.h"

namespace tilescribe::kernels {

class Backend;
class CaseBuilder;
class Runner;

// An op is a struct that holds its arguments, with this contract beside it (kernels/ops/NAME/NAME.h):
//
//   struct NAME {
//     static constexpr std::string_view op_name;
//     struct Problem { … };                  // the sizes and types that a variant is chosen by
//     Problem problem() const;
//   };
//   Cost cost(const NAME::Problem&);                          // what it must do
//   std::string describe(const NAME::Problem&);               // "rows=17 width=384 f32"
//   // Plain loops in double on host memory: the oracle.
//   void reference(const NAME&);
//   // Shapes that a check runs, tails and sizes of 1 among them. A bf16 result stands for the backend's
//   // activation type, whichever it is.
//   std::vector<NAME::Problem> check_problems(Op<NAME>);
//   // GLM-ASR-Nano's shapes, which a benchmark times; for all ops in kernels/check/bench_problems.h.
//   std::vector<NAME::Problem> bench_problems(Op<NAME>, const Batching&);
//   // Random arguments of that shape.
//   NAME build_case(const NAME::Problem&, CaseBuilder&);

/// Names an op type in an overload.
template <class T>
struct Op {};

/// One way to compute an op on one backend.
template <class T>
struct Variant {
  std::string name;
  std::string backend;  // as Device::name() says
  bool (*supports)(const typename T::Problem&, const Device&) = nullptr;
  void (*launch)(const T&, Runner&) = nullptr;
};

/// What a check found for one variant on one problem.
struct CheckResult {
  std::string op, variant, problem;
  double error = 0.0;
  double tolerance = 0.0;
  bool passed = false;
  std::string message;
};

/// What a benchmark of an op is to do.
struct BenchRequest {
  std::string shape;              // words that a problem's description must hold; empty: all problems
  std::uint64_t seed = 1;         // of the random arguments
  int runs = 10;                  // timed rounds a variant, fewer where one takes long
  double most_ms = 2000.0;        // of rounds a variant, after which no further one is begun; three there are
  std::int64_t rotate_bytes = 0;  // arguments together, so that they do not stay in a cache between runs
  std::int64_t reference_flops = 0;  // up to here a problem's results are compared with the reference's
};

/// One variant's time on one problem.
struct BenchResult {
  std::string op, variant, problem;
  double ms = 0.0, least_ms = 0.0, most_ms = 0.0;  // a launch: the median, the shortest and the longest round
  Cost cost;                                       // of a launch
  bool compared = false;
  double error = 0.0;     // the largest difference over the largest value, of all outputs
  std::string against;    // what it was compared with: "reference", or another variant's name
  std::string complaint;  // why there is no time, or what is wrong with the results; empty: nothing
};

/// An op and its variants without the op's type: what the checker, the benchmark and the lab see.
class TILESCRIBE_EXPORT OpEntry {
 public:
  virtual ~OpEntry() = default;
  virtual std::string_view name() const = 0;
  /// Names of the variants registered for a backend, best first.
  virtual std::vector<std::string> variants(std::string_view backend) const = 0;
  /// Runs every variant of `backend` on every check problem, outputs poisoned before.
  virtual std::vector<CheckResult> check(Backend& backend, std::uint64_t seed) const = 0;
  /// Times every variant of `backend` on the bench problems that the request takes; `give` gets each result
  /// as it comes.
  virtual void bench(Backend& backend, const BenchRequest& request,
                     const std::function<void(const BenchResult&)>& give) const = 0;
};

template <class T>
class TILESCRIBE_EXPORT OpTable;

/// The list of ops and their variants, the one list that engine, checks, benchmarks and lab read.
class TILESCRIBE_EXPORT Registry {
 public:
  /// Adds a variant behind those that stand: register the preferred one first.
  template <class T>
  void add(Variant<T> variant);

  /// The first variant that supports the problem, or the one of the forced name (null: none is forced).
  /// Throws Error when there is none.
  template <class T>
  const Variant<T>& choose(const typename T::Problem& problem, const Device& device,
                           const std::string* forced) const;

  std::vector<const OpEntry*> ops() const;

 private:
  template <class T>
  OpTable<T>* find() const;
  std::map<std::string, std::unique_ptr<OpEntry>, std::less<>> ops_;
};

template <class T>
class TILESCRIBE_EXPORT OpTable final : public OpEntry {
 public:
  std::string_view name() const override { return T::op_name; }
  std::vector<std::string> variants(std::string_view backend) const override {
    std::vector<std::string> names;
    for (const Variant<T>& v : list) {
      if (v.backend == backend) names.push_back(v.name);
    }
    return names;
  }
  /// Defined in kernels/check/check_op.h, instantiated for every op in kernels/check/check_ops.cpp.
  std::vector<CheckResult> check(Backend& backend, std::uint64_t seed) const override;
  /// Likewise in kernels/check/bench_op.h and bench_ops.cpp.
  void bench(Backend& backend, const BenchRequest& request,
             const std::function<void(const BenchResult&)>& give) const override;

  std::vector<Variant<T>> list;
};

template <class T>
OpTable<T>* Registry::find() const {
  const auto entry = ops_.find(T::op_name);
  return entry == ops_.end() ? nullptr : static_cast<OpTable<T>*>(entry->second.get());
}

template <class T>
void Registry::add(Variant<T> variant) {
  OpTable<T>* table = find<T>();
  if (table == nullptr) {
    auto fresh = std::make_unique<OpTable<T>>();
    table = fresh.get();
    ops_.emplace(std::string(T::op_name), std::move(fresh));
  }
  table->list.push_back(std::move(variant));
}

template <class T>
const Variant<T>& Registry::choose(const typename T::Problem& problem, const Device& device,
                                   const std::string* forced) const {
  const OpTable<T>* table = find<T>();
  if (table != nullptr) {
    for (const Variant<T>& variant : table->list) {
      if (variant.backend != device.name() || !variant.supports(problem, device)) continue;
      if (forced == nullptr || variant.name == *forced) return variant;
    }
  }
  throw Error("No variant of " + std::string(T::op_name) + " on " + std::string(device.name()) + " takes " +
              describe(problem) + (forced == nullptr ? "." : " under the forced name " + *forced + "."));
}

}  // namespace tilescribe::kernels
