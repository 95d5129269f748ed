// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <vector>

#include "inference/api/profile_analysis.h"

namespace tilescribe::ui {

/// A bar of an icicle.
struct IcicleBar {
  const ProfileNode* node = nullptr;
  std::vector<std::size_t> path;  // indices of children, from the root down; empty: the root
  QRectF rect;
  bool above = false;  // it contains the zoomed node; clicking it zooms out
};

/// The bars of a tree, from the root down. A bar's children lie below it; their width is their share of its
/// time. A zoomed node (given by its path) has the whole width, and so do the nodes above it. Bars narrower
/// than `least_px` are omitted with everything below them. The tree must outlive the bars.
std::vector<IcicleBar> lay_out_icicle(const ProfileNode& root, const std::vector<std::size_t>& zoomed,
                                      double width, double row_height, double least_px);

/// The node at a path; null if there is none.
const ProfileNode* icicle_node(const ProfileNode& root, const std::vector<std::size_t>& path);

/// The bar at a point; null if there is none.
const IcicleBar* icicle_bar_at(const std::vector<IcicleBar>& bars, const QPointF& point);

/// What a node stands for: its stage, its layer, the kinds of its op. For the root: everything.
ProfileSelection icicle_selection(const ProfileSession& session, const ProfileNode& node);

}  // namespace tilescribe::ui
