// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/check/check_op.h"

// The benchmark of one op. kernels/check/check_ops.cpp instantiates it for every op.
namespace tilescribe::kernels {

/// Whether the problem's description contains all of the words. With `sizes_only`, only words NAME=VALUE
/// count, because the types depend on the backend.
bool takes_shape(const std::string& words, const std::string& description, bool sizes_only);

/// The words NAME=VALUE of a description.
std::string sizes_of(const std::string& description);

/// Times launch(i) for each i below `cases` in turn, in rounds, and writes the time per launch to `result`.
/// If the backend records steps, rounds are recorded and replayed, so no launch waits for the host.
void time_launches(Backend& backend, const BenchRequest& request, std::size_t cases,
                   const std::function<void(std::size_t)>& launch, BenchResult& result);

/// A problem's arguments with their owner.
template <class T>
struct BenchCase {
  std::unique_ptr<CaseBuilder> builder;
  T op;
};

template <class T>
BenchCase<T> bench_case(const typename T::Problem& problem, Backend& backend, std::uint64_t seed) {
  auto builder = std::make_unique<CaseBuilder>(backend, seed, CaseBuilder::Purpose::timing);
  T op = build_case(problem, *builder);
  return {std::move(builder), std::move(op)};
}

/// As many cases as are needed to exceed the caches.
template <class T>
std::vector<BenchCase<T>> bench_cases(const typename T::Problem& problem, Backend& backend,
                                      const BenchRequest& request) {
  constexpr std::size_t most_cases = 64;  // at work, small arguments are in a cache, too
  std::vector<BenchCase<T>> cases;
  std::int64_t bytes = 0;
  do {
    cases.push_back(bench_case<T>(problem, backend, request.seed + cases.size()));
    bytes += cases.back().builder->bytes();
  } while (bytes < request.rotate_bytes && cases.size() < most_cases);
  return cases;
}

/// A plan's results for the request's seed, in a new case because some arguments are updated in place.
template <class T>
std::vector<CaseBuilder::Result> results_of(const Plan<T>& plan, const typename T::Problem& problem,
                                            Backend& backend, const BenchRequest& request) {
  const BenchCase<T> fresh = bench_case<T>(problem, backend, request.seed);
  plan.variant->launch(fresh.op, plan.config, backend);
  backend.synchronize();
  return fresh.builder->results();
}

/// The variants that take a problem, each in its preferred configuration or in all.
template <class T>
std::vector<Plan<T>> bench_plans(const typename T::Problem& problem, Backend& backend, bool configs) {
  std::vector<Plan<T>> plans;
  for (const Variant<T>& variant : backend.registry().variants<T>()) {
    if (variant.backend != backend.name()) continue;
    Configs candidates = variant.candidates(problem, backend);
    if (!configs && !candidates.empty()) candidates.resize(1);
    for (const Config& config : candidates) plans.push_back({&variant, config});
  }
  return plans;
}

/// What replaces the reference: the last variant that is not on trial. Null if others have nothing to be
/// compared with.
template <class T>
const Variant<T>* plainest(const std::vector<Plan<T>>& plans, const BenchRequest& request) {
  for (auto plan = plans.rbegin(); plan != plans.rend(); ++plan) {
    if (plan->variant->name != request.on_trial)
      return plans.front().variant == plans.back().variant ? nullptr : plan->variant;
  }
  return nullptr;
}

template <class T>
void bench_problem(const std::vector<Plan<T>>& plans, const typename T::Problem& problem,
                   const std::vector<BenchCase<T>>& cases, Backend& backend, const BenchRequest& request,
                   const GiveBench& give) {
  const typename T::Problem actual = cases.front().op.problem();
  // If the reference would take too long, the last and plainest variant replaces it.
  std::optional<std::vector<CaseBuilder::Result>> expected;
  std::string against = "reference";
  if (cost(actual).flops <= request.reference_flops) {
    const std::unique_ptr<Backend> host = make_reference_backend();
    const BenchCase<T> plain = bench_case<T>(problem, *host, request.seed);
    reference(plain.op);
    expected = plain.builder->results();
  } else if (const Variant<T>* const last = plainest(plans, request); last != nullptr) {
    against = last->name;
    expected = results_of(*std::ranges::find(plans, last, &Plan<T>::variant), problem, backend, request);
  }
  const Variant<T>* variant = nullptr;
  for (const Plan<T>& plan : plans) {
    BenchResult result;
    result.op = T::op_name;
    result.variant = plan.variant->name;
    if (plan.variant == variant) result.config = plan.config.name;
    variant = plan.variant;
    if (!request.variant.empty() && variant->name != request.variant) continue;
    result.preferred = &plan == &plans.front();
    result.problem = describe(actual);
    result.cost = cost(actual);
    try {
      if (expected && variant->name != against) {
        const Comparison comparison = compare(results_of(plan, problem, backend, request), *expected);
        result.compared = true;
        result.error = comparison.error;
        result.against = against;
        result.complaint = comparison.complaint;
      }
      const auto launch = [&](std::size_t i) { variant->launch(cases[i].op, plan.config, backend); };
      time_launches(backend, request, cases.size(), launch, result);
      if (request.kernels) result.kernels = backend.kernels_of([&] { launch(0); });
    } catch (const Error& failure) {
      result.complaint = failure.message();
    }
    give(result);
  }
}

template <class T>
std::vector<std::string> bench_shapes(const Backend& backend) {
  std::vector<std::string> shapes;
  for (const typename T::Problem& problem : bench_problems(Op<T>{}, backend.batching())) {
    std::string sizes = sizes_of(describe(problem));
    if (std::ranges::find(shapes, sizes) == shapes.end()) shapes.push_back(std::move(sizes));
  }
  return shapes;
}

/// Times a problem if the request selects it.
template <class T>
void bench_one(const typename T::Problem& problem, Backend& backend, const BenchRequest& request,
               const GiveBench& give) {
  if (!takes_shape(request.shape, describe(problem), true)) return;
  const std::vector<BenchCase<T>> cases = bench_cases<T>(problem, backend, request);
  const typename T::Problem actual = cases.front().op.problem();
  const std::string text = describe(actual);
  if (!takes_shape(request.shape, text, false)) return;
  if (std::ranges::find(request.known, text) != request.known.end()) return;
  const std::vector<Plan<T>> plans = bench_plans<T>(actual, backend, request.configs);
  if (!plans.empty()) bench_problem<T>(plans, problem, cases, backend, request, give);
}

template <class T>
void bench_op(Backend& backend, const BenchRequest& request, const GiveBench& give) {
  for (const typename T::Problem& problem : bench_problems(Op<T>{}, backend.batching()))
    bench_one<T>(problem, backend, request, give);
}

/// Whether a case has the problem. How many bytes its weights have is another matter: whether there is a
/// bias, or whether several matrices are merged, is no part of a problem.
template <class Problem>
bool is_case_of(Problem made, const Problem& wanted) {
  if constexpr (requires { made.weights.bytes; }) made.weights.bytes = wanted.weights.bytes;
  return made == wanted;
}

/// The problems that the backend's runner has planned, of which a case is made that is the `same`: what a
/// model ran last. Adds to `left_out` how many others there are. Throws DeviceError.
template <class T, class Same>
std::vector<typename T::Problem> planned_cases(Backend& backend, std::uint64_t seed, int& left_out,
                                               const Same& same) {
  std::vector<typename T::Problem> list;
  for (const typename T::Problem& problem : backend.planned<T>()) {
    try {
      if (same(bench_case<T>(problem, backend, seed).op.problem(), problem)) {
        list.push_back(problem);
        continue;
      }
    } catch (const DeviceError&) {
      throw;
    } catch (const Error&) {  // the case's builder refuses the problem
    }
    ++left_out;
  }
  return list;
}

template <class T>
std::vector<PlannedProblem> planned_op(Backend& backend) {
  using Problem = typename T::Problem;
  // Matrices may be stored in another type than a case's: what is timed says its own.
  const auto same_sizes = [](const Problem& made, const Problem& wanted) {
    return sizes_of(describe(made)) == sizes_of(describe(wanted));
  };
  std::vector<PlannedProblem> list;
  int left_out = 0;
  for (const Problem& problem : planned_cases<T>(backend, BenchRequest().seed, left_out, same_sizes)) {
    std::string text = describe(problem);
    std::string shape = sizes_of(text);
    list.push_back({std::move(text), std::move(shape),
                    [problem](Backend& other, const BenchRequest& request, const GiveBench& give) {
                      bench_one<T>(problem, other, request, give);
                    }});
  }
  return list;
}

}  // namespace tilescribe::kernels
