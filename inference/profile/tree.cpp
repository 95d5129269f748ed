// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <tuple>

#include "inference/api/profile_analysis.h"
#include "inference/profile/selected.h"
#include "inference/profile/stages.h"

namespace tilescribe {
namespace {

// Own times by kind and layer.
class Times {
 public:
  explicit Times(std::size_t kinds) : kinds_(kinds) {}
  void add(std::uint32_t kind, std::int32_t layer, std::int64_t own_ns) {
    std::vector<std::int64_t>& layers = kinds_[kind];
    const auto place = static_cast<std::size_t>(std::max(layer, -1) + 1);
    if (place >= layers.size()) layers.resize(place + 1);
    layers[place] += own_ns;
  }
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      for (std::size_t place = 0; place < kinds_[kind].size(); ++place) {
        if (kinds_[kind][place] > 0) visit(kind, static_cast<std::int32_t>(place) - 1, kinds_[kind][place]);
      }
    }
  }

 private:
  std::vector<std::vector<std::int64_t>> kinds_;  // by layer + 1
};

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
  const Selected selected(session, selection);
  Times times(session.kinds.size());
  if (selection.range) {
    for (const ProfileRecord& record : session.records) {
      if (selected(record)) times.add(record.kind, record.layer, record.own_ns());
    }
  } else {
    for (const ProfileTotal& total : session.totals) {
      if (selected(total)) times.add(total.kind, total.layer, total.own_ns);
    }
  }
  ProfileNode root;
  root.name = "all";
  times.each([&](std::size_t kind_index, std::int32_t layer, std::int64_t own_ns) {
    const ProfileKind& kind = session.kinds[kind_index];
    ProfileNode& stage = child(root, kind.stage.empty() ? "outside all stages" : kind.stage, -1);
    stage.stage = kind.stage;
    ProfileNode* parent = &stage;
    if (layer >= 0) parent = &child(stage, "layer " + std::to_string(layer), layer);
    const std::string& op = kind.op.empty() ? kind.short_name : kind.op;
    ProfileNode& leaf = child(*parent, op.empty() ? "recorded steps" : op, layer);
    leaf.op = leaf.name;
    leaf.own_ns += own_ns;
    if (parent != &stage) parent->own_ns += own_ns;
    stage.own_ns += own_ns;
    root.own_ns += own_ns;
  });
  for (ProfileNode& stage : root.children) sort_ops(stage);
  std::ranges::stable_sort(root.children, {},
                           [](const ProfileNode& node) { return stage_place(node.stage); });
  return root;
}

}  // namespace tilescribe
