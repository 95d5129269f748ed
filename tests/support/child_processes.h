// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include <sys/types.h>
#include <unistd.h>

namespace tilescribe::test {

/// The processes that any thread of this one has started and nobody has reaped, and theirs behind them.
inline std::vector<pid_t> child_processes() {
  std::vector<pid_t> parents{::getpid()};
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const std::filesystem::path threads = "/proc/" + std::to_string(parents[i]) + "/task";
    std::error_code error;  // it may end meanwhile
    for (std::filesystem::directory_iterator thread(threads, error), end; !error && thread != end;
         thread.increment(error)) {
      std::ifstream in(thread->path() / "children");
      for (pid_t child = 0; in >> child;) parents.push_back(child);
    }
  }
  parents.erase(parents.begin());
  return parents;
}

}  // namespace tilescribe::test
