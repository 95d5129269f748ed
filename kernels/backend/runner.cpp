// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/runner.h"

#include <algorithm>
#include <vector>

namespace tilescribe::kernels {

void Runner::force_variant(const std::string& op, const std::string& variant, const std::string& config) {
  const std::vector<const OpEntry*> ops = device_.registry().ops();
  const auto entry = std::ranges::find(ops, op, &OpEntry::name);
  if (entry == ops.end())
    throw Error("There is no op named {1} on {2}, so no variant can be forced.", op, device_.name());
  if (variant.empty()) {
    forced_.erase(op);
    plans_.clear();
    return;
  }
  const std::vector<VariantLabel> known = (*entry)->variants(device_.name());
  if (std::ranges::find(known, variant, &VariantLabel::name) == known.end()) {
    std::string list;
    for (const VariantLabel& one : known) list += (list.empty() ? "" : ", ") + one.name;
    throw Error("The op {1} on {2} has the variants {3}, but {4} was to be forced.", op, device_.name(),
                list.empty() ? Message("(none)") : Message::verbatim(list), variant);
  }
  forced_[op] = {{variant, config}};
  plans_.clear();
}

const std::string* Runner::forced_variant(std::string_view op) const {
  const auto entry = forced_.find(op);
  return entry == forced_.end() ? nullptr : &entry->second.what.variant;
}

void Runner::require_forced_configs() const {
  for (const auto& [op, forced] : forced_) {
    if (forced.what.config.empty() || forced.ran) continue;
    std::string offered;
    for (const std::string& config : forced.offered) offered += (offered.empty() ? "" : ", ") + config;
    if (offered.empty())
      throw Error("Nothing ran as {1}/{2}: for the problems of {3} that came, {1} has no configurations.",
                  forced.what.variant, forced.what.config, op);
    throw Error("Nothing ran as {1}/{2}: for the problems of {3} that came, {1} has the configurations {4}.",
                forced.what.variant, forced.what.config, op, offered);
  }
}

}  // namespace tilescribe::kernels
