// SPDX-License-Identifier: Apache-2.0
#include "inference/api/transcriber.h"

namespace tilescribe {

std::string EngineInfo::arithmetic() const {
  return weights.empty() ? compute : compute + "×" + weights;
}

Message EngineInfo::description() const {
  if (!server.empty()) return Message("server {1}", name);
  if (threads > 0 && !weights.empty())
    return Message("{1}, {2}, {3} weights, {4} thread(s)", name, compute, weights, threads);
  if (threads > 0) return Message("{1}, {2}, {3} thread(s)", name, compute, threads);
  return weights.empty() ? Message("{1}, {2}", name, compute)
                         : Message("{1}, {2}, {3} weights", name, compute, weights);
}

std::string EngineInfo::summary() const {
  return english(description());
}

}  // namespace tilescribe
