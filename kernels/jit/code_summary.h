// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/core/message.h"

namespace tilescribe::kernels {

/// What a compiler for GPUs made of one kernel.
struct CodeSummary {
  /// How often a kind of instruction stands in the PTX. One in a loop counts once.
  struct Count {
    Message what;  // "shared loads"
    int count = 0;
    bool operator==(const Count&) const = default;
  };
  std::string kernel;                               // its entry
  int registers = 0;                                // of a thread
  int shared_bytes = 0;                             // of a block, before what a launch adds
  int stack_bytes = 0;                              // of a thread, in its local memory
  int spill_store_bytes = 0, spill_load_bytes = 0;  // of a thread: registers that did not suffice
  int barriers = 0;                                 // of a block
  std::vector<Count> instructions;                  // those kinds that are there, and all kinds last
  bool operator==(const CodeSummary&) const = default;
};

/// Of each entry that ptxas speaks of in `log` (its option -v), with the instructions in its PTX (PTX
/// ISA 9.0).
TILESCRIBE_EXPORT std::vector<CodeSummary> code_summaries(std::string_view log, std::string_view ptx);

/// What a 32-bit global of a PTX is at first; 0 if there is none.
TILESCRIBE_EXPORT int first_value(std::string_view ptx, std::string_view global);

}  // namespace tilescribe::kernels
