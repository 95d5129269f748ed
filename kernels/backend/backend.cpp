// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/backend.h"

#include <algorithm>
#include <chrono>

namespace tilescribe::kernels {

double Backend::time_ms(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  synchronize();
  const Clock::time_point begin = Clock::now();
  work();
  synchronize();
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void Backend::force_variant(const std::string& op, const std::string& variant) {
  const std::vector<const OpEntry*> ops = registry().ops();
  const auto entry = std::ranges::find(ops, op, &OpEntry::name);
  if (entry == ops.end())
    throw Error("There is no op named " + op + " on " + std::string(name()) +
                ", so no variant can be forced.");
  if (variant.empty()) {
    forced_.erase(op);
    return;
  }
  const std::vector<std::string> known = (*entry)->variants(name());
  if (std::ranges::find(known, variant) == known.end()) {
    std::string list;
    for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
    throw Error("The op " + op + " on " + std::string(name()) + " has the variants " +
                (list.empty() ? "(none)" : list) + ", but " + variant + " was to be forced.");
  }
  forced_[op] = variant;
}

const std::string* Backend::forced_variant(std::string_view op) const {
  const auto entry = forced_.find(op);
  return entry == forced_.end() ? nullptr : &entry->second;
}

}  // namespace tilescribe::kernels
