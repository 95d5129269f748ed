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
  int index = 0;                  // by the driver's count
  std::string name;               // e.g. "NVIDIA H200"
  int major = 0, minor = 0;       // compute capability
  std::int64_t memory_bytes = 0;  // total
  std::int64_t free_bytes = 0;    // now
  bool usable = false;            // this build has kernels for it, and it responds
  Message reason;                 // why it is not usable: a sentence; otherwise empty
};

/// What CUDA finds on this machine.
struct CudaDevices {
  bool available = false;   // there are the plugin, a driver that is new enough, and at least one GPU
  Message reason;           // why it is not available: a sentence; otherwise empty
  int driver_version = 0;   // newest CUDA that the driver supports, 1000·major + 10·minor; 0: no driver
  int runtime_version = 0;  // CUDA of this build, in the same form; 0: no plugin
  std::vector<CudaDeviceFacts> devices;
};

/// Opens the CUDA plugin and asks the driver. Something missing is reported as the reason, not thrown.
TILESCRIBE_EXPORT CudaDevices cuda_devices();

/// "13.0" for 13000.
TILESCRIBE_EXPORT std::string cuda_version_text(int version);

/// The two GPU engines: "cuda-baseline" runs plain kernels in float32; "cuda" runs fused and tuned kernels in
/// bfloat16 with float32 accumulation.
enum class CudaEngine { baseline, tuned };

/// Arithmetic of the baseline's matrix products: float32, or tensor cores with operands rounded to TF32.
enum class MatrixMode { f32, tf32 };

/// What runs the baseline's linear layers: its own kernels, or NVIDIA's cuBLASLt.
enum class LinearLibrary { own, cublas };

/// A device failure on request, when the 40th op begins: a kernel that does not start, a refused allocation,
/// or a device that is lost. Or a faulty kernel that only compute-sanitizer notices: it writes past its
/// memory, or two of its threads race.
enum class InjectedFault { none, launch, memory, lost, overrun, race };

struct CudaOptions {
  CudaEngine engine = CudaEngine::tuned;
  int device = 0;                // by the driver's count
  std::size_t memory_limit = 0;  // bytes of GPU memory that may be used; 0: what is free, minus a margin
  int architecture = 0;          // 80: only kernels that run everywhere, to test them; 0: the device's own
  MatrixForm::Storage weights = MatrixForm::Storage::usual;  // of the engine cuda: usual, int8 or fp8
  MatrixMode matrix_mode = MatrixMode::f32;                  // of cuda-baseline
  LinearLibrary linear_library = LinearLibrary::own;         // of cuda-baseline
  InjectedFault inject_fault = InjectedFault::none;
  bool separate_memory = false;  // one allocation per tensor: slow, but memcheck sees its bounds
};

/// Opens a GPU engine. Throws Error if it can't run.
TILESCRIBE_EXPORT std::unique_ptr<Backend> make_cuda_backend(const CudaOptions& options);

}  // namespace tilescribe::kernels
