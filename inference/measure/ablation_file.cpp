// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include "inference/api/ablation.h"
#include "inference/api/engine_names.h"
#include "inference/api/lab.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

constexpr auto on_off = std::to_array<Named<bool>>({{true, "on"}, {false, "off"}});
constexpr auto architectures = std::to_array<Named<bool>>({{false, "any"}, {true, "sm_80"}});

template <class Names, class Target>
void take_name(const Names& names, const std::string& name, const std::string& value, Target& target) {
  const auto found = value_of(names, value);
  if (!found) throw Error("{1} expects {2}; found “{3}”.", name, joined_names(names, ", ", " or "), value);
  target = *found;
}

void take_number(const std::string& name, const std::string& value, int least, int most, int& target) {
  int number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < least || number > most)
    throw Error("{1} expects a whole number from {2} to {3}; found “{4}”.", name, least, most, value);
  target = number;
}

void require_op(const std::string& name) {
  const std::vector<std::string> ops = op_names();
  if (std::ranges::find(ops, name) == ops.end())
    throw Error(
        "There is no switch “{1}”: there are engine, compute, weights, compute.GROUP and weights.GROUP "
        "(encoder, "
        "projector, text or head), threads, fusion, fusion.OP, tuned, linear-library, variant-arch, model, "
        "batch and the names of ops.",
        name);
}

GroupOptions& group_named(const std::string& name, AblationSet& set) {
  LayerGroup group{};
  take_name(layer_group_names, "A layer group", name, group);
  return set.engine.groups[static_cast<std::size_t>(group)];
}

void take_switch(const std::string& name, const std::string& value, AblationSet& set) {
  EngineOptions& engine = set.engine;
  const std::size_t dot = name.find('.');
  const std::string above = name.substr(0, dot), below = dot == std::string::npos ? "" : name.substr(dot + 1);
  if (!below.empty() && above == "compute")
    return take_name(compute_names, name, value, group_named(below, set).compute);
  if (!below.empty() && above == "weights")
    return take_name(weights_names, name, value, group_named(below, set).weights);
  if (!below.empty() && above == "fusion") {
    require_op(below);
    return take_name(on_off, name, value, engine.fusions[below]);
  }
  if (name == "engine") return take_name(engine_names, name, value, engine.engine);
  if (name == "compute") return take_name(compute_names, name, value, engine.compute);
  if (name == "weights") return take_name(weights_names, name, value, engine.weights);
  if (name == "kv-cache") return take_name(kv_cache_names, name, value, engine.kv_cache);
  if (name == "fusion") return take_name(on_off, name, value, engine.fusion);
  if (name == "tuned") return take_name(on_off, name, value, engine.tuned);
  if (name == "linear-library") return take_name(linear_library_names, name, value, engine.linear_library);
  if (name == "variant-arch") return take_name(architectures, name, value, engine.generic_kernels);
  if (name == "threads") return take_number(name, value, 0, 1024, engine.threads);
  if (name == "batch") return take_number(name, value, 0, 1024, set.options.batch);
  if (name == "model") {
    engine.model = value;
    return;
  }
  require_op(name);
  if (value.find('.') == std::string::npos) {
    std::string& variant = engine.variants[name] = value;
    const auto config = std::ranges::find(variant, '/');
    std::replace(config, variant.end(), '-', ' ');
    return;
  }
  if (!set.kernel_op.empty())
    throw Error("A set can have one kernel of the user's own; found {1} and {2}.", set.kernel.string(),
                value);
  set.kernel_op = name;
  set.kernel = value;
}

AblationSet read_set(const std::string& line, const EngineOptions& engine, const TranscribeOptions& options) {
  const std::size_t colon = line.find(':');
  if (colon == std::string::npos) throw Error("Expected “NAME: SWITCH=VALUE …”, found no colon.");
  AblationSet set{line.substr(0, colon), {}, engine, options};
  set.name.erase(set.name.find_last_not_of(" \t") + 1);
  if (set.name.empty()) throw Error("Expected a name before the colon, found none.");
  std::istringstream words(line.substr(colon + 1));
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == word.size())
      throw Error("Expected SWITCH=VALUE, found “{1}”.", word);
    take_switch(word.substr(0, equals), word.substr(equals + 1), set);
    set.switches += (set.switches.empty() ? "" : " ") + word;
  }
  return set;
}

}  // namespace

std::vector<AblationSet> read_ablation(std::string_view text, const EngineOptions& engine,
                                       const TranscribeOptions& options) {
  constexpr std::size_t most_sets = 64;
  std::vector<AblationSet> sets;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line.erase(line.find_last_not_of(" \t\r") + 1);
    line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty() || line.front() == '#') continue;
    try {
      AblationSet set = read_set(line, engine, options);
      if (std::ranges::find(sets, set.name, &AblationSet::name) != sets.end())
        throw Error("The name “{1}” was used before.", set.name);
      sets.push_back(std::move(set));
    } catch (const Error& wrong) {
      throw Error("Line {1}: {2}", number, wrong.message());
    }
    if (sets.size() > most_sets) throw Error("At most {1} sets of switches can be compared.", most_sets);
  }
  if (sets.size() < 2)
    throw Error("Expected at least two sets of switches, one a line; found {1}.", sets.size());
  return sets;
}

}  // namespace tilescribe
