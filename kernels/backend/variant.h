// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/backend/device.h"
#include "kernels/core/config.h"
#include "kernels/core/message.h"

namespace tilescribe::kernels {

class Runner;

/// The configurations in which a variant runs a problem: a pure function of the problem and the device's
/// facts. A variant without a choice gives a predicate.
template <class T>
class Candidates {
 public:
  using Problem = typename T::Problem;
  Candidates(Configs (*list)(const Problem&, const Device&)) : list_(list) {}
  Candidates(bool (*takes)(const Problem&, const Device&)) : takes_(takes) {}
  Configs operator()(const Problem& problem, const Device& device) const {
    if (list_ != nullptr) return list_(problem, device);
    return takes_(problem, device) ? Configs{Config()} : Configs{};
  }

 private:
  Configs (*list_)(const Problem&, const Device&) = nullptr;
  bool (*takes_)(const Problem&, const Device&) = nullptr;
};

/// The predicate of a variant that takes every problem.
template <class Problem>
bool always(const Problem&, const Device&) {
  return true;
}

/// Runs an op in one of its candidates. A variant without a choice gives a function of the op and the runner.
template <class T>
class Launcher {
 public:
  Launcher(void (*launch)(const T&, const Config&, Runner&)) : configured_(launch) {}
  Launcher(void (*launch)(const T&, Runner&)) : plain_(launch) {}
  void operator()(const T& op, const Config& config, Runner& runner) const {
    if (configured_ != nullptr) return configured_(op, config, runner);
    plain_(op, runner);
  }

 private:
  void (*configured_)(const T&, const Config&, Runner&) = nullptr;
  void (*plain_)(const T&, Runner&) = nullptr;
};

/// One way to compute an op on one backend.
template <class T>
struct Variant {
  std::string name;
  std::string backend;  // as in Device::name()
  Message why;          // what it is good for, and on which hardware; a sentence
  Candidates<T> candidates;
  Launcher<T> launch;
};

/// The name of an op's default composition.
inline constexpr const char* composition_name = "default";

/// Why there is a composition, default or not, of smaller ops.
inline Message composed() {
  return Message("Runs smaller ops one after another, where no fused kernel takes the problem.");
}

/// What runs a problem. The variant belongs to the registry.
template <class T>
struct Plan {
  const Variant<T>* variant;
  Config config;
};

}  // namespace tilescribe::kernels
