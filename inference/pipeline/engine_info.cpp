// SPDX-License-Identifier: Apache-2.0
#include "inference/api/transcriber.h"

namespace tilescribe {

std::string EngineInfo::arithmetic() const {
  return weights.empty() ? compute : compute + "×" + weights;
}

Message EngineInfo::description() const {
  if (!server.empty()) return Message("server {1}", name);
  if (!weights.empty())
    return Message("{1}, {2}, {3} weights, {4} thread(s)", name, compute, weights, threads);
  return threads > 0 ? Message("{1}, {2}, {3} thread(s)", name, compute, threads)
                     : Message("{1}, {2}", name, compute);
}

std::string EngineInfo::summary() const {
  return english(description());
}

}  // namespace tilescribe
