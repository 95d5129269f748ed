// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/live_kernel_rows.h"

#include <algorithm>
#include <functional>

namespace tilescribe::ui {

namespace {

bool is_of(const LiveKernelRows::Row& row, const ProfileFrame::Kernel& kernel) {
  return row.name == kernel.name && row.op == kernel.op && row.stage == kernel.stage;
}

double model_ns(const ProfileFrame& frame) {
  double sum = 0.0;
  for (const auto& stage : frame.stages) {
    if (stage.stage != "audio") sum += static_cast<double>(stage.busy_ns);  // the host's: no kernel runs
  }
  return sum;
}

}  // namespace

void LiveKernelRows::update(const ProfileFrame& frame) {
  const double all_ns = model_ns(frame);
  const auto row_of = [&](const ProfileFrame::Kernel& kernel) {
    return Row{kernel.name, kernel.op, kernel.stage, kernel.own_ns,
               all_ns > 0.0 ? std::min(1.0, static_cast<double>(kernel.own_ns) / all_ns) : 0.0};
  };
  std::vector<bool> taken(rows_.size(), false);  // by a kernel that is still among the longest
  std::vector<Row> newcomers;
  for (std::size_t rank = 0; rank < frame.top.size(); ++rank) {
    const auto& kernel = frame.top[rank];
    const auto found =
        std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return is_of(row, kernel); });
    if (found != rows_.end()) {
      *found = row_of(kernel);
      taken[static_cast<std::size_t>(found - rows_.begin())] = rank < most_rows;
    } else if (rank < most_rows) {
      newcomers.push_back(row_of(kernel));
    }
  }
  for (Row& row : newcomers) {
    if (rows_.size() < most_rows) {
      rows_.push_back(std::move(row));
      taken.push_back(true);
      continue;
    }
    const auto free = std::find(taken.begin(), taken.end(), false);
    *free = true;  // there is one: at most most_rows are taken or new
    rows_[static_cast<std::size_t>(free - taken.begin())] = std::move(row);
  }
}

void LiveKernelRows::sort() {
  std::ranges::stable_sort(rows_, std::greater(), &Row::own_ns);
}

}  // namespace tilescribe::ui
