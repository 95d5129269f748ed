// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/runner.h"

#include <algorithm>
#include <vector>

namespace tilescribe::kernels {

void Runner::force_variant(const std::string& op, const std::string& variant) {
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
  forced_[op] = variant;
  plans_.clear();
}

const std::string* Runner::forced_variant(std::string_view op) const {
  const auto entry = forced_.find(op);
  return entry == forced_.end() ? nullptr : &entry->second;
}

}  // namespace tilescribe::kernels
