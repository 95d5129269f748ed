// SPDX-License-Identifier: Apache-2.0
#include "kernels/profile/hooks.h"

namespace tilescribe::kernels {

Hooks::Ending Hooks::begin(std::string_view op, std::string_view variant, const Cost& cost) {
  if (depth_ == 1) outermost_ = op;
  const std::string_view outer = depth_ == 1 ? std::string_view() : outermost_;
  const OpLabel label{op, variant, outer, place_, cost, ++measured_runs_};
  for (OpHook* hook : list_) hook->op_begins(label);
  return Ending(*this, &OpHook::op_ends);
}

Hooks::Ending Hooks::replaying() const {
  for (OpHook* hook : list_) hook->replay_begins(place_);
  return Ending(*this, &OpHook::replay_ends);
}

Hooks::Ending::~Ending() {
  for (OpHook* hook : hooks.list_) (hook->*end)();
}

void Hooks::set_place(const Place& place) {
  place_ = place;
  for (OpHook* hook : list_) hook->place_changes(place);
}

Hooked::Hooked(Hooks& hooks, OpHook& hook) : hooks_(hooks), hook_(hook), measures_(hook.measures() ? 1 : 0) {
  hooks_.list_.push_back(&hook_);
  hooks_.measuring_ += measures_;
}

Hooked::~Hooked() {
  std::erase(hooks_.list_, &hook_);
  hooks_.measuring_ -= measures_;
}

}  // namespace tilescribe::kernels
