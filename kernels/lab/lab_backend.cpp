// SPDX-License-Identifier: Apache-2.0
#include "kernels/lab/lab_backend.h"

#include <algorithm>
#include <limits>

#include "kernels/backend/cpu/packed_matrix.h"
#include "kernels/core/error.h"
#include "kernels/tile/run_on_host.h"

namespace tilescribe::kernels::lab {

LabBackend::LabBackend(const Exercise& exercise, std::shared_ptr<const LabKernel> kernel, int threads,
                       Purpose purpose)
    : CpuBackend({.compute = CpuOptions::Compute::f32, .threads = threads}),
      exercise_(exercise),
      kernel_(std::move(kernel)),
      purpose_(purpose) {
  if (purpose == Purpose::use) {
    if (exercise.add_first != nullptr) exercise.add_first(registry_, "cpu");
    register_cpu(registry_);
  }
  exercise.add(registry_, "cpu");
}

std::shared_ptr<Memory> LabBackend::allocate(std::size_t bytes) {
  std::shared_ptr<Memory> memory = CpuBackend::allocate(bytes);
  if (purpose_ == Purpose::check) {
    std::erase_if(allocated_, [](const auto& one) { return one.first.expired(); });
    allocated_.emplace_back(memory, bytes);
  }
  return memory;
}

WeightHandle LabBackend::prepare(WeightRole role, std::span<const WeightPart> parts) {
  WeightHandle packed = CpuBackend::prepare(role, parts);
  std::erase_if(kept_, [](const auto& one) { return one.second.packed.expired(); });
  const bool vector = role == WeightRole::vector;
  if (vector || (exercise_.matrices && role != WeightRole::table))
    kept_.insert_or_assign(packed.get(), Kept{packed, widen(role, parts)});
  return packed;
}

const float* LabBackend::values(const Weight* weight) const {
  return kept_.at(weight).plain.values.data();
}

const float* LabBackend::bias(const Weight* weight) const {
  const std::vector<float>& bias = kept_.at(weight).plain.bias;
  return bias.empty() ? nullptr : bias.data();
}

std::vector<tile::MemoryRange> LabBackend::allowed() const {
  std::vector<tile::MemoryRange> ranges;
  for (const auto& [memory, bytes] : allocated_) {
    if (const std::shared_ptr<Memory> held = memory.lock())
      ranges.push_back(tile::memory_range(held->data(), bytes, true));
  }
  for (const auto& [weight, kept] : kept_) {
    for (const std::vector<float>* values : {&kept.plain.values, &kept.plain.bias})
      ranges.push_back(tile::memory_range(values->data(), values->size() * sizeof(float), false));
  }
  return ranges;
}

void LabBackend::launch(const void* args, std::size_t) {
  const tile::Grid grid = kernel_->grid(args);
  constexpr std::int64_t most_blocks = std::numeric_limits<std::int32_t>::max();
  const std::int64_t plane = std::int64_t{std::max(grid.x, 0)} * std::max(grid.y, 0);
  if (plane > most_blocks || plane * std::max(grid.z, 0) > most_blocks)
    throw Error("The kernel's grid has {1}·{2}·{3} blocks; at most {4} are possible.", grid.x, grid.y, grid.z,
                most_blocks);
  const std::int64_t blocks = plane * std::max(grid.z, 0);
  if (blocks == 0) return;
  count();
  const auto run = [&](std::int64_t first, std::int64_t last, std::span<const tile::MemoryRange> ranges) {
    switch (kernel_->run(args, first, last, ranges)) {
      case LabKernel::Outcome::done:
        return;
      case LabKernel::Outcome::loads_outside:
        throw Error("A tile kernel may touch the memory it was given, but loads from an address outside it.");
      case LabKernel::Outcome::stores_outside:
        throw Error("A tile kernel may touch the memory it was given, but stores to an address outside it.");
      case LabKernel::Outcome::throws:
        throw Error("The kernel threw an exception.");
    }
  };
  if (purpose_ == Purpose::check) return run(0, blocks, allowed());
  constexpr std::int64_t pieces_per_thread = 4;
  const std::int64_t pieces = std::min(blocks, pieces_per_thread * pool().threads());
  parallel_for(pieces, [&](std::int64_t i, int) { run(blocks * i / pieces, blocks * (i + 1) / pieces, {}); });
}

void LabBackend::launch_own(const tile::RopeAnglesKernel::Args& args) {
  tile::run_on_host<tile::RopeAnglesKernel>(args);
}

void LabBackend::launch_own(const tile::RopeAppendKernel<float>::Args& args) {
  tile::run_on_host<tile::RopeAppendKernel<float>>(args);
}

std::unique_ptr<LabBackend> backend_with(const Exercise& exercise, std::shared_ptr<const LabKernel> kernel,
                                         int threads, BegunCheck& check) {
  LabBackend checking(exercise, kernel, 1, LabBackend::Purpose::check);
  require_correct(checking, check);
  auto backend = std::make_unique<LabBackend>(exercise, std::move(kernel), threads, LabBackend::Purpose::use);
  use_kernel(*backend, true);
  return backend;
}

}  // namespace tilescribe::kernels::lab
