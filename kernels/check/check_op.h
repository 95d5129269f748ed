// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <future>
#include <limits>
#include <memory>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/backend/reference/reference_backend.h"
#include "kernels/check/case_builder.h"
#include "kernels/check/check_ops.h"
#include "kernels/core/message.h"
#include "kernels/core/thread_pool.h"

// The check of one op. kernels/check/check_ops.cpp instantiates it for every op.
namespace tilescribe::kernels {

/// How two runs of a case differ: the largest |a − b| over the largest |reference| of an output.
struct Comparison {
  double error = 0.0;
  Message complaint;  // other differences; empty: none
};
Comparison compare(const std::vector<CaseBuilder::Result>& found,
                   const std::vector<CaseBuilder::Result>& expected);

/// The first value that differs from what is expected by more than the tolerance, which is relative to the
/// largest value of its output: where it is, what was expected and what was found. Empty: there is none.
Message first_wrong(const std::vector<CaseBuilder::Result>& found,
                    const std::vector<CaseBuilder::Result>& expected, double tolerance);

/// A fingerprint of the results: FNV-1a of their bits.
std::uint64_t digest(const std::vector<CaseBuilder::Result>& results);

/// The reference's results for a problem.
template <class T>
std::vector<CaseBuilder::Result> reference_results(const typename T::Problem& problem, std::uint64_t seed) {
  const std::unique_ptr<Backend> host = make_reference_backend();
  CaseBuilder builder(*host, seed);
  const T op = build_case(problem, builder);
  reference(op);
  return builder.results();
}

/// Runs a variant in one of its candidates, and compares what it wrote. `row` has its op, variant and
/// problem.
template <class T>
void check_config(const Variant<T>& variant, const Config& config, const T& op, const CaseBuilder& builder,
                  const std::vector<CaseBuilder::Result>& expected, CheckResult& row) {
  variant.launch(op, config, builder.backend());
  builder.backend().synchronize();
  const std::vector<CaseBuilder::Result> found = builder.results();
  const Comparison comparison = compare(found, expected);
  row.digest = digest(found);
  row.error = comparison.error;
  row.message = comparison.complaint;
  row.passed = row.message.empty() && row.error <= row.tolerance;
  if (row.message.empty() && !row.passed) row.message = first_wrong(found, expected, row.tolerance);
}

/// Whether a failure leaves a device that no longer answers.
inline bool loses_device(const std::exception& failure, Backend& backend) {
  if (dynamic_cast<const DeviceError*>(&failure) == nullptr) return false;
  try {
    backend.synchronize();
    return false;
  } catch (const DeviceError&) {
    return true;
  }
}

/// The references' results for a list of problems; problem i has the seed after the first one's i-th. They
/// are plain loops, so other threads compute some of them ahead, the largest first.
template <class T>
class ReferencesAhead {
 public:
  ReferencesAhead(std::vector<typename T::Problem> problems, std::uint64_t first_seed)
      : problems_(std::move(problems)), first_seed_(first_seed), cases_(problems_.size()) {}

  const std::vector<typename T::Problem>& problems() const { return problems_; }

  /// Lets threads begin. They end with this object, behind the reference that they are at.
  void begin() {
    if (!threads_.empty()) return;
    for (std::size_t i = 0; i < cases_.size(); ++i) order_.push_back(i);
    std::ranges::stable_sort(order_, std::ranges::greater(),
                             [this](std::size_t i) { return cost(problems_[i]).flops; });
    const auto most = static_cast<std::size_t>(std::clamp(available_cores(), 1, 8));
    for (std::size_t i = 0; i < std::min(most, cases_.size()); ++i) {
      threads_.emplace_back([this](const std::stop_token& stop) {
        for (const std::size_t one : order_) {
          if (stop.stop_requested()) return;
          compute(one);
        }
      });
    }
  }

  /// Computes it here if no thread has begun with it. Throws what the reference threw. What the last call
  /// gave is forgotten.
  const std::vector<CaseBuilder::Result>& of(std::size_t i) {
    begin();
    compute(i);
    if (i != last_) cases_[last_].result = {};
    last_ = i;
    return cases_[i].result.get();
  }

 private:
  struct Case {
    std::atomic_flag begun;
    std::promise<std::vector<CaseBuilder::Result>> promise;
    std::shared_future<std::vector<CaseBuilder::Result>> result = promise.get_future();
  };
  void compute(std::size_t i) {
    if (cases_[i].begun.test_and_set()) return;
    try {
      cases_[i].promise.set_value(reference_results<T>(problems_[i], first_seed_ + i));
    } catch (...) {
      cases_[i].promise.set_exception(std::current_exception());
    }
  }

  std::vector<typename T::Problem> problems_;
  std::uint64_t first_seed_;
  std::vector<Case> cases_;
  std::size_t last_ = 0;
  std::vector<std::size_t> order_;
  std::vector<std::jthread> threads_;
};

/// The check of an op, with references that threads may have begun before there is a backend.
template <class T>
class OpCheck final : public BegunCheck {
 public:
  explicit OpCheck(std::uint64_t seed) : seed_(seed), references_(check_problems(Op<T>{}), seed + 1) {}
  void begin() { references_.begin(); }
  std::vector<CheckResult> run(Backend& backend, std::string_view only) override;

 private:
  std::uint64_t seed_;
  ReferencesAhead<T> references_;
};

template <class T>
std::vector<CheckResult> OpCheck<T>::run(Backend& backend, std::string_view only) {
  std::vector<CheckResult> rows;
  std::uint64_t seed = seed_;
  for (std::size_t i = 0; i < references_.problems().size(); ++i) {
    const typename T::Problem& problem = references_.problems()[i];
    ++seed;
    for (const Variant<T>& variant : backend.registry().variants<T>()) {
      if (variant.backend != backend.name() || (!only.empty() && variant.name != only)) continue;
      // Every configuration gets a case of its own, because some arguments are updated in place.
      Configs configs;
      std::size_t next = 0;
      do {
        CheckResult row;
        row.op = T::op_name;
        row.variant = variant.name;
        row.problem = describe(problem);
        try {
          CaseBuilder builder(backend, seed);
          const T op = build_case(problem, builder);
          row.problem = describe(op.problem());
          row.tolerance = builder.tolerance();
          if (next == 0) configs = variant.candidates(op.problem(), backend);
          if (configs.empty()) break;
          if (next > 0) row.config = configs[next].name;
          check_config(variant, configs[next], op, builder, references_.of(i), row);
        } catch (const Cancelled&) {
          throw;
        } catch (const std::exception& failure) {
          row.error = std::numeric_limits<double>::infinity();
          row.message = message_of(failure, Message::verbatim(failure.what()));
          if (loses_device(failure, backend)) {
            rows.push_back(std::move(row));
            return rows;
          }
        }
        rows.push_back(std::move(row));
      } while (++next < configs.size());
    }
  }
  return rows;
}

template <class T>
std::vector<CheckResult> check_op(Backend& backend, std::uint64_t seed, std::string_view variant) {
  return OpCheck<T>(seed).run(backend, variant);
}

template <class T>
std::unique_ptr<BegunCheck> begin_check(std::uint64_t seed) {
  auto check = std::make_unique<OpCheck<T>>(seed);
  check->begin();
  return check;
}

}  // namespace tilescribe::kernels
