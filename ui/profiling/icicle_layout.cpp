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
  const ProfileNode* node = &root;
  std::vector<std::size_t> path;
  double top = 0.0;
  for (const std::size_t place : zoomed) {
    if (place >= node->children.size()) break;
    layout.bars.push_back({node, path, QRectF(0.0, top, width, row_height), true});
    node = &node->children[place];
    path.push_back(place);
    top += row_height;
  }
  layout.below(*node, path, QRectF(0.0, top, width, row_height));
  return std::move(layout.bars);
}

const ProfileNode* icicle_node(const ProfileNode& root, const std::vector<std::size_t>& path) {
  const ProfileNode* node = &root;
  for (const std::size_t place : path) {
    if (place >= node->children.size()) return nullptr;
    node = &node->children[place];
  }
  return node;
}

const IcicleBar* icicle_bar_at(const std::vector<IcicleBar>& bars, const QPointF& point) {
  const auto found =
      std::ranges::find_if(bars, [&](const IcicleBar& bar) { return bar.rect.contains(point); });
  return found == bars.end() ? nullptr : &*found;
}

ProfileSelection icicle_selection(const ProfileSession& session, const ProfileNode& node) {
  ProfileSelection selection;
  const bool is_op = !node.op.empty();
  // Only the root has neither stage nor op but contains stages. A stage without a name has ops of its own.
  const bool is_root = !is_op && node.stage.empty() && node.layer < 0 &&
                       std::any_of(node.children.begin(), node.children.end(),
                                   [](const ProfileNode& child) { return child.op.empty(); });
  if (is_root) return selection;
  selection.stage = node.stage;
  if (node.layer >= 0) selection.layer = node.layer;
  if (!is_op) return selection;
  for (std::uint32_t kind = 0; kind < session.kinds.size(); ++kind) {
    const ProfileKind& each = session.kinds[kind];
    const std::string& name = each.op.empty() ? each.short_name : each.op;
    // A kind with neither op nor name is identified by what it measured, as profile_tree() names it.
    if (each.stage == node.stage && (name.empty() ? node.op == "recorded steps" : name == node.op)) {
      selection.kinds.insert(kind);
    }
  }
  return selection;
}

}  // namespace tilescribe::ui
