// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <string_view>

#include <unistd.h>

namespace tilescribe::kernels {

/// Writes all of it, however often it is interrupted. Returns 0, or the errno of the write that failed.
inline int write_all(int descriptor, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace tilescribe::kernels
