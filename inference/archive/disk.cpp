// SPDX-License-Identifier: Apache-2.0
#include "inference/archive/disk.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inference/audio/recording/file_handle.h"
#include "kernels/core/error.h"

namespace tilescribe::archive {

bool stands(const std::filesystem::path& file) {
  struct stat about {};
  if (::stat(file.c_str(), &about) == 0) return true;
  if (errno == ENOENT) return false;
  throw Error("{1} can't be looked at: {2}.", file.string(), std::generic_category().message(errno));
}

bool make_mark(const std::filesystem::path& file) {
  const audio::FileHandle handle(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!handle && errno == EEXIST) return false;
  if (!handle) throw Error("{1} can't be made: {2}.", file.string(), std::generic_category().message(errno));
  audio::sync_folder(file.parent_path());
  return true;
}

bool remove_mark(const std::filesystem::path& file) noexcept {
  return ::unlink(file.c_str()) == 0 || errno == ENOENT;
}

}  // namespace tilescribe::archive
