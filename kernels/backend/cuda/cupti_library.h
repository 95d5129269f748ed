// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#if __has_include(<cupti.h>)
#define TILESCRIBE_HAS_CUPTI 1
#include <cuda.h>
#include <cupti.h>

#include "kernels/core/message.h"

namespace tilescribe::kernels {

/// CUPTI's functions, as declared in its headers.
struct CuptiLibrary {
  decltype(&cuptiGetVersion) version;
  decltype(&cuptiGetErrorMessage) error_message;
  decltype(&cuptiSubscribe) subscribe;
  decltype(&cuptiEnableCallback) enable_callback;
  decltype(&cuptiActivityRegisterCallbacks) register_buffers;
  decltype(&cuptiActivityEnable) enable;
  decltype(&cuptiActivityDisable) disable;
  decltype(&cuptiActivityFlushAll) flush;
  decltype(&cuptiActivityGetNextRecord) next_record;
  decltype(&cuptiActivityGetNumDroppedRecords) dropped_records;
  decltype(&cuptiGetGraphNodeId) graph_node_id;
  decltype(&cuptiGetTimestamp) timestamp;

  /// The meaning of a status in CUPTI's words.
  std::string message(CUptiResult status) const;
  /// Throws Error unless a call succeeded. `doing` says what it was for: "while measuring began".
  void check(CUptiResult status, const Message& doing) const;
};

/// Opens the CUPTI of the CUDA release that this was built with: the system's, the toolkit's, or a Python
/// package's. Null if there is none; `reason` then says why, a sentence. It stays open.
const CuptiLibrary* open_cupti(Message& reason);

}  // namespace tilescribe::kernels
#endif
