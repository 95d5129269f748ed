// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/core/message.h"

namespace tilescribe::audio {

/// What the process of one file may take.
struct Limits {
  std::int64_t memory_gb = 2;  // of addresses; the libraries take up to 0.4 of them. Not under
                               // sanitizers, which reserve terabytes
  std::int64_t work_s = 60;    // seconds of processor time between two packets
  std::int64_t header_s = 10;  // of these for libsndfile's own code that opens a file; it needs milliseconds
};

/// From here on the process can use its socket, the open file and memory, and nothing else: it opens nothing,
/// starts nothing and runs no code that it wrote. What is not allowed fails with EPERM. There is no way back.
/// Returns why the system refused the list of calls (seccomp), else nothing. The limits hold in any case:
/// memory, no file or socket, no process, no core file. Throws Error if one is refused.
Message confine(const Limits& limits);

/// Begins a piece of work, or one that is to open a file with libsndfile: if it takes longer, SIGPROF or
/// SIGVTALRM ends the process. Limits of 0 s are none.
void begin_work(const Limits& limits);
void begin_header(const Limits& limits);

/// The limit that ended a process with this status (as waitpid gives it), seconds; 0 if none did.
std::int64_t exceeded_limit_s(const Limits& limits, int status);

}  // namespace tilescribe::audio
