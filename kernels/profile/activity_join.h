// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

#include "kernels/core/export.h"
#include "kernels/profile/op_hook.h"

namespace tilescribe::kernels {

/// A map that drops its oldest entries when it has too many.
template <class Key, class Value>
class RecentMap {
 public:
  explicit RecentMap(std::size_t most) : most_(most) {}
  void put(Key key, const Value& value) {
    if (values_.insert_or_assign(key, value).second) order_.push_back(key);
    while (values_.size() > most_ || order_.size() > 2 * most_) {
      values_.erase(order_.front());  // may be gone already
      order_.pop_front();
    }
  }
  const Value* find(Key key) const {
    const auto entry = values_.find(key);
    return entry == values_.end() ? nullptr : &entry->second;
  }
  void erase(Key key) { values_.erase(key); }
  std::size_t size() const { return values_.size(); }

 private:
  std::size_t most_;
  std::unordered_map<Key, Value> values_;
  std::deque<Key> order_;  // in order of insertion; includes keys that are gone
};

/// Finds the op that a kernel's record belongs to. A launch outside a graph is known by its correlation id.
/// Inside a graph, each node is noted when it is captured, and again when the graph is cloned to become
/// executable. A graph launch's correlation id tells the replayed step. The oldest entries are dropped.
class TILESCRIBE_EXPORT ActivityJoin {
 public:
  /// A kernel, a copy or a fill was launched outside a graph.
  void launched(std::uint32_t correlation, const OpLabel& label) { launches_.put(correlation, label); }
  /// The launch with that id became a node of a graph, so no record will come for it.
  void captured(std::uint32_t correlation) { launches_.erase(correlation); }
  /// A graph got a new node, created by this op.
  void node_created(std::uint64_t node, const OpLabel& label) { nodes_.put(node, label); }
  /// A node was copied into a graph that was cloned from its own.
  void node_cloned(std::uint64_t from, std::uint64_t to);
  /// A graph was launched.
  void replayed(std::uint32_t correlation, const Place& place) { replays_.put(correlation, place); }

  /// The op of a record, if known. `node` 0: outside graphs; such a launch has one record, so it is
  /// forgotten. In a graph, stage and layer are those of the capture, step and windows those of the replay.
  std::optional<OpLabel> find(std::uint32_t correlation, std::uint64_t node);

 private:
  RecentMap<std::uint32_t, OpLabel> launches_{std::size_t{1} << 16};
  RecentMap<std::uint64_t, OpLabel> nodes_{std::size_t{1} << 17};
  RecentMap<std::uint32_t, Place> replays_{std::size_t{1} << 12};
};

}  // namespace tilescribe::kernels
