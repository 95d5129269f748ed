// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/backend/device.h"
#include "kernels/backend/plans.h"
#include "kernels/backend/preferences.h"
#include "kernels/backend/registry.h"
#include "kernels/core/error.h"
#include "kernels/core/export.h"
#include "kernels/profile/hooks.h"

namespace tilescribe::kernels {

/// Runs ops on a device: plans each problem once, checks for a stop request, calls the hooks. A variant's
/// launcher gets the runner, so a composition runs its inner ops the same way.
class TILESCRIBE_EXPORT Runner {
 public:
  explicit Runner(Device& device) : device_(device) {}
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Runs the op as planned. Throws Cancelled if a stop was requested.
  template <class T>
  void run(const T& op) {
    hooks_.give_way();
    if (stop_.stop_requested()) throw Cancelled();
    hooks_.before_op(T::op_name);
    const typename T::Problem problem = op.problem();
    const Plan<T> plan = this->plan<T>(problem);
    hooks_.run(
        T::op_name, plan.variant->name, [&] { return cost(problem); },
        [&] { plan.variant->launch(op, plan.config, *this); });
  }

  /// What runs a problem, decided once and kept: what is forced, else what is preferred, else the registry's
  /// choice.
  template <class T>
  Plan<T> plan(const typename T::Problem& problem) {
    const Registry& registry = device_.registry();
    return plans_.get<T>(problem, registry.version(), [&] {
      const auto entry = forced_.find(T::op_name);
      Forced* const forced = entry == forced_.end() ? nullptr : &entry->second;
      if (forced != nullptr && forced->what.config.empty())
        return registry.choose<T>(problem, device_, &forced->what.variant);
      if (forced != nullptr) {
        if (const auto plan = registry.preferred<T>(problem, device_, forced->what, &forced->offered)) {
          forced->ran = true;
          return *plan;
        }
      }
      if (preferences_ != nullptr) {
        if (const auto preference = preferences_->find(T::op_name, key_of(problem))) {
          if (const auto plan = registry.preferred<T>(problem, device_, *preference)) return *plan;
        }
      }
      return registry.choose<T>(problem, device_, nullptr);
    });
  }

  /// Whether a kernel of its own runs a problem, and not a composition of smaller ops.
  template <class T>
  bool fuses(const typename T::Problem& problem) {
    return plan<T>(problem).variant->name != composition_name;
  }

  /// The problems of an op that were planned last, at most Plans::most.
  template <class T>
  std::vector<typename T::Problem> planned() const {
    return plans_.problems<T>();
  }

  Device& device() { return device_; }
  Tensor tensor(DType dtype, Shape shape) { return device_.tensor(dtype, shape); }
  Tensor activations(Shape shape) { return device_.activations(shape); }

  /// Hooks are called between ops, or told about ops.
  Hooks& hooks() { return hooks_; }

  /// Checked between ops, and inside any op that can take longer than 50 ms.
  void set_stop_token(std::stop_token token) { stop_ = std::move(token); }
  const std::stop_token& stop_token() const { return stop_; }

  /// Forces a variant for an op; empty: back to the registry's choice. With a configuration, only problems
  /// run so for which the variant has it; the others run as before. Throws Error if the variant is not
  /// registered.
  void force_variant(const std::string& op, const std::string& variant, const std::string& config = {});
  const std::string* forced_variant(std::string_view op) const;
  /// Throws Error if no problem ran in a configuration that is forced. It names those that there are.
  void require_forced_configs() const;

  /// From now on these go before the registry's choice, but after what is forced; null: none. What was
  /// recorded before stays as it is.
  void prefer(std::shared_ptr<const Preferences> preferences) {
    preferences_ = std::move(preferences);
    plans_.clear();
  }
  const std::shared_ptr<const Preferences>& preferences() const { return preferences_; }

 private:
  struct Forced {
    Preference what;
    bool ran = false;                    // a problem in the configuration
    std::set<std::string> offered = {};  // the variant's configurations for the problems that came
  };

  Device& device_;
  Hooks hooks_;
  std::stop_token stop_;
  std::map<std::string, Forced, std::less<>> forced_;
  Plans plans_;
  std::shared_ptr<const Preferences> preferences_;
};

}  // namespace tilescribe::kernels
