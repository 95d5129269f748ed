// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/cuda/cupti_session.h"

#ifdef TILESCRIBE_HAS_CUPTI
#include "kernels/backend/cuda/cuda_backend.h"

namespace tilescribe::kernels {

/// What CUPTI adds to each kernel of a recorded step. The device waits, so the host can't see it. If steps
/// are so short that the host is no faster than the device, CUPTI's cost on the host comes on top.
struct CuptiCost {
  double recorded_ns = 0.0;     // if the kernel has a record
  double passed_over_ns = 0.0;  // if its step has one record as a whole
};

/// Measures it on chains of kernels of about 2 µs, as in decode steps. Throws Error if the GPU can't be used.
class CuptiCostMeasurement {
 public:
  explicit CuptiCostMeasurement(CudaBackend& backend) : backend_(backend) {}
  /// First part, before the process opens CUPTI: then it costs something even when switched off. About 10 ms.
  void before_cupti();
  /// Second part, in the session opened since. About 20 ms.
  CuptiCost in_session(CuptiSession& session);

 private:
  CudaBackend& backend_;
  double untouched_ns_ = 0.0;  // per kernel
};

}  // namespace tilescribe::kernels
#endif
