// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "inference/api/profile.h"

namespace tilescribe::ui {

/// The kernels that took the most time, each in a row that it keeps while it is among them, so that bars
/// grow in place under the eye. A kernel that comes up takes the row of one that fell behind.
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
  /// The frame's longest kernels. Tells which rows have changed, from the first one to the last.
  std::vector<std::size_t> update(const ProfileFrame& frame);
  /// The run is over: the longest first.
  void sort();
  const std::vector<Row>& rows() const { return rows_; }

 private:
  std::vector<Row> rows_;
};

}  // namespace tilescribe::ui
