// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "inference/api/profile.h"

namespace tilescribe::ui {

/// The kernels that took the most time. Each keeps its row while it is among them, so bars grow in place. A
/// new kernel takes the row of one that dropped out.
class LiveKernelRows {
 public:
  struct Row {
    std::string name, op, stage;
    std::int64_t own_ns = 0;
    double share = 0.0;  // of the time in which stages of the model ran, 0…1
    bool operator==(const Row&) const = default;
  };
  static constexpr std::size_t most_rows = 10;

  void clear() { rows_.clear(); }
  /// Updates with the frame's longest kernels.
  void update(const ProfileFrame& frame);
  /// The run is over: sorts by time, longest first.
  void sort();
  const std::vector<Row>& rows() const { return rows_; }

 private:
  std::vector<Row> rows_;
};

}  // namespace tilescribe::ui
