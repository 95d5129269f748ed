// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>
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

// Finds nodes by their way from the root. A file from elsewhere may have a million of them.
class Nodes {
 public:
  using Way = std::vector<std::pair<std::string, std::int32_t>>;  // name and layer, from the root on

  // The last node of the way, which is made if there is none yet.
  ProfileNode& child(ProfileNode& parent, const Way& way) {
    const auto [place, is_new] = places_.try_emplace(way, parent.children.size());
    if (!is_new) return parent.children[place->second];
    ProfileNode& node = parent.children.emplace_back();
    node.name = way.back().first;
    node.stage = parent.stage;
    node.layer = way.back().second;
    return node;
  }

 private:
  std::map<Way, std::size_t> places_;  // among the children of the way's last but one
};

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
  Nodes nodes;
  for (const ProfileTotal& total : selected_totals(session, selection)) {
    if (total.own_ns <= 0) continue;
    const ProfileKind& kind = session.kinds[total.kind];
    const std::int32_t layer = total.layer;
    Nodes::Way way{{kind.stage.empty() ? "outside all stages" : kind.stage, -1}};
    ProfileNode& stage = nodes.child(root, way);
    stage.stage = kind.stage;
    ProfileNode* parent = &stage;
    if (layer >= 0) {
      way.emplace_back("layer " + std::to_string(layer), layer);
      parent = &nodes.child(stage, way);
    }
    const std::string& op = kind.op.empty() ? kind.short_name : kind.op;
    way.emplace_back(op.empty() ? "recorded steps" : op, layer);
    ProfileNode& leaf = nodes.child(*parent, way);
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
