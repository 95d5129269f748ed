// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "inference/api/profile.h"

namespace tilescribe {

/// Small profiles by hand: records go in by their start, totals are made at the end.
class SessionBuilder {
 public:
  /// Reads 100 GB/s and computes 1 TFLOP/s in float32: 100 bytes, or 1000 operations, a nanosecond.
  SessionBuilder();
  /// Adds a kind and gives its number.
  std::uint32_t kernel(const std::string& stage, const std::string& op, const std::string& variant,
                       const std::string& full_name, const std::string& short_name);
  std::uint32_t op(const std::string& stage, const std::string& op, const std::string& variant,
                   const std::string& part_of = {});
  ProfileRecord& record(std::uint32_t kind, std::int64_t start_ns, std::int64_t duration_ns);
  /// With totals; it lasts so long.
  ProfileSession session(std::int64_t duration_ns);

 private:
  ProfileSession session_;
};

}  // namespace tilescribe
