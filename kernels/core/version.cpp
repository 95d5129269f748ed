// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/export.h"

namespace tilescribe::kernels {
TILESCRIBE_EXPORT const char* version() {
  return "0.1.0";
}
}  // namespace tilescribe::kernels
