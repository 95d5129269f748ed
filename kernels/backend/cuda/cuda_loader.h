// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/core/export.h"
#include "kernels/core/message.h"

namespace tilescribe::kernels {

/// An NVIDIA GPU as the driver describes it.
struct CudaDeviceFacts {
  int index = 0;                  // as the driver counts them
  std::string name;               // e.g. "NVIDIA H200"
  int major = 0, minor = 0;       // compute capability
  std::int64_t memory_bytes = 0;  // in all
  std::int64_t free_bytes = 0;    // now
  bool usable = false;            // this build holds kernels for it, and it answers
  Message reason;                 // why not, where not; a sentence
};

/// What this machine has for CUDA.
struct CudaDevices {
  bool available = false;   // the plugin, a driver that is new enough and at least one GPU
  Message reason;           // why not, where not; a sentence
  int driver_version = 0;   // the newest CUDA that the driver takes, 1000·major + 10·minor; 0: none
  int runtime_version = 0;  // the CUDA of this build, likewise; 0: no plugin
  std::vector<CudaDeviceFacts> devices;
};

/// Opens the CUDA plugin and asks the driver. Never throws for what is missing: that is the reason.
TILESCRIBE_EXPORT CudaDevices cuda_devices();

/// "13.0" of 13000.
TILESCRIBE_EXPORT std::string cuda_version_text(int version);

/// The two engines on a GPU: "cuda-baseline", every op by the plainest kernel in float32, and "cuda", fused
/// and tuned kernels in bfloat16 with float32 accumulation.
enum class CudaEngine { baseline, tuned };

/// What the baseline's matrix products compute in: float32, or on tensor cores with operands rounded to TF32.
enum class MatrixMode { f32, tf32 };

/// Whose products run the baseline's linear layers: its own kernels, or NVIDIA's cuBLASLt.
enum class LinearLibrary { own, cublas };

/// A failure of the device on request, when the 40th op begins: a kernel that does not start, an allocation
/// that is refused, a device that is lost for good; or a kernel that is wrong in a way that only
/// compute-sanitizer notices: it writes behind its memory, or two of its threads race.
enum class InjectedFault { none, launch, memory, lost, overrun, race };

struct CudaOptions {
  CudaEngine engine = CudaEngine::tuned;
  int device = 0;                // as the driver counts them
  std::size_t memory_limit = 0;  // bytes of its memory that may be taken; 0: what is free
  int architecture = 0;          // 80: only kernels that run everywhere, to test them; 0: the device's own
  MatrixMode matrix_mode = MatrixMode::f32;           // of cuda-baseline
  LinearLibrary linear_library = LinearLibrary::own;  // of cuda-baseline
  InjectedFault inject_fault = InjectedFault::none;
  bool separate_memory = false;  // every tensor an allocation of its own: slow, but memcheck sees its bounds
};

/// An engine on one GPU. Throws Error where it can't run.
TILESCRIBE_EXPORT std::unique_ptr<Backend> make_cuda_backend(const CudaOptions& options);

}  // namespace tilescribe::kernels
