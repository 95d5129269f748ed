// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_loader.h"

#include "kernels/backend/cuda/cuda_plugin.h"
#include "kernels/core/plugin.h"

namespace tilescribe::kernels {
namespace {

/// The opened plugin, or why there is none.
struct Loaded {
  const CudaPlugin* plugin = nullptr;
  Message reason;
};

Loaded load() {
  const Plugin file = Plugin::open("libtilescribe_cuda.so");
  if (!file) return {nullptr, file.reason()};
  auto* const entry = file.function<decltype(tilescribe_cuda_entry)>("tilescribe_cuda_entry");
  if (entry == nullptr)
    return {nullptr, Message("libtilescribe_cuda.so has no function tilescribe_cuda_entry.")};
  const CudaPlugin* plugin = entry();
  if (plugin->abi != cuda_plugin_abi) {
    return {nullptr, Message("libtilescribe_cuda.so is of another build: its interface is version {1}, but "
                             "this program needs {2}.",
                             plugin->abi, cuda_plugin_abi)};
  }
  return {plugin, {}};
}

const Loaded& loaded() {
  static const Loaded once = load();
  return once;
}

}  // namespace

CudaDevices cuda_devices() {
  if (loaded().plugin != nullptr) return loaded().plugin->devices();
  CudaDevices none;
  none.reason = loaded().reason;
  return none;
}

std::string cuda_version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::unique_ptr<Backend> make_cuda_backend(const CudaOptions& options) {
  if (loaded().plugin == nullptr) throw Error("No GPU can be used: {1}", loaded().reason);
  return loaded().plugin->make(options);
}

}  // namespace tilescribe::kernels
