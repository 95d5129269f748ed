// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <thread>

namespace tilescribe::cli {

/// While it exists, the first SIGINT or SIGTERM becomes a stop request; a second one ends the process as
/// usual. A signal that was ignored before (nohup) stays ignored. At most one at a time.
class Interrupts {
 public:
  Interrupts();  // throws CommandError if the system refuses
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread watcher_;  // waits for the handler, which must not request a stop itself
};

}  // namespace tilescribe::cli
