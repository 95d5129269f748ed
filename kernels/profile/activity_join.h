// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

#include "kernels/core/export.h"
#include "kernels/profile/op_hook.h"

namespace tilescribe::kernels {

/// Values by key, of which the oldest go when there are too many.
template <class Key, class Value>
class RecentMap {
 public:
  explicit RecentMap(std::size_t most) : most_(most) {}
  void put(Key key, const Value& value) {
    if (values_.insert_or_assign(key, value).second) order_.push_back(key);
    while (values_.size() > most_ || order_.size() > 2 * most_) {
      values_.erase(order_.front());  // may have gone already
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
  std::deque<Key> order_;  // of insertion; holds keys that are gone too
};

/// Finds out which op a kernel's record belongs to. A launch outside a graph is known by its correlation id.
/// Inside a graph the node was noted when it was captured, and again when the graph was cloned to be made
/// executable; where in the token loop a replay stood is known by the correlation id of its launch. What is
/// kept is bounded; the oldest goes first.
class TILESCRIBE_EXPORT ActivityJoin {
 public:
  /// A kernel, a copy or a fill was given to a stream by itself.
  void launched(std::uint32_t correlation, const OpLabel& label) { launches_.put(correlation, label); }
  /// What was given with that id became a node of a graph: no record will come for it.
  void captured(std::uint32_t correlation) { launches_.erase(correlation); }
  /// A graph has a new node, given by this op.
  void node_created(std::uint64_t node, const OpLabel& label) { nodes_.put(node, label); }
  /// A node is a copy of another, in a graph made of that other's.
  void node_cloned(std::uint64_t from, std::uint64_t to);
  /// A graph was started.
  void replayed(std::uint32_t correlation, const Place& place) { replays_.put(correlation, place); }

  /// What the record of that launch belongs to; `node` 0: outside graphs. A launch outside graphs is
  /// forgotten with it, as it has one record. Stage and layer are those of the capture, step and windows
  /// those of the replay. Nothing where the launch is not known.
  std::optional<OpLabel> find(std::uint32_t correlation, std::uint64_t node);

 private:
  RecentMap<std::uint32_t, OpLabel> launches_{std::size_t{1} << 16};
  RecentMap<std::uint64_t, OpLabel> nodes_{std::size_t{1} << 17};
  RecentMap<std::uint32_t, Place> replays_{std::size_t{1} << 12};
};

}  // namespace tilescribe::kernels
