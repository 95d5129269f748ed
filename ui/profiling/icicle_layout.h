// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <optional>
#include <vector>

#include "inference/api/profile_analysis.h"

namespace tilescribe::ui {

/// A bar of an icicle.
struct IcicleBar {
  const ProfileNode* node = nullptr;
  std::vector<std::size_t> path;  // of places among the children, from the root down; empty: the root
  QRectF rect;
  bool above = false;  // it holds what is zoomed into, and leads out again
};

/// Bars of a tree from the root down: a bar's children lie below it, as wide as their share of its time. When
/// a node is zoomed into (by its path) it takes the whole width, as do those that hold it. Bars narrower than
/// `least_px` are left out, with all below them. The tree must outlive the bars.
std::vector<IcicleBar> lay_out_icicle(const ProfileNode& root, const std::vector<std::size_t>& zoomed,
                                      double width, double row_height, double least_px);

/// The node at a path; nothing where there is none.
const ProfileNode* icicle_node(const ProfileNode& root, const std::vector<std::size_t>& path);

/// The bar at a point; nothing beside all.
std::optional<std::size_t> icicle_bar_at(const std::vector<IcicleBar>& bars, const QPointF& point);

/// What a node stands for: its stage, its layer, the kinds of its op. Of the root: everything.
ProfileSelection icicle_selection(const ProfileSession& session, const ProfileNode& node);

}  // namespace tilescribe::ui
