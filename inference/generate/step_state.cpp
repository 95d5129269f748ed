// SPDX-License-Identifier: Apache-2.0
#include "inference/generate/step_state.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "kernels/core/error.h"

namespace tilescribe::generate {
namespace {

using kernels::DType;
using kernels::Tensor;

Tensor shared_tensor(kernels::Backend& backend, DType dtype, kernels::Shape shape) {
  return {backend.allocate_shared(static_cast<std::size_t>(shape.elements()) * size_of(dtype)), dtype, shape};
}

}  // namespace

StepState::StepState(kernels::Backend& backend, std::int64_t most_rows,
                     std::span<const std::int32_t> stop_ids, int depth)
    : backend_(backend),
      most_rows_(most_rows),
      depth_(depth),
      ids_(backend.tensor(DType::i32, {most_rows})),
      slots_(backend.tensor(DType::i32, {most_rows})),
      positions_(backend.tensor(DType::i32, {most_rows})),
      budgets_(backend.tensor(DType::i32, {most_rows})),
      count_(backend.tensor(DType::i32, {1})),
      stop_ids_(backend.tensor(DType::i32, {static_cast<std::int64_t>(stop_ids.size())})),
      ring_ids_(shared_tensor(backend, DType::i32, {depth, most_rows})),
      ring_probabilities_(shared_tensor(backend, DType::f32, {depth, most_rows})),
      ring_steps_(shared_tensor(backend, DType::i32, {depth})) {
  backend.fill_zero(count_);
  if (!stop_ids.empty()) backend.upload(stop_ids_, stop_ids.data());
  std::fill_n(ring_steps_.view().as<std::int32_t>(), depth, 0);
}

void StepState::set(std::span<const StepRow> rows) {
  rows_ = static_cast<std::int64_t>(rows.size());
  std::vector<std::int32_t> values(rows.size());
  const auto give = [&](const Tensor& to, std::int32_t StepRow::*field) {
    std::ranges::transform(rows, values.begin(), field);
    backend_.upload(to.view().rows(0, rows_), values.data());
  };
  give(ids_, &StepRow::id);
  give(slots_, &StepRow::slot);
  give(positions_, &StepRow::position);
  give(budgets_, &StepRow::budget);
}

kernels::StepRows StepState::places(std::int64_t rows, std::int64_t most_keys, bool shared_slots) const {
  return {slots_.view().rows(0, rows), positions_.view().rows(0, rows), most_keys, shared_slots};
}

kernels::ArgmaxStop StepState::finish(std::int64_t rows, const kernels::TensorView& logits) const {
  kernels::ArgmaxStop op;
  op.ids = ids_.view().rows(0, rows);
  op.positions = positions_.view().rows(0, rows);
  op.budgets = budgets_.view().rows(0, rows);
  op.count = count_;
  // An entry of the ring holds `rows` values, so its size changes with `rows`.
  op.ring = {{ring_ids_.view().data, DType::i32, {depth_, rows}},
             {ring_probabilities_.view().data, DType::f32, {depth_, rows}},
             ring_steps_};
  op.logits = logits;
  op.stop_ids = stop_ids_;
  return op;
}

std::vector<Choice> StepState::take() {
  const std::int32_t wanted = taken_ + 1;
  const std::int64_t entry = taken_ % depth_;
  std::int32_t* const step = ring_steps_.view().as<std::int32_t>() + entry;
  const auto arrived = [&] { return std::atomic_ref(*step).load(std::memory_order_acquire) == wanted; };
  while (!arrived()) {
    if (backend_.stop_token().stop_requested()) throw Cancelled();
    if (!backend_.busy() && !arrived()) {
      throw DeviceError("The device ended a decode step without leaving its tokens.");
    }
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  taken_ = wanted;
  std::vector<Choice> choices(static_cast<std::size_t>(rows_));
  for (std::int64_t row = 0; row < rows_; ++row) {
    choices[static_cast<std::size_t>(row)] = {ring_ids_.view().as<std::int32_t>()[entry * rows_ + row],
                                              ring_probabilities_.view().as<float>()[entry * rows_ + row]};
  }
  return choices;
}

}  // namespace tilescribe::generate
