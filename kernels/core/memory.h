// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "kernels/core/error.h"
#include "kernels/core/export.h"

namespace tilescribe::kernels {

/// The error for a failed allocation of `bytes`. `purpose`: for example "for a tensor"; may be empty.
TILESCRIBE_EXPORT Error out_of_memory(std::size_t bytes, const Message& purpose = {});

/// Throws out_of_memory() unless this much can be allocated now. Guards calls into libraries that do not
/// check their own allocations, if they need less than this. Takes microseconds and keeps nothing.
TILESCRIBE_EXPORT void require_memory(std::size_t bytes, const Message& purpose);

/// When it ends, memory that was freed goes back to the system. glibc keeps it, in pieces that often do not
/// fit what comes next, so a program that works for hours would grow. It stands before what frees much
/// memory. Takes milliseconds.
struct TILESCRIBE_EXPORT GivesMemoryBack {
  GivesMemoryBack() = default;
  ~GivesMemoryBack();
  GivesMemoryBack(const GivesMemoryBack&) = delete;
  GivesMemoryBack& operator=(const GivesMemoryBack&) = delete;
};

}  // namespace tilescribe::kernels
