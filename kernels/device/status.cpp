// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/status.h"

#include "kernels/core/error.h"

namespace tilescribe::kernels {

void check(cudaError_t status, const Message& doing, const std::source_location& where) {
  if (status == cudaSuccess) return;
  throw DeviceError(Message("The GPU reported \"{1}\" {2}.", cudaGetErrorString(status), doing),
                    std::string(cudaGetErrorName(status)) + " at " + where.file_name() + ":" +
                        std::to_string(where.line()));
}

}  // namespace tilescribe::kernels
