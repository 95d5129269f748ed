// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <tuple>
#include <vector>

#include "inference/api/profile_analysis.h"
#include "inference/profile/selected.h"
#include "inference/profile/stages.h"
#include "inference/profile/totals.h"

namespace tilescribe {
namespace {

// What is selected, by kind and layer.
std::vector<ProfileTotal> selected_totals(const ProfileSession& session, const ProfileSelection& selection) {
  const Selected selected(session, selection);
  std::vector<ProfileTotal> totals;
  if (!selection.range) {
    std::ranges::copy_if(session.totals, std::back_inserter(totals), selected);
    return totals;
  }
  TotalsBuilder sums;
  for (const ProfileRecord& record : session.records) {
    if (selected(record)) sums.add(record, 0, false);
  }
  return sums.totals();
}

ProfileNode& child(ProfileNode& parent, const std::string& name, std::int32_t layer) {
  const auto found = std::ranges::find_if(
      parent.children, [&](const ProfileNode& node) { return node.name == name && node.layer == layer; });
  if (found != parent.children.end()) return *found;
  ProfileNode& node = parent.children.emplace_back();
  node.name = name;
  node.stage = parent.stage;
  node.layer = layer;
  return node;
}

// Layers by number, then the ops outside layers, longest first.
void sort_ops(ProfileNode& node) {
  std::ranges::stable_sort(node.children, {}, [](const ProfileNode& each) {
    const bool is_layer = each.op.empty() && each.layer >= 0;
    return std::tuple(!is_layer, is_layer ? each.layer : -1, is_layer ? 0 : -each.own_ns);
  });
  for (ProfileNode& each : node.children) sort_ops(each);
}

}  // namespace

ProfileNode profile_tree(const ProfileSession& session, const ProfileSelection& selection) {
  ProfileNode root;
  root.name = "all";
  for (const ProfileTotal& total : selected_totals(session, selection)) {
    if (total.own_ns <= 0) continue;
    const ProfileKind& kind = session.kinds[total.kind];
    const std::int32_t layer = total.layer;
    ProfileNode& stage = child(root, kind.stage.empty() ? "outside all stages" : kind.stage, -1);
    stage.stage = kind.stage;
    ProfileNode* parent = &stage;
    if (layer >= 0) parent = &child(stage, "layer " + std::to_string(layer), layer);
    const std::string& op = kind.op.empty() ? kind.short_name : kind.op;
    ProfileNode& leaf = child(*parent, op.empty() ? "recorded steps" : op, layer);
    leaf.op = leaf.name;
    leaf.own_ns += total.own_ns;
    if (parent != &stage) parent->own_ns += total.own_ns;
    stage.own_ns += total.own_ns;
    root.own_ns += total.own_ns;
  }
  for (ProfileNode& stage : root.children) sort_ops(stage);
  std::ranges::stable_sort(root.children, {},
                           [](const ProfileNode& node) { return stage_place(node.stage); });
  return root;
}

}  // namespace tilescribe
