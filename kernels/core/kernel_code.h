// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tilescribe::kernels {

/// A kernel as a GPU runs it. What is unknown is 0.
struct KernelCode {
  std::string name;
  int threads = 0;                // of a block
  int registers = 0;              // of a thread
  std::int64_t shared_bytes = 0;  // of a block, with what the launch adds
  std::int64_t local_bytes = 0;   // of a thread: arrays, and registers that did not suffice

  bool operator==(const KernelCode&) const = default;
};

/// The kernels of some work, each once, in the order of their first launches.
class LaunchedKernels {
 public:
  void add(KernelCode code) {
    if (std::ranges::find(list_, code) == list_.end()) list_.push_back(std::move(code));
  }
  std::vector<KernelCode> take() { return std::exchange(list_, {}); }

 private:
  std::vector<KernelCode> list_;
};

}  // namespace tilescribe::kernels
