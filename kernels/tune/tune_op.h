// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/check/bench_op.h"
#include "kernels/tune/tune_problem.h"

// A problem of one op, to tune. kernels/tune/tune_ops.cpp instantiates it for every op.
namespace tilescribe::kernels {

/// The launches of a candidate between two looks at the clock; recorded, where the backend records steps.
struct TunedLaunches {
  std::size_t count = 0;  // 0: not prepared
  std::function<void()> round;
  std::unique_ptr<Recording> recorded;
};
void prepare_launches(Backend& backend, std::size_t cases, const std::function<void(std::size_t)>& launch,
                      TunedLaunches& launches);

/// The cost of a problem of any op.
template <class Problem>
Cost cost_of(const Problem& problem) {
  return cost(problem);
}

template <class T>
class TuneProblemOf final : public TuneProblem {
 public:
  using Problem = typename T::Problem;

  TuneProblemOf(const Problem& problem, Backend& backend, const TuneRules& rules)
      : problem_(problem), backend_(backend), rules_(rules), plans_{backend.plan<T>(problem)} {
    for (const Plan<T>& plan : bench_plans<T>(problem, backend, true)) {
      const Plan<T>& now = plans_.front();
      if (plan.variant != now.variant || !(plan.config == now.config)) plans_.push_back(plan);
    }
    launches_.resize(plans_.size());
  }

  std::string_view op() const override { return T::op_name; }
  std::string key() const override { return key_of(problem_); }
  std::string text() const override { return describe(problem_); }
  Cost cost() const override { return cost_of(problem_); }
  std::vector<Preference> candidates() const override {
    std::vector<Preference> list;
    for (const Plan<T>& plan : plans_) list.push_back({plan.variant->name, std::string(plan.config.name)});
    return list;
  }

  CandidateCheck check(std::size_t candidate) override {
    CandidateCheck result;
    try {
      result.same_bits = true;
      for (const std::uint64_t seed : {rules_.seed, rules_.seed + 1000}) {
        const std::vector<CaseBuilder::Result> found = results(candidate, seed);
        const std::vector<CaseBuilder::Result> now = results(0, seed);
        const Comparison comparison =
            compare(found, cost_of(problem_).flops <= rules_.reference_flops ? expected(seed) : now);
        result.complaint = comparison.complaint;
        result.passed = comparison.complaint.empty() && comparison.error <= tolerance_;
        result.same_bits = result.same_bits && digest(found) == digest(now);
        if (!result.passed) break;
      }
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& failure) {
      if (loses_device(failure, backend_)) throw;
      result = {false, false, failure.message()};
    }
    return result;
  }

  double time_ms(std::size_t candidate) override {
    if (cases_.empty()) {
      const BenchRequest request{.shape = {}, .seed = rules_.seed, .rotate_bytes = rules_.rotate_bytes};
      cases_ = bench_cases<T>(problem_, backend_, request);
    }
    TunedLaunches& launches = launches_[candidate];
    if (launches.count == 0) {
      const Plan<T> plan = plans_[candidate];
      prepare_launches(
          backend_, cases_.size(),
          [this, plan](std::size_t i) { plan.variant->launch(cases_[i].op, plan.config, backend_); },
          launches);
    }
    const double took_ms =
        backend_.time_ms(launches.recorded ? [&launches] { launches.recorded->replay(); } : launches.round);
    return took_ms / static_cast<double>(launches.count);
  }

 private:
  std::vector<CaseBuilder::Result> results(std::size_t candidate, std::uint64_t seed) {
    const BenchCase<T> fresh = bench_case<T>(problem_, backend_, seed);
    tolerance_ = fresh.builder->tolerance();
    plans_[candidate].variant->launch(fresh.op, plans_[candidate].config, backend_);
    backend_.synchronize();
    return fresh.builder->results();
  }
  std::vector<CaseBuilder::Result> expected(std::uint64_t seed) const {
    const std::unique_ptr<Backend> host = make_reference_backend();
    const BenchCase<T> plain = bench_case<T>(problem_, *host, seed);
    reference(plain.op);
    return plain.builder->results();
  }

  Problem problem_;
  Backend& backend_;
  TuneRules rules_;
  std::vector<Plan<T>> plans_;  // candidate 0 is what runs now
  std::vector<BenchCase<T>> cases_;
  std::vector<TunedLaunches> launches_;
  double tolerance_ = 0.0;
};

/// Those planned problems of an op that a case can be made of. Returns how many others there are.
template <class T>
int add_planned_problems(Backend& backend, const TuneRules& rules,
                         std::vector<std::unique_ptr<TuneProblem>>& to) {
  int others = 0;
  const auto same = [](const typename T::Problem& made, const typename T::Problem& wanted) {
    return is_case_of(made, wanted);
  };
  for (const typename T::Problem& problem : planned_cases<T>(backend, rules.seed, others, same))
    to.push_back(std::make_unique<TuneProblemOf<T>>(problem, backend, rules));
  return others;
}

}  // namespace tilescribe::kernels
