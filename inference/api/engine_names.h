// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "inference/api/options.h"

namespace tilescribe {

/// A choice by its name. The command lines, the settings file and the window all read this one list.
template <class Value>
struct Named {
  Value value;
  std::string_view name;  // on the command line and in settings
};

/// The engines of this machine, and a server last.
inline constexpr auto all_engine_names =
    std::to_array<Named<Engine>>({{Engine::automatic, "auto"},
                                  {Engine::cpu, "cpu"},
                                  {Engine::cuda_baseline, "cuda-baseline"},
                                  {Engine::cuda, "cuda"},
                                  {Engine::remote, "remote"}});

/// Those of this machine.
inline constexpr auto engine_names = [] {
  std::array<Named<Engine>, all_engine_names.size() - 1> here{};
  std::copy_n(all_engine_names.begin(), here.size(), here.begin());
  return here;
}();

inline constexpr auto compute_names = std::to_array<Named<Compute>>(
    {{Compute::automatic, "auto"}, {Compute::f32, "f32"}, {Compute::tf32, "tf32"}, {Compute::bf16, "bf16"}});

inline constexpr auto weights_names = std::to_array<Named<Weights>>(
    {{Weights::automatic, "auto"}, {Weights::bf16, "bf16"}, {Weights::int8, "int8"}, {Weights::fp8, "fp8"}});

inline constexpr auto kv_cache_names =
    std::to_array<Named<KvCacheType>>({{KvCacheType::automatic, "auto"}, {KvCacheType::fp8, "fp8"}});

inline constexpr auto layer_group_names =
    std::to_array<Named<LayerGroup>>({{LayerGroup::encoder, "encoder"},
                                      {LayerGroup::projector, "projector"},
                                      {LayerGroup::text, "text"},
                                      {LayerGroup::head, "head"}});

inline constexpr auto linear_library_names =
    std::to_array<Named<LinearLibrary>>({{LinearLibrary::own, "own"}, {LinearLibrary::cublas, "cublas"}});

inline constexpr auto fault_names = std::to_array<Named<InjectedFault>>({{InjectedFault::none, "none"},
                                                                         {InjectedFault::launch, "launch"},
                                                                         {InjectedFault::memory, "memory"},
                                                                         {InjectedFault::lost, "lost"},
                                                                         {InjectedFault::overrun, "overrun"},
                                                                         {InjectedFault::race, "race"}});

inline constexpr auto speakers_names =
    std::to_array<Named<Speakers>>({{Speakers::none, "none"}, {Speakers::channels, "channels"}});

/// The value with this name; empty if there is none.
template <class Names>
constexpr auto value_of(const Names& names, std::string_view name)
    -> std::optional<decltype(names[0].value)> {
  for (const auto& one : names) {
    if (one.name == name) return one.value;
  }
  return std::nullopt;
}

template <class Names>
constexpr std::string_view name_of(const Names& names, decltype(Names{}[0].value) value) {
  for (const auto& one : names) {
    if (one.value == value) return one.name;
  }
  return {};
}

/// All names with `separator` between them, and `last` before the last one: "auto|cpu", "auto, cpu or cuda".
template <class Names>
std::string joined_names(const Names& names, std::string_view separator, std::string_view last) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) all += i + 1 == names.size() ? last : separator;
    all += names[i].name;
  }
  return all;
}

/// Whether an engine supports an arithmetic. The CPU or GPU at hand may support less.
constexpr bool computes_in(Engine engine, Compute compute) {
  switch (engine) {
    case Engine::automatic:
    case Engine::cpu:
      return compute != Compute::tf32;
    case Engine::cuda_baseline:
      return compute != Compute::bf16;
    case Engine::cuda:
      return compute == Compute::automatic || compute == Compute::bf16;
    case Engine::remote:
      return compute == Compute::automatic;
  }
  return false;
}

/// Whether an engine can store its matrices so.
constexpr bool stores_in(Engine engine, Weights weights) {
  switch (engine) {
    case Engine::automatic:
    case Engine::cuda:
      return true;
    case Engine::cpu:
      return weights != Weights::fp8;
    case Engine::cuda_baseline:
    case Engine::remote:
      return weights == Weights::automatic;
  }
  return false;
}

}  // namespace tilescribe
