// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/timeline_layout.h"

#include <algorithm>
#include <cmath>

#include "ui/profile/profiling_texts.h"

namespace tilescribe::ui {

namespace {

constexpr double row_space = 3.0;     // between rows of a group
constexpr double group_space = 10.0;  // between groups

struct Wish {
  double space;  // above the row
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
  Wish all{0.0, 0.0, 0.0, 0.0};
  const auto add = [&](const TimelineRow& row, const Wish& wish) {
    all = {all.space + wish.space, all.least + wish.least, all.liked + wish.liked, all.most + wish.most};
    layout.rows.push_back(row);
    wishes.push_back(wish);
  };
  using Kind = TimelineRow::Kind;
  for (std::size_t i = 0; i < model.tokens.size(); ++i) {
    add({Kind::windows, i, i == 0 ? ProfilingTexts::tr("Windows, tokens") : QString()},
        {i == 0 ? group_space : row_space, line + 6.0, 2.0 * line + 12.0, 3.0 * line + 16.0});
  }
  for (std::size_t i = 0; i < model.rows.size(); ++i) {
    const double space = i == 0 || i == model.host_rows ? group_space : row_space;
    add({Kind::lane, i, model.rows[i].name}, model.rows[i].of_host
                                                 ? Wish{space, 12.0, line + 4.0, line + 8.0}
                                                 : Wish{space, 14.0, line + 8.0, 2.5 * line});
  }
  if (model.session != nullptr && !model.session->memory.empty()) {
    add({Kind::memory, 0, ProfilingTexts::tr("Memory")}, {group_space, 18.0, line + 14.0, 2.0 * line + 14.0});
  }
  const double room = layout.plot().height() - all.space;
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
    const Wish& wish = wishes[i];
    if (i > 0) top += wish.space;
    row.top = top;
    row.height = std::floor(size < 1.0 ? std::lerp(wish.least, wish.liked, size)
                                       : std::lerp(wish.liked, wish.most, size - 1.0));
    top += row.height;
  }
  layout.rows_height = top + group_space / 2.0;
  return layout;
}

}  // namespace tilescribe::ui
