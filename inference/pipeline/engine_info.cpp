// SPDX-License-Identifier: Apache-2.0
#include "inference/api/transcriber.h"

namespace tilescribe {

std::string EngineInfo::summary() const {
  if (threads <= 0) return name + ", " + compute;
  return name + ", " + compute + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

}  // namespace tilescribe
