// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/icicle_layout.h"

#include <algorithm>

namespace tilescribe::ui {

namespace {

constexpr std::size_t most_depth = 16;

struct Layout {
  double row_height;
  double least_px;
  std::vector<IcicleBar> bars;

  void below(const ProfileNode& node, const std::vector<std::size_t>& path, const QRectF& rect) {
    bars.push_back({&node, path, rect, false});
    if (path.size() >= most_depth) return;
    std::int64_t all = 0;
    for (const ProfileNode& child : node.children) all += child.own_ns;
    all = std::max(all, node.own_ns);
    if (all <= 0) return;
    double x = rect.left();
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const ProfileNode& child = node.children[i];
      const double width = rect.width() * static_cast<double>(child.own_ns) / static_cast<double>(all);
      if (width >= least_px) {
        std::vector<std::size_t> to = path;
        to.push_back(i);
        below(child, to, QRectF(x, rect.top() + row_height, width, row_height));
      }
      x += width;
    }
  }
};

}  // namespace

std::vector<IcicleBar> lay_out_icicle(const ProfileNode& root, const std::vector<std::size_t>& zoomed,
                                      double width, double row_height, double least_px) {
  Layout layout{row_height, least_px, {}};
  const std::vector<const ProfileNode*> nodes = icicle_nodes(root, zoomed);
  std::vector<std::size_t> path;
  QRectF row(0.0, 0.0, width, row_height);
  for (std::size_t depth = 0; depth + 1 < nodes.size(); ++depth) {
    layout.bars.push_back({nodes[depth], path, row, true});
    path.push_back(zoomed[depth]);
    row.translate(0.0, row_height);
  }
  layout.below(*nodes.back(), path, row);
  return std::move(layout.bars);
}

std::vector<const ProfileNode*> icicle_nodes(const ProfileNode& root, const std::vector<std::size_t>& path) {
  std::vector<const ProfileNode*> nodes{&root};
  for (const std::size_t place : path) {
    if (place >= nodes.back()->children.size()) break;
    nodes.push_back(&nodes.back()->children[place]);
  }
  return nodes;
}

const IcicleBar* icicle_bar_at(const std::vector<IcicleBar>& bars, const QPointF& point) {
  const auto found =
      std::ranges::find_if(bars, [&](const IcicleBar& bar) { return bar.rect.contains(point); });
  return found == bars.end() ? nullptr : &*found;
}

bool icicle_counts(const ProfileNode& node, const ProfileKind& kind) {
  if (kind.stage != node.stage) return false;
  const std::string& name = kind.op.empty() ? kind.short_name : kind.op;
  return node.op.empty() || node.op == (name.empty() ? "recorded steps" : name);
}

}  // namespace tilescribe::ui
