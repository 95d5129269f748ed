// SPDX-License-Identifier: Apache-2.0
#include "inference/api/transcriber.h"

namespace tilescribe {

Message EngineInfo::description() const {
  return threads > 0 ? Message("{1}, {2}, {3} thread(s)", name, compute, threads)
                     : Message("{1}, {2}", name, compute);
}

std::string EngineInfo::summary() const {
  return english(description());
}

}  // namespace tilescribe
