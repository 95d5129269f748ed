// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/backend/device.h"
#include "kernels/backend/preferences.h"
#include "kernels/backend/variant.h"
#include "kernels/core/error.h"
#include "kernels/core/export.h"

namespace tilescribe::kernels {

class CaseBuilder;

// An op is a struct of its arguments, with this contract beside it (kernels/ops/NAME/NAME.h):
//
//   struct NAME {
//     static constexpr std::string_view op_name;
//     struct Problem { … };                  // the sizes and types by which a variant is chosen; has ==
//     Problem problem() const;
//   };
//   Cost cost(const NAME::Problem&);                          // what it must do
//   std::string describe(const NAME::Problem&);               // "rows=17 width=384 f32"
//
// Its oracle, in kernels/ops/FOLDER/FOLDER_reference.cpp, and its cases, in kernels/check/cases/FOLDER.cpp,
// are declared in the generated kernels/ops/all_ops.h:
//
//   // Plain loops in double on host memory.
//   void reference(const NAME&);
//   // Shapes for the check, including tails and sizes of 1. A bf16 result means the backend's activation
//   // type, whatever it is.
//   std::vector<NAME::Problem> check_problems(Op<NAME>);
//   // GLM-ASR-Nano's shapes, for benchmarks.
//   std::vector<NAME::Problem> bench_problems(Op<NAME>, const Batching&);
//   // Random arguments of that shape.
//   NAME build_case(const NAME::Problem&, CaseBuilder&);

/// Names an op type in an overload.
template <class T>
struct Op {};

/// A variant as people see it.
struct VariantLabel {
  std::string name;
  Message why;
};

/// An op and its variants, without the op's type.
class TILESCRIBE_EXPORT OpEntry {
 public:
  virtual ~OpEntry() = default;
  virtual std::string_view name() const = 0;
  /// The variants for a backend, the preferred one first.
  virtual std::vector<VariantLabel> variants(std::string_view backend) const = 0;
};

template <class T>
class TILESCRIBE_EXPORT OpTable;

/// Ops and their variants, for the engine, checks, benchmarks and the lab.
class TILESCRIBE_EXPORT Registry {
 public:
  /// Adds a variant after the existing ones. Register the preferred one first.
  template <class T>
  void add(Variant<T> variant);

  /// The first variant that takes the problem, or the one named `forced` if not null, in its preferred
  /// configuration. Throws Error.
  template <class T>
  Plan<T> choose(const typename T::Problem& problem, const Device& device, const std::string* forced) const;

  /// Whether any variant takes the problem.
  template <class T>
  bool takes(const typename T::Problem& problem, const Device& device) const;

  /// The preferred variant in the preferred configuration; nothing if they do not take the problem. The names
  /// of the configurations that the variant has instead are added to `offered` if that is not null.
  template <class T>
  std::optional<Plan<T>> preferred(const typename T::Problem& problem, const Device& device,
                                   const Preference& preference,
                                   std::set<std::string>* offered = nullptr) const;

  /// An op's variants on all backends, in order of preference.
  template <class T>
  std::span<const Variant<T>> variants() const {
    const OpTable<T>* table = find<T>();
    return table == nullptr ? std::span<const Variant<T>>() : table->list;
  }

  std::vector<const OpEntry*> ops() const;

  /// Grows with every variant added; plans made before may name what has moved.
  std::uint64_t version() const { return version_; }

 private:
  template <class T>
  OpTable<T>* find() const;
  std::map<std::string, std::unique_ptr<OpEntry>, std::less<>> ops_;
  std::uint64_t version_ = 0;
};

template <class T>
class TILESCRIBE_EXPORT OpTable final : public OpEntry {
 public:
  std::string_view name() const override { return T::op_name; }
  std::vector<VariantLabel> variants(std::string_view backend) const override {
    std::vector<VariantLabel> labels;
    for (const Variant<T>& v : list) {
      if (v.backend == backend) labels.push_back({v.name, v.why});
    }
    return labels;
  }
  std::vector<Variant<T>> list;
};

template <class T>
OpTable<T>* Registry::find() const {
  const auto entry = ops_.find(T::op_name);
  return entry == ops_.end() ? nullptr : static_cast<OpTable<T>*>(entry->second.get());
}

template <class T>
void Registry::add(Variant<T> variant) {
  OpTable<T>* table = find<T>();
  if (table == nullptr) {
    auto fresh = std::make_unique<OpTable<T>>();
    table = fresh.get();
    ops_.emplace(std::string(T::op_name), std::move(fresh));
  }
  table->list.push_back(std::move(variant));
  ++version_;
}

/// Adds an op's default composition for an engine, after the variants that it is to stand in for.
template <class T>
void add_composition(Registry& registry, const char* engine, void (*compose)(const T&, Runner&)) {
  registry.add<T>({composition_name, engine, composed(), always<typename T::Problem>, compose});
}

template <class T>
Plan<T> Registry::choose(const typename T::Problem& problem, const Device& device,
                         const std::string* forced) const {
  for (const Variant<T>& variant : variants<T>()) {
    if (variant.backend != device.name() || (forced != nullptr && variant.name != *forced)) continue;
    const Configs configs = variant.candidates(problem, device);
    if (!configs.empty()) return {&variant, configs.front()};
  }
  if (forced == nullptr)
    throw Error("No variant of {1} on {2} takes {3}.", T::op_name, device.name(), describe(problem));
  throw Error("No variant of {1} on {2} takes {3} under the forced name {4}.", T::op_name, device.name(),
              describe(problem), *forced);
}

template <class T>
bool Registry::takes(const typename T::Problem& problem, const Device& device) const {
  return std::ranges::any_of(variants<T>(), [&](const Variant<T>& variant) {
    return variant.backend == device.name() && !variant.candidates(problem, device).empty();
  });
}

template <class T>
std::optional<Plan<T>> Registry::preferred(const typename T::Problem& problem, const Device& device,
                                           const Preference& preference,
                                           std::set<std::string>* offered) const {
  for (const Variant<T>& variant : variants<T>()) {
    if (variant.backend != device.name() || variant.name != preference.variant) continue;
    for (const Config& config : variant.candidates(problem, device)) {
      if (preference.config.empty() || config.name == preference.config) return Plan<T>{&variant, config};
      if (offered != nullptr && !config.name.empty()) offered->emplace(config.name);
    }
  }
  return std::nullopt;
}

}  // namespace tilescribe::kernels
