// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <vector>

#include "inference/api/profile_analysis.h"

namespace tilescribe::ui {

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

/// The nodes on a path, from the root down, as far as there are any.
std::vector<const ProfileNode*> icicle_nodes(const ProfileNode& root, const std::vector<std::size_t>& path);

/// The bar at a point; null if there is none.
const IcicleBar* icicle_bar_at(const std::vector<IcicleBar>& bars, const QPointF& point);

/// Whether a stage, a layer or an op counts records of this kind. profile_tree() names a kind that has
/// neither op nor name by what it measured.
bool icicle_counts(const ProfileNode& node, const ProfileKind& kind);

}  // namespace tilescribe::ui
