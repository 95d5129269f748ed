// SPDX-License-Identifier: Apache-2.0
// All ops' problems, instantiated once.
#include "kernels/ops/all_ops.h"
#include "kernels/tune/tune_op.h"

namespace tilescribe::kernels {
namespace {

template <class... Ops>
void add_all(OpList<Ops...>, Backend& backend, std::string_view op, const TuneRules& rules,
             PlannedProblems& to) {
  const auto add = [&]<class T>(Op<T>) {
    if (op.empty() || op == T::op_name) to.left_out += add_planned_problems<T>(backend, rules, to.list);
  };
  (add(Op<Ops>{}), ...);
}

}  // namespace

void prepare_launches(Backend& backend, std::size_t cases, const std::function<void(std::size_t)>& launch,
                      TunedLaunches& launches) {
  constexpr double round_ms = 2.0;  // at least; makes the cost of the clock negligible
  constexpr std::size_t most_launches = 512;
  launch(0);  // set-up work of a first launch
  const double once_ms = std::max(backend.time_ms([&] { launch(0); }), 1e-4);
  launches.count = std::clamp(static_cast<std::size_t>(round_ms / once_ms), std::size_t{1}, most_launches);
  std::size_t next = 0;
  launches.round = [launch, cases, next, count = launches.count]() mutable {
    for (std::size_t i = 0; i < count; ++i, next = (next + 1) % cases) launch(next);
  };
  if (!backend.batching().recorded_steps) return;
  try {
    launches.recorded = backend.record(launches.round);
  } catch (const Error& failure) {
    if (loses_device(failure, backend)) throw;
    launches.recorded.reset();  // the variant needs the host while it is launched
  }
}

PlannedProblems planned_problems(Backend& backend, std::string_view op, const TuneRules& rules) {
  PlannedProblems problems;
  add_all(AllOps{}, backend, op, rules, problems);
  return problems;
}

}  // namespace tilescribe::kernels
