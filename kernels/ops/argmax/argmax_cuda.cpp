// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/argmax/argmax.h"
#include "kernels/ops/argmax/step_argmax.h"

namespace tilescribe::kernels {
namespace {

bool step_takes(const ArgmaxStop::Problem& p, const Device&) {
  return p.rows <= most_step_rows && multiple_of(4, p.width);
}

void argmax_stop(const ArgmaxStop& op, Runner& runner) {
  StepArgmax task;
  task.logits = op.logits.as<float>();
  task.rows = static_cast<int>(op.logits.shape[0]);
  task.vocabulary = static_cast<int>(op.logits.shape[1]);
  task.ids = op.ids.as<std::int32_t>();
  task.positions = op.positions.as<std::int32_t>();
  task.budget = op.budgets.as<std::int32_t>();
  task.stop_ids = op.stop_ids.as<std::int32_t>();
  task.stop_count = static_cast<int>(op.stop_ids.elements());
  task.ring_ids = op.ring.ids.as<std::int32_t>();
  task.ring_probabilities = op.ring.probabilities.as<float>();
  task.ring_steps = op.ring.steps.as<std::int32_t>();
  task.depth = static_cast<int>(op.ring.steps.elements());
  task.step = op.count.as<std::int32_t>();
  task.workspace = cuda(runner).zeroed("argmax_stop", step_argmax_workspace(task.rows, task.vocabulary));
  launch_step_argmax(task, cuda(runner).stream());
}

}  // namespace

void register_argmax_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::tuned_name;
  registry.add<ArgmaxStop>(
      {"step", engine, Message("Picks a decode step's tokens and ends the step in one kernel; on every GPU."),
       step_takes, argmax_stop});
}

}  // namespace tilescribe::kernels
