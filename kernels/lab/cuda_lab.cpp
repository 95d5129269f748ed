// SPDX-License-Identifier: Apache-2.0
#include "kernels/lab/cuda_lab.h"

#include "kernels/core/error.h"
#include "kernels/core/plugin.h"

namespace tilescribe::kernels::lab {

std::unique_ptr<Backend> make_cuda_lab(const CudaLab& lab, const CudaOptions& options) {
  const CudaDevices cuda = cuda_devices();  // a plugin of another build is refused there
  if (!cuda.available) throw Error("No GPU can be used: {1}", cuda.reason);
  const Plugin plugin = Plugin::open("libtilescribe_cuda.so");
  auto* const make = plugin.function<decltype(tilescribe_cuda_lab)>("tilescribe_cuda_lab");
  if (make == nullptr)
    throw Error("{1} has no function {2}.", "libtilescribe_cuda.so", "tilescribe_cuda_lab");
  std::unique_ptr<Backend> made;
  make(lab, options, made);
  return made;
}

}  // namespace tilescribe::kernels::lab
