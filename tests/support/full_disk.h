// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

#include <sys/resource.h>

namespace tilescribe::test {

/// As long as it lives, no file of this process grows beyond so many bytes: a write behind that fails, as on
/// a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes = 0) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

}  // namespace tilescribe::test
