// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernels/backend/variant.h"
#include "kernels/core/export.h"

namespace tilescribe::kernels {

/// A runner's plans, per op those of its latest problems. Used by one thread at a time.
class Plans {
 public:
  /// Plans kept per op. A model's ops have few problems at a time; those of steps change as the text grows.
  static constexpr std::size_t most = 16;

  /// The plan kept for the problem, or make(), which is kept. Another version of the registry ends all.
  template <class T, class Make>
  Plan<T> get(const typename T::Problem& problem, std::uint64_t version, const Make& make) {
    if (version != version_) clear();
    version_ = version;
    std::unique_ptr<Kept>& place = ops_[T::op_name];
    if (place == nullptr) place = std::make_unique<KeptOf<T>>();
    auto& kept = static_cast<KeptOf<T>&>(*place);
    const auto found = std::ranges::find(kept.list, problem, &KeptOf<T>::Entry::first);
    if (found != kept.list.end()) return found->second;
    const Plan<T> plan = make();
    if (kept.list.size() < most) {
      kept.list.emplace_back(problem, plan);
    } else {
      kept.list[kept.oldest] = {problem, plan};
      kept.oldest = (kept.oldest + 1) % most;
    }
    return plan;
  }

  /// The problems of an op whose plans are kept.
  template <class T>
  std::vector<typename T::Problem> problems() const {
    std::vector<typename T::Problem> list;
    const auto found = ops_.find(T::op_name);
    if (found == ops_.end()) return list;
    for (const auto& [problem, plan] : static_cast<const KeptOf<T>&>(*found->second).list)
      list.push_back(problem);
    return list;
  }

  void clear() { ops_.clear(); }

 private:
  struct Kept {
    virtual ~Kept() = default;
  };
  template <class T>
  struct TILESCRIBE_EXPORT KeptOf final : Kept {
    using Entry = std::pair<typename T::Problem, Plan<T>>;
    std::vector<Entry> list;
    std::size_t oldest = 0;  // the entry that is replaced next, once the list is full
  };

  std::uint64_t version_ = 0;
  std::unordered_map<std::string_view, std::unique_ptr<Kept>> ops_;
};

}  // namespace tilescribe::kernels
