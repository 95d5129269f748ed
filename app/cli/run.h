// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/cli/console.h"
#include "app/machine/services.h"

namespace tilescribe::cli {

enum ExitCode : int {
  exit_done = 0,
  exit_failed = 1,
  exit_usage = 2,
  exit_again = 75,           // archive run: stopped before its end (EX_TEMPFAIL of sysexits.h)
  exit_cancelled = 130,      // as a shell reports SIGINT
  exit_output_closed = 141,  // as a shell reports SIGPIPE
};

/// The whole program behind main: parses the arguments (without the program name), does the work, reports
/// errors, returns the exit code. Throws nothing but std::bad_alloc.
int run(const std::vector<std::string>& arguments, const Services& services, Console& console);

}  // namespace tilescribe::cli
