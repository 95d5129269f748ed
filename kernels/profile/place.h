// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tilescribe::kernels {

/// Where in the caller's work an op runs. The caller sets it (backend/scope.h); records carry it.
struct Place {
  std::string_view stage;    // "encoder"; lives as long as the process; empty: unknown
  std::int32_t layer = -1;   // counted from 0; -1: none
  std::int64_t step = -1;    // of a token loop, counted from 0; -1: none
  std::int32_t windows = 0;  // sequences computed together; 0: unknown
  bool operator==(const Place&) const = default;
};

}  // namespace tilescribe::kernels
