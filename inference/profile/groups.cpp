// SPDX-License-Identifier: Apache-2.0
#include "inference/profile/groups.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace tilescribe {
namespace {

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string key;
  for (const std::string_view part : parts) key.append(part).push_back('\n');
  return key;
}

// What ran, in one word. A copy or a fill may be outside all ops.
std::string op_name(const ProfileKind& kind) {
  if (!kind.op.empty()) return kind.op;
  if (kind.activity == ProfileActivity::replay) return "recorded steps";
  return kind.short_name.empty() ? "outside all ops" : kind.short_name;
}

std::string variant_name(const ProfileKind& kind) {
  return kind.variant.empty() ? op_name(kind) : op_name(kind) + " (" + kind.variant + ")";
}

std::string key_of(const ProfileKind& kind, ProfileGrouping grouping) {
  switch (grouping) {
    case ProfileGrouping::kernel:
      if (!kind.kernel.empty()) return joined({kind.stage, "kernel", kind.kernel});
      return joined({kind.stage, "op", op_name(kind), kind.variant});
    case ProfileGrouping::op:
      return joined({kind.stage, op_name(kind)});
    case ProfileGrouping::variant:
      return joined({kind.stage, op_name(kind), kind.variant});
    case ProfileGrouping::stage:
    case ProfileGrouping::layer:
      break;
  }
  return joined({kind.stage});
}

// From "void a::gemv<(int)4, b::half>(c)": "gemv<4, half>". Names of another form are not changed.
std::string with_types(const ProfileKind& kind) {
  constexpr std::size_t most_letters = 1000;  // a longer name is forged, and the search for it could be slow
  const std::string& full = kind.kernel;
  if (kind.short_name.size() > most_letters) return full;
  const std::size_t begin = full.find(kind.short_name + "<");
  if (kind.short_name.empty() || begin == std::string::npos) return full;
  std::size_t end = begin + kind.short_name.size();
  int depth = 0;
  do {
    depth += full[end] == '<' ? 1 : full[end] == '>' ? -1 : 0;
    ++end;
  } while (depth > 0 && end < full.size());
  std::string name;
  for (std::size_t i = begin; i < end; ++i) {
    if (full[i] == '(') {  // a cast before a number
      const std::size_t close = full.find(')', i);
      if (close == std::string::npos || close >= end) return full;
      i = close;
    } else if (full[i] == ':') {  // the part before was a namespace
      const std::size_t before = name.find_last_of("<, ");
      name.resize(before == std::string::npos ? 0 : before + 1);
    } else {
      name.push_back(full[i]);
    }
  }
  return name;
}

}  // namespace

Groups::Groups(const ProfileSession& session, ProfileGrouping grouping) : grouping_(grouping) {
  for (const ProfileKind& kind : session.kinds) of_kind_.push_back(put(key_of(kind, grouping), kind));
  if (grouping == ProfileGrouping::layer) {
    put_layers(session);
  } else if (grouping != ProfileGrouping::stage) {
    name_rows(session);
    if (grouping == ProfileGrouping::kernel) find_counted_apart(session);
  }
}

std::uint32_t Groups::put(const std::string& key, const ProfileKind& kind) {
  const auto [place, is_new] = by_key_.emplace(key, static_cast<std::uint32_t>(groups_.size()));
  if (!is_new) {
    Group& group = groups_[place->second];
    if (group.op != kind.op) group.op.clear();
    if (group.variant != kind.variant) group.variant.clear();
    if (group.part_of != kind.part_of) group.part_of.clear();
    return place->second;
  }
  Group& group = groups_.emplace_back();
  group.key = key;
  group.stage = kind.stage;
  if (grouping_ == ProfileGrouping::stage || grouping_ == ProfileGrouping::layer) {
    group.name = kind.stage.empty() ? "outside all stages" : kind.stage;
    return place->second;
  }
  group.op = kind.op;
  group.variant = kind.variant;
  group.part_of = kind.part_of;
  switch (grouping_) {
    case ProfileGrouping::kernel:
      group.name = kind.kernel.empty() || kind.short_name.empty() ? op_name(kind) : kind.short_name;
      group.full_name = kind.kernel;
      break;
    case ProfileGrouping::variant:
      group.name = variant_name(kind);
      break;
    default:
      group.name = op_name(kind);
      break;
  }
  return place->second;
}

// Splits the groups of the stages by layer.
void Groups::put_layers(const ProfileSession& session) {
  const std::vector<Group> stages = std::exchange(groups_, {});
  for (const ProfileTotal& total : session.totals) {
    const std::int32_t layer = std::max(total.layer, -1);
    const std::uint32_t stage = of_kind_[total.kind];
    std::uint32_t& number = of_layer_.at(stage, layer);
    if (number != none) continue;
    number = static_cast<std::uint32_t>(groups_.size());
    Group& group = groups_.emplace_back(stages[stage]);
    group.layer = layer;
    group.name = layer < 0 ? "outside all layers" : "layer " + std::to_string(layer);
    group.full_name = group.name;
    group.key += group.name;
  }
}

// Names are unique within a stage: kernels of one name show their types, ops their variant.
void Groups::name_rows(const ProfileSession& session) {
  std::map<std::pair<std::string, std::string>, int> uses;  // by stage and name
  for (const Group& group : groups_) ++uses[{group.stage, group.name}];
  std::vector<bool> named(groups_.size());
  for (std::size_t i = 0; i < session.kinds.size(); ++i) {
    const ProfileKind& kind = session.kinds[i];
    Group& group = groups_[of_kind_[i]];
    if (named[of_kind_[i]] || uses[{group.stage, group.name}] < 2) continue;
    group.name = kind.kernel.empty() ? variant_name(kind) : with_types(kind);
    named[of_kind_[i]] = true;
  }
  std::set<std::pair<std::string, std::string>> taken;
  std::map<std::pair<std::string, std::string>, int> next_number;  // by stage and name; all below are taken
  for (Group& group : groups_) {
    if (!taken.insert({group.stage, group.name}).second) {
      const std::string name = group.name;
      int& number = next_number.try_emplace({group.stage, name}, 2).first->second;
      do {
        group.name = name + " #" + std::to_string(number++);
      } while (!taken.insert({group.stage, group.name}).second);
    }
    if (group.full_name.empty()) group.full_name = group.name;
  }
}

// An op's work is counted on the first kernel of a run: where a run has several, that count can't be held
// against one of them.
void Groups::find_counted_apart(const ProfileSession& session) {
  struct Kernels {
    std::set<std::string> names;
    bool counted = false, uncounted = false;  // whether there are records of that sort
  };
  std::map<std::tuple<std::string, std::string, std::string>, Kernels> variants;
  std::vector<Kernels*> of_kind(session.kinds.size());
  for (std::size_t i = 0; i < session.kinds.size(); ++i) {
    const ProfileKind& kind = session.kinds[i];
    if (kind.activity != ProfileActivity::kernel || kind.op.empty()) continue;
    of_kind[i] = &variants[{kind.stage, kind.op, kind.variant}];
    of_kind[i]->names.insert(kind.kernel);
  }
  for (const ProfileRecord& record : session.records) {
    Kernels* const kernels = of_kind[record.kind];
    if (kernels != nullptr) {
      (record.flops > 0 || record.bytes > 0 ? kernels->counted : kernels->uncounted) = true;
    }
  }
  for (std::size_t i = 0; i < of_kind.size(); ++i) {
    const Kernels* const kernels = of_kind[i];
    if (kernels == nullptr || kernels->names.size() == 1) continue;
    const bool one_a_run = kernels->counted && !kernels->uncounted;
    if (!one_a_run) groups_[of_kind_[i]].counted_apart = false;
  }
}

}  // namespace tilescribe
