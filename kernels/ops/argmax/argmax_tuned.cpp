// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/backend/cuda/tuned.h"
#include "kernels/ops/argmax/argmax.h"
#include "kernels/ops/argmax/step_argmax.h"
#include "kernels/ops/linear/normed_skinny.h"

namespace tilescribe::kernels {
namespace {

bool skinny_takes(const NormLogits::Problem& p, const Backend&) {
  return multiple_of(8, p.width) && multiple_of(8, p.vocabulary);
}

// The chosen rows of x behind each other, [count, width], f32: x's own memory where they are so already.
TensorView gathered(const NormLogits& op, Backend& backend, Tensor& copies) {
  const std::int64_t count = op.logits.shape[0], width = op.x.shape[1];
  const std::int64_t first = op.rows.empty() ? 0 : op.rows[0];
  const bool consecutive = std::ranges::adjacent_find(op.rows, [](std::int32_t a, std::int32_t b) {
                             return b != a + 1;
                           }) == op.rows.end();
  if (consecutive) {
    const ConstTensorView rows = op.x.rows(first, count);
    return {const_cast<void*>(rows.data), rows.dtype, rows.shape};
  }
  copies = backend.tensor(DType::f32, {count, width});
  for (std::int64_t i = 0; i < count; ++i) {
    const ConstTensorView from = op.x.rows(op.rows[static_cast<std::size_t>(i)], 1);
    check(cudaMemcpyAsync(copies.view().rows(i, 1).data, from.data,
                          static_cast<std::size_t>(width) * sizeof(float), cudaMemcpyDeviceToDevice,
                          cuda(backend).stream().use_in_order()),
          "while gathering rows");
  }
  return copies;
}

void logits_skinny(const NormLogits& op, Backend& backend) {
  Tensor copies;
  const TensorView x = gathered(op, backend, copies);
  const std::int64_t count = op.logits.shape[0];
  for (std::int64_t first = 0; first < count; first += most_step_rows) {
    const std::int64_t rows = std::min(most_step_rows, count - first);
    SkinnyLinear task;
    task.result = SkinnyResult::store_f32;
    task.y = op.logits.rows(first, rows).data;
    launch_normed_skinny(task, op.head, x.rows(first, rows), op.norm, backend);
  }
}

bool step_takes(const ArgmaxStop::Problem& p, const Backend&) {
  return p.rows <= most_step_rows && multiple_of(4, p.width);
}

void argmax_stop(const ArgmaxStop& op, Backend& backend) {
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
  task.workspace = cuda(backend).zeroed("argmax_stop", step_argmax_workspace(task.rows, task.vocabulary));
  launch_step_argmax(task, cuda(backend).stream());
}

}  // namespace

void register_argmax_tuned(Registry& registry) {
  constexpr const char* engine = CudaBackend::tuned_name;
  registry.add<NormLogits>({"skinny", engine, skinny_takes, logits_skinny});
  registry.add<NormLogits>({"default", engine, always<NormLogits::Problem>, norm_logits_default});
  registry.add<ArgmaxStop>({"step", engine, step_takes, argmax_stop});
}

}  // namespace tilescribe::kernels
