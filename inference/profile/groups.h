// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "inference/api/profile_analysis.h"

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
  static constexpr std::uint32_t none = 0xffffffff;

  Groups(const ProfileSession& session, ProfileGrouping grouping);
  std::uint32_t of(std::uint32_t kind, std::int32_t layer) const {
    if (grouping_ != ProfileGrouping::layer) return of_kind_[kind];
    const std::vector<std::uint32_t>& layers = of_layer_[of_kind_[kind]];
    const auto place = static_cast<std::size_t>(layer < -1 ? 0 : layer + 1);
    return place < layers.size() ? layers[place] : none;
  }
  const std::vector<Group>& all() const { return groups_; }

 private:
  std::uint32_t put(const std::string& key, const ProfileKind& kind);
  void put_layers(const ProfileSession& session);
  void name_rows(const ProfileSession& session);
  void find_counted_apart(const ProfileSession& session);

  ProfileGrouping grouping_;
  std::vector<std::uint32_t> of_kind_;                // by layer: index of its stage in of_layer_
  std::vector<std::vector<std::uint32_t>> of_layer_;  // by stage, then layer + 1
  std::vector<Group> groups_;
  std::unordered_map<std::string, std::uint32_t> by_key_;
};

}  // namespace tilescribe
