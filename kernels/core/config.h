// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tilescribe::kernels {

/// One of the ways in which a kernel can run a problem, such as a tile size: a row of the kernel's own table.
struct Config {
  std::string_view name;   // a literal, "128x192 alternate"; empty: there is no choice
  std::int32_t index = 0;  // of the row
  bool operator==(const Config&) const = default;
};
/// Candidates for a problem, the preferred one first; none: the kernel does not take it.
using Configs = std::vector<Config>;

}  // namespace tilescribe::kernels
