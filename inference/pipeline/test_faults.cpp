// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/test_faults.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// The CPU has no device that could fail, so its ops fail instead.
auto failing(InjectedFault fault) {
  return [fault, ops = 0](std::string_view op) mutable {
    constexpr int failing_op = 40;
    ++ops;
    if (ops < failing_op || (ops > failing_op && fault != InjectedFault::lost)) return;
    if (fault == InjectedFault::launch)
      throw DeviceError("A kernel did not start when {1} began, as was asked for.", op);
    if (fault == InjectedFault::memory)
      throw DeviceError("The device ran out of memory when {1} began, as was asked for.", op);
    throw DeviceError("The device was lost when {1} began, as was asked for.", op);
  };
}

// Every op takes `factor` times as long, as on a slower machine.
auto slowing(double factor) {
  return [factor, begun = Clock::time_point{}](std::string_view) mutable {
    constexpr Seconds longest_op{1.0};  // longer times were waiting, not computing
    const Seconds took = Clock::now() - begun;
    if (took < longest_op) std::this_thread::sleep_for(took * (factor - 1.0));
    begun = Clock::now();
  };
}

// One op takes `factor` times as long, like a bad variant. Hooks that measure come later, so they see it.
class SlowOp final : public kernels::OpHook {
 public:
  SlowOp(kernels::Hooks& hooks, std::string op, double factor)
      : op_(std::move(op)), factor_(factor), hooked_(hooks, *this) {}
  void op_begins(const kernels::OpLabel& label) override { begun_.emplace_back(label.op, Clock::now()); }
  void op_ends() override {
    const auto [op, begin] = begun_.back();
    begun_.pop_back();
    if (op != op_) return;
    const auto end =
        begin + std::chrono::duration_cast<Clock::duration>(factor_ * Seconds(Clock::now() - begin));
    while (Clock::now() < end) continue;  // sleeping would be too coarse
  }

 private:
  std::string op_;
  double factor_;
  std::vector<std::pair<std::string_view, Clock::time_point>> begun_;  // the innermost last
  kernels::Hooked hooked_;
};

}  // namespace

std::vector<std::unique_ptr<kernels::OpHook>> plant_faults(kernels::Backend& backend,
                                                           const EngineOptions& options) {
  std::vector<std::unique_ptr<kernels::OpHook>> planted;
  const auto plant = [&](std::function<void(std::string_view)> call) {
    planted.push_back(std::make_unique<kernels::CallHook>(backend.hooks(),
                                                          kernels::HookCalls{.before_op = std::move(call)}));
  };
  if (!options.slow_op.empty()) {
    const std::vector<const kernels::OpEntry*> ops = backend.registry().ops();
    if (std::ranges::find(ops, options.slow_op, &kernels::OpEntry::name) == ops.end()) {
      throw Error("There is no op named {1} that could be slowed down.", options.slow_op);
    }
    planted.push_back(std::make_unique<SlowOp>(backend.hooks(), options.slow_op, options.slow_down));
  } else if (options.slow_down > 1.0) {
    plant(slowing(options.slow_down));
  }
  if (options.inject_fault == InjectedFault::none) return planted;
  if (options.inject_fault == InjectedFault::overrun || options.inject_fault == InjectedFault::race) {
    throw Error("A wrong kernel can be planted on a GPU only, not on the CPU engine.");
  }
  plant(failing(options.inject_fault));
  return planted;
}

kernels::InjectedFault gpu_fault(InjectedFault fault) {
  using Gpu = kernels::InjectedFault;
  static_assert(static_cast<int>(InjectedFault::race) == static_cast<int>(Gpu::race),
                "the lists are the same");
  return static_cast<kernels::InjectedFault>(fault);
}

}  // namespace tilescribe
