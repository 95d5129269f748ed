// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "inference/api/profile_analysis.h"
#include "inference/profile/layer_numbers.h"

namespace tilescribe {

/// Groups records into the rows of a table.
class Groups {
 public:
  struct Group {
    std::string key;  // the same in every profile: matches the rows of two profiles
    std::string name, full_name;
    std::string stage;
    std::optional<std::int32_t> layer;  // as in ProfileRow
    std::string op, variant, part_of;   // empty: several
    bool counted_apart = true;          // the counted work belongs to its own records alone
  };
  static constexpr std::uint32_t none = LayerNumbers::none;

  Groups(const ProfileSession& session, ProfileGrouping grouping);
  std::uint32_t of(std::uint32_t kind, std::int32_t layer) const {
    const std::uint32_t group = of_kind_[kind];
    return grouping_ == ProfileGrouping::layer ? of_layer_.of(group, layer) : group;
  }
  const std::vector<Group>& all() const { return groups_; }

 private:
  std::uint32_t put(const std::string& key, const ProfileKind& kind);
  void put_layers(const ProfileSession& session);
  void name_rows(const ProfileSession& session);
  void find_counted_apart(const ProfileSession& session);

  ProfileGrouping grouping_;
  std::vector<std::uint32_t> of_kind_;  // by layer: its stage's row in of_layer_
  LayerNumbers of_layer_;               // by stage
  std::vector<Group> groups_;
  std::unordered_map<std::string, std::uint32_t> by_key_;
};

}  // namespace tilescribe
