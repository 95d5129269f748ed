// SPDX-License-Identifier: Apache-2.0
#include "inference/api/transcriber.h"

namespace tilescribe {

std::string EngineInfo::arithmetic() const {
  return compute + (weights.empty() ? "" : "×" + weights) + (float8_cache ? "+fp8" : "");
}

Message EngineInfo::description() const {
  if (!server.empty()) return Message("server {1}", name);
  if (threads > 0 && !weights.empty())
    return Message("{1}, {2}, {3} weights, {4} thread(s)", name, compute, weights, threads);
  if (threads > 0) return Message("{1}, {2}, {3} thread(s)", name, compute, threads);
  const Message engine = weights.empty() ? Message("{1}, {2}", name, compute)
                                         : Message("{1}, {2}, {3} weights", name, compute, weights);
  return float8_cache ? Message("{1}, key/value cache in fp8", engine) : engine;
}

std::string EngineInfo::summary() const {
  return english(description());
}

}  // namespace tilescribe
