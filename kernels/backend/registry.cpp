// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/registry.h"

namespace tilescribe::kernels {

std::vector<const OpEntry*> Registry::ops() const {
  std::vector<const OpEntry*> list;
  list.reserve(ops_.size());
  for (const auto& [name, entry] : ops_) list.push_back(entry.get());
  return list;
}

}  // namespace tilescribe::kernels
