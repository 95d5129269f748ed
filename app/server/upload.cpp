// SPDX-License-Identifier: Apache-2.0
#include "app/server/upload.h"

#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/protocol/api_error.h"

namespace tilescribe::server {
namespace {

[[noreturn]] void fail(int error) {
  throw protocol::RequestError({.status = 507,
                                .message = Message("The sound could not be kept in a temporary file: {1}.",
                                                   std::generic_category().message(error)),
                                .code = "insufficient_storage"});
}

}  // namespace

Upload::Upload() {
  std::error_code none;
  std::filesystem::path folder = std::filesystem::temp_directory_path(none);
  if (none) folder = "/tmp";
  file_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file_ >= 0) return;
  // Not every file system has files that never had a name.
  std::string name = (folder / "tilescribe-sound-").string() + std::string(6, 'X');
  file_ = ::mkostemp(name.data(), O_CLOEXEC);  // 0600
  if (file_ < 0) fail(errno);
  ::unlink(name.c_str());
}

Upload::~Upload() {
  ::close(file_);
}

void Upload::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::size_t Upload::read(std::int64_t from, char* out, std::size_t most) const {
  std::size_t done = 0;
  while (done < most) {
    const ssize_t count = ::pread(file_, out + done, most - done, from + static_cast<std::int64_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

void Upload::forget(std::int64_t before) {
  ::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, before);
}

std::filesystem::path Upload::path() const {
  return "/proc/self/fd/" + std::to_string(file_);
}

}  // namespace tilescribe::server
