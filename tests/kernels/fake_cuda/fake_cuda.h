// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace tilescribe::fake_cuda {

/// The device behind the fake runtime.
struct Device {
  std::size_t memory = std::size_t{4} << 30;  // bytes, all of them free at first
  std::string failing;                        // the call that fails; empty: none
  int failing_after = 0;                      // calls of it that still work
  std::map<void*, std::size_t> allocated;     // on the device; the addresses are made up
  int pinned = 0, events = 0, graphs = 0;     // that were made and not given back
};
Device& device();

}  // namespace tilescribe::fake_cuda
