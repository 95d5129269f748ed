// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/backend/host_weight.h"
#include "kernels/lab/lab_host.h"
#include "kernels/lab/lab_kernel.h"

namespace tilescribe::kernels::lab {

/// The CPU engine in float32 with a user's kernel among its variants.
class TILESCRIBE_EXPORT LabBackend : public CpuBackend, public LabHost {
 public:
  enum class Purpose : std::uint8_t {
    check,  // the kernel is the only variant, runs block by block, and may touch only what it was given
    use,    // it is a variant beside the engine's own, and its blocks are shared out among the threads
  };
  LabBackend(const Exercise& exercise, std::shared_ptr<const LabKernel> kernel, int threads, Purpose purpose);

  bool rounds_to_tf32() const override { return exercise_.products && purpose_ == Purpose::check; }
  const Registry& registry() const override { return registry_; }
  std::shared_ptr<Memory> allocate(std::size_t bytes) override;
  WeightHandle prepare(WeightRole role, std::span<const WeightPart> parts) override;

  const Exercise& exercise() const override { return exercise_; }
  void launch(const void* args, std::size_t bytes) override;
  void launch_own(const tile::RopeAnglesKernel::Args& args) override;
  void launch_own(const tile::RopeAppendKernel<float>::Args& args) override;
  const float* values(const Weight* weight) const override;
  const float* bias(const Weight* weight) const override;

 private:
  std::vector<tile::MemoryRange> allowed() const;

  /// A weight as plain rows beside the engine's own form of it.
  struct Kept {
    std::weak_ptr<const Weight> packed;
    WidenedWeight plain;
  };
  const Exercise& exercise_;
  std::shared_ptr<const LabKernel> kernel_;
  Purpose purpose_;
  Registry registry_;
  std::unordered_map<const Weight*, Kept> kept_;
  std::vector<std::pair<std::weak_ptr<Memory>, std::size_t>> allocated_;  // in a check
};

/// The engine with this kernel in use, after its check. Throws Error with the first wrong element if that
/// fails.
TILESCRIBE_EXPORT std::unique_ptr<LabBackend> backend_with(const Exercise& exercise,
                                                           std::shared_ptr<const LabKernel> kernel,
                                                           int threads, BegunCheck& check);

}  // namespace tilescribe::kernels::lab
