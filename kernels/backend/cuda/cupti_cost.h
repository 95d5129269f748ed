// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/cuda/cupti_session.h"

#ifdef TILESCRIBE_HAS_CUPTI
#include "kernels/backend/cuda/cuda_backend.h"

namespace tilescribe::kernels {

/// What CUPTI adds to a kernel of a recorded step: it is the device that waits, so that the host can't see
/// it. Where steps are so short that the host is no faster than the device, what CUPTI costs the host comes
/// on top.
struct CuptiCost {
  double recorded_ns = 0.0;     // where the kernel has a record
  double passed_over_ns = 0.0;  // where its step has one as a whole
};

/// Measures that on chains of kernels of some 2 us, such as decode steps are. Throws Error where the GPU
/// can't be used.
class CuptiCostMeasurement {
 public:
  explicit CuptiCostMeasurement(CudaBackend& backend) : backend_(backend) {}
  /// The first half, before the process asks for CUPTI: what has been asked for costs something even while it
  /// is switched off. Some 10 ms.
  void before_cupti();
  /// The second, in the session opened meanwhile. Some 20 ms.
  CuptiCost in_session(CuptiSession& session);

 private:
  CudaBackend& backend_;
  double untouched_ns_ = 0.0;  // a kernel
};

}  // namespace tilescribe::kernels
#endif
