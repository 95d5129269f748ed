// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/profile/op_hook.h"

namespace tilescribe::kernels {

/// A runner's hooks, in the order they were registered, and what they are told: which op runs inside which,
/// and where in the caller's work. Without hooks each call here costs one branch.
class TILESCRIBE_EXPORT Hooks {
 public:
  /// Raises a counter while it lives.
  struct Inside {
    explicit Inside(int& counter) : depth(counter) { ++depth; }
    ~Inside() { --depth; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    int& depth;
  };
  /// Tells all hooks of an end when it is destroyed.
  struct TILESCRIBE_EXPORT Ending {
    Ending(const Hooks& told, void (OpHook::*what)()) : hooks(told), end(what) {}
    ~Ending();
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;
    const Hooks& hooks;
    void (OpHook::*end)();
  };

  /// Lets hooks work between ops. Called by runners, and by whoever replays recorded steps, which run no ops.
  void give_way() {
    if (list_.empty() || depth_ > 0 || undisturbed_ > 0) return;
    const Inside inside(undisturbed_);
    // By index, because that work may add and remove hooks.
    for (std::size_t i = 0; i < list_.size(); ++i) list_[i]->between_ops();
  }
  /// Nothing else may run between ops while the result lives.
  Inside undisturbed() { return Inside(undisturbed_); }
  void before_op(std::string_view op) {
    for (OpHook* hook : list_) hook->before_op(op);
  }
  /// Runs an op, or other work, such as a copy by the host. cost() is called only while measuring.
  template <class CostOf, class Work>
  void run(std::string_view op, std::string_view variant, const CostOf& cost, const Work& work) {
    const Inside inside(depth_);
    if (measuring_ == 0) return work();
    const Ending ending = begin(op, variant, cost());
    work();
  }
  /// A recorded step is being launched while the result lives.
  Ending replaying() const;

  /// Where in the caller's work the following ops are. backend/scope.h sets it for a block.
  void set_place(const Place& place);
  const Place& place() const { return place_; }

 private:
  friend class Hooked;
  Ending begin(std::string_view op, std::string_view variant, const Cost& cost);

  std::vector<OpHook*> list_;
  int measuring_ = 0;                // hooks that measure
  int depth_ = 0;                    // ops running inside each other
  int undisturbed_ = 0;              // more than 0: nothing else may run between ops
  std::string_view outermost_;       // the op that the caller runs, while measuring
  std::uint64_t measured_runs_ = 0;  // ops reported to hooks
  Place place_;
};

/// Registers a hook after the existing ones while it lives. The hook must outlive it.
class TILESCRIBE_EXPORT Hooked {
 public:
  Hooked(Hooks& hooks, OpHook& hook);
  ~Hooked();
  Hooked(const Hooked&) = delete;
  Hooked& operator=(const Hooked&) = delete;

 private:
  Hooks& hooks_;
  OpHook& hook_;
  int measures_;
};

/// The calls of a CallHook; each may be empty. The hook measures if op_begins is set.
struct HookCalls {
  std::function<void()> between_ops = {};
  std::function<void(std::string_view)> before_op = {};
  std::function<void(const OpLabel&)> op_begins = {};
};
class TILESCRIBE_EXPORT CallHook final : public OpHook {
 public:
  CallHook(Hooks& hooks, HookCalls calls) : calls_(std::move(calls)), hooked_(hooks, *this) {}
  bool measures() const override { return calls_.op_begins != nullptr; }
  void between_ops() override {
    if (calls_.between_ops) calls_.between_ops();
  }
  void before_op(std::string_view op) override {
    if (calls_.before_op) calls_.before_op(op);
  }
  void op_begins(const OpLabel& label) override {
    if (calls_.op_begins) calls_.op_begins(label);
  }

 private:
  HookCalls calls_;
  Hooked hooked_;
};

}  // namespace tilescribe::kernels
