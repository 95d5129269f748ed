// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cupti_cost.h"

#ifdef TILESCRIBE_HAS_CUPTI
#include <algorithm>

#include "kernels/backend/cuda/cuda_graph.h"
#include "kernels/backend/cuda/cuda_timing.h"
#include "kernels/backend/cuda/event_spans.h"

namespace tilescribe::kernels {
namespace {

constexpr int step_kernels = 128;
constexpr int timed_steps = 8;  // per measurement
constexpr int times = 5;        // measurements; the shortest counts

/// Nanoseconds per kernel of a recorded step. `around`: times each step meanwhile.
double kernel_ns(CudaBackend& backend, EventSpans* around = nullptr) {
  const Tensor values = backend.tensor(DType::f32, {short_chain_values});
  backend.fill_zero(values);
  const bool starts_early = backend.tuned() && backend.architecture() >= 90;
  CudaGraph step(backend, [&] {
    for (int i = 0; i < step_kernels; ++i) {
      launch_short_chain(values.view().as<float>(), starts_early, backend.stream());
    }
  });
  const auto run_steps = [&] {
    for (int i = 0; i < timed_steps; ++i) {
      if (around != nullptr) around->begin(replay_record({}));
      step.replay();
      if (around != nullptr) around->end();
    }
  };
  run_steps();
  double best_ms = stream_time_ms(backend.stream(), run_steps);
  for (int i = 1; i < times; ++i) best_ms = std::min(best_ms, stream_time_ms(backend.stream(), run_steps));
  return best_ms * 1e6 / (timed_steps * step_kernels);
}

}  // namespace

void CuptiCostMeasurement::before_cupti() {
  untouched_ns_ = kernel_ns(backend_);
}

CuptiCost CuptiCostMeasurement::in_session(CuptiSession& session) {
  const auto forget = [](std::span<const ActivityRecord>) {};
  EventSpans spans(backend_);
  backend_.synchronize();
  spans.start(forget);
  const double passed_over_ns = kernel_ns(backend_, &spans);
  spans.give(true);
  session.start(forget);
  const double recorded_ns = kernel_ns(backend_);
  backend_.synchronize();
  session.stop();
  return {.recorded_ns = std::max(0.0, recorded_ns - untouched_ns_),
          .passed_over_ns = std::max(0.0, passed_over_ns - untouched_ns_)};
}

}  // namespace tilescribe::kernels
#endif
