// SPDX-License-Identifier: Apache-2.0
#include "inference/archive/disk.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/core/error.h"

namespace tilescribe::archive {

Message not_a_regular_file(const std::filesystem::path& file) {
  return Message("Expected a regular file at {1}, found something else.", file.string());
}

void check_folders(const std::filesystem::path& job) {
  const auto check = [&](const char* name) {
    struct stat about {};
    const std::filesystem::path folder = job / name;
    if (::lstat(folder.c_str(), &about) == 0 && !S_ISDIR(about.st_mode))
      throw Error("Expected a folder of the archive at {1}, found a link or a file.", folder.string());
  };
  for (const char* name : job_folders) check(name);
  check("merged");
}

audio::FileHandle open_in_job(const std::filesystem::path& file, int flags) {
  audio::FileHandle handle(::open(file.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
  const int error = errno;
  struct stat about {};
  const int known = handle ? ::fstat(handle.get(), &about) : ::lstat(file.c_str(), &about);
  if (known == 0 && !S_ISREG(about.st_mode)) throw Error(not_a_regular_file(file));
  errno = error;
  return handle;
}

bool stands(const std::filesystem::path& file) {
  struct stat about {};
  if (::lstat(file.c_str(), &about) == 0) {
    if (!S_ISREG(about.st_mode)) throw Error(not_a_regular_file(file));
    return true;
  }
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
