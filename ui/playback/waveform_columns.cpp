// SPDX-License-Identifier: Apache-2.0
#include "ui/playback/waveform_columns.h"

#include <algorithm>
#include <cmath>

namespace tilescribe::ui {

std::vector<Peak> waveform_columns(const Waveform& waveform, double begin_s, double end_s, int count) {
  std::vector<Peak> columns(static_cast<std::size_t>(std::max(0, count)));
  if (waveform.levels.empty() || !(end_s > begin_s) || count <= 0) return columns;
  const double column_s = (end_s - begin_s) / count;
  std::size_t level = 0;
  while (level + 1 < waveform.levels.size() && waveform.level_s(level + 1) <= column_s) ++level;
  const std::vector<Peak>& blocks = waveform.levels[level];
  const double block_s = waveform.level_s(level);
  const auto within = [&](double block) {
    return static_cast<std::size_t>(std::clamp(block, 0.0, static_cast<double>(blocks.size())));
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double left_s = begin_s + static_cast<double>(i) * column_s;
    const double first = std::floor(left_s / block_s + 1e-9);
    const double after = std::max(first + 1.0, std::ceil((left_s + column_s) / block_s - 1e-9));
    const std::size_t end = within(after);
    for (std::size_t at = within(first); at < end; ++at) {
      columns[i].low = std::min(columns[i].low, blocks[at].low);
      columns[i].high = std::max(columns[i].high, blocks[at].high);
    }
  }
  return columns;
}

int segment_at(const std::vector<Segment>& segments, double seconds) {
  const auto after =
      std::partition_point(segments.begin(), segments.end(),
                           [seconds](const Segment& segment) { return segment.start_s <= seconds; });
  return static_cast<int>(after - segments.begin()) - 1;
}

}  // namespace tilescribe::ui
