// SPDX-License-Identifier: Apache-2.0
// The engine cuda-baseline with a user's kernel among its variants. Part of the CUDA plugin.
#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "kernels/backend/cuda/cubin_entries.h"
#include "kernels/backend/cuda/cubin_kernel.h"
#include "kernels/backend/cuda/cuda_backend.h"
#include "kernels/backend/cuda/tile_target.cuh"
#include "kernels/lab/cuda_lab.h"
#include "kernels/lab/lab_host.h"
#include "kernels/lab/launch_watch.h"

namespace tilescribe::kernels::lab {
namespace {

CudaOptions options_for(const Exercise& exercise, CudaOptions options) {
  options.engine = CudaEngine::baseline;
  options.matrix_mode = exercise.products ? MatrixMode::tf32 : MatrixMode::f32;
  return options;
}

class CudaLabBackend final : public CudaBackend, public LabHost {
 public:
  CudaLabBackend(const CudaLab& lab, const CudaOptions& options)
      : CudaBackend(options_for(*lab.exercise, options)), exercise_(*lab.exercise) {
    if (lab.tile_ir != nullptr) {
      tile_ir_ = *lab.tile_ir;
      entries_ = std::make_unique<CubinEntries>(lab.cubin, stream());
    } else {
      kernel_ = std::make_unique<CubinKernel>(lab.cubin, stream());
    }
    if (exercise_.add_first != nullptr) exercise_.add_first(registry_, baseline_name);
    register_cuda(registry_);
    exercise_.add(registry_, baseline_name);
    if (lab.compared && has_library(exercise_.op)) open_cublaslt_ahead();
  }

  const Registry& registry() const override { return registry_; }
  const Exercise& exercise() const override { return exercise_; }
  void launch(const void* args, std::size_t bytes) override {
    if (tile_ir_) {
      const TileIrLaunch launch = launch_of(*tile_ir_, args);
      entries_->launch(launch.entry, launch.grid, launch.values, stream());
    } else {
      kernel_->launch(args, bytes, stream());
    }
    count();
  }
  bool queues() const override { return true; }
  void synchronize() override {
    CudaBackend::synchronize();
    launches_ended();
  }
  void download(void* to, const ConstTensorView& from) override {
    CudaBackend::download(to, from);
    launches_ended();
  }
  bool busy() override {
    const bool busy = CudaBackend::busy();
    if (!busy) launches_ended();
    return busy;
  }
  double time_ms(const std::function<void()>& work) override {
    const double ms = CudaBackend::time_ms(work);
    launches_ended();
    return ms;
  }

  void launch_own(const tile::RopeAnglesKernel::Args& args) override {
    tile::launch<tile::RopeAnglesKernel>(args, stream(), "rope_angles");
  }
  void launch_own(const tile::RopeAppendKernel<float>::Args& args) override {
    tile::launch<tile::RopeAppendKernel<float>>(args, stream(), "rope_append");
  }
  void describe(tile::Factor<const float>& factor) override { tile::describe_factor(factor, stream()); }
  const float* values(const Weight* weight) const override { return device(weight).values(); }
  const float* bias(const Weight* weight) const override {
    return weight->has_bias() ? device(weight).bias() : nullptr;
  }

 private:
  /// Whether the engine has a variant of the op that runs in cuBLAS.
  bool has_library(std::string_view op) const {
    for (const OpEntry* entry : registry_.ops()) {
      if (entry->name() == op)
        return std::ranges::any_of(entry->variants(baseline_name),
                                   [](const VariantLabel& variant) { return variant.name == "cublas"; });
    }
    return false;
  }
  static const DeviceWeight& device(const Weight* weight) {
    return static_cast<const DeviceWeight&>(*weight);
  }

  const Exercise& exercise_;
  Registry registry_;
  std::unique_ptr<CubinKernel> kernel_;  // or, from Tile IR, the next two
  std::optional<TileIrKernel> tile_ir_;
  std::unique_ptr<CubinEntries> entries_;
};

}  // namespace
}  // namespace tilescribe::kernels::lab

extern "C" void tilescribe_cuda_lab(const tilescribe::kernels::lab::CudaLab& lab,
                                    const tilescribe::kernels::CudaOptions& options,
                                    std::unique_ptr<tilescribe::kernels::Backend>& made) {
  made = std::make_unique<tilescribe::kernels::lab::CudaLabBackend>(lab, options);
}
