// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/timeline_layout.h"

#include <algorithm>

namespace tilescribe::ui {

namespace {

constexpr double row_space = 3.0;     // between rows of a group
constexpr double group_space = 10.0;  // between groups

struct Wish {
  double least, liked, most;
};

}  // namespace

TimelineLayout lay_out_timeline(const TimelineModel& model, double width, double height, double line) {
  TimelineLayout layout;
  layout.width = width;
  layout.height = height;
  layout.label_width = std::clamp(width * 0.14, 96.0, 150.0);
  layout.ruler_height = line + 14.0;
  layout.legend_height = line + 12.0;

  std::vector<Wish> wishes;
  const auto add = [&](TimelineRow::Kind kind, int count, Wish wish) {
    for (int i = 0; i < count; ++i) {
      layout.rows.push_back({kind, i, 0.0, 0.0, i == 0});
      wishes.push_back(wish);
    }
  };
  const bool memory = model.session() != nullptr && !model.session()->memory.empty();
  add(TimelineRow::Kind::windows, model.window_rows(), {line + 6.0, 2.0 * line + 12.0, 3.0 * line + 16.0});
  add(TimelineRow::Kind::host, static_cast<int>(model.host_rows().size()), {12.0, line + 4.0, line + 8.0});
  add(TimelineRow::Kind::lane, static_cast<int>(model.lanes().size()), {14.0, line + 8.0, 2.5 * line});
  add(TimelineRow::Kind::memory, memory ? 1 : 0, {18.0, line + 14.0, 2.0 * line + 14.0});

  double spaces = group_space;  // above the first and below the last, half each
  for (std::size_t i = 1; i < layout.rows.size(); ++i) {
    spaces += layout.rows[i].first_of_group ? group_space : row_space;
  }
  Wish all{spaces, spaces, spaces};
  for (const Wish& wish : wishes) {
    all = {all.least + wish.least, all.liked + wish.liked, all.most + wish.most};
  }
  const double room = layout.plot().height();
  // 0: minimum heights; 1: preferred heights; 2: maximum heights
  double size = 1.0;
  if (room < all.liked) {
    size = all.liked > all.least ? std::clamp((room - all.least) / (all.liked - all.least), 0.0, 1.0) : 0.0;
  } else if (all.most > all.liked) {
    size = 1.0 + std::clamp((room - all.liked) / (all.most - all.liked), 0.0, 1.0);
  }
  double top = group_space / 2.0;
  for (std::size_t i = 0; i < layout.rows.size(); ++i) {
    TimelineRow& row = layout.rows[i];
    if (i > 0) top += row.first_of_group ? group_space : row_space;
    const Wish& wish = wishes[i];
    row.top = top;
    row.height = size < 1.0 ? wish.least + size * (wish.liked - wish.least)
                            : wish.liked + (size - 1.0) * (wish.most - wish.liked);
    row.height = static_cast<int>(row.height);
    top += row.height;
  }
  layout.rows_height = top + group_space / 2.0;
  return layout;
}

}  // namespace tilescribe::ui
