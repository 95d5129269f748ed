// SPDX-License-Identifier: Apache-2.0
#include "inference/transcript/replacement.h"

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inference/api/private_files.h"
#include "kernels/core/error.h"
#include "kernels/core/write_all.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const Message& what, const fs::path& file, std::string_view step, int error) {
  throw Error(Message("The {1} could not be saved as {2}: {3}.", what, file.string(),
                      std::generic_category().message(error)),
              std::string(step) + " failed with errno " + std::to_string(error));
}

// If `file` is a link that is followed, the file it points to; the link itself stays.
fs::path followed(const Message& what, const fs::path& file, Links links) {
  std::error_code error;
  fs::path absolute = fs::absolute(file, error);
  if (error) fail(what, file, "getcwd", error.value());
  if (links == Links::replace || !fs::is_symlink(fs::symlink_status(absolute, error))) return absolute;
  fs::path target = fs::weakly_canonical(absolute, error);
  if (error) fail(what, file, "realpath", error.value());
  return target;
}

}  // namespace

Replacement::Replacement(Message what, const fs::path& target, Readers readers, Links links)
    : what_(std::move(what)), target_(followed(what_, target, links)) {
  struct stat older = {};
  // A link that is replaced says nothing of the mode.
  const bool replaces = ::lstat(target_.c_str(), &older) == 0 && !S_ISLNK(older.st_mode);
  if (replaces && !S_ISREG(older.st_mode)) {
    throw Error("The {1} could not be saved as {2}: {3}.", what_, target_.string(),
                S_ISDIR(older.st_mode) ? Message("that is a folder") : Message("that is not a regular file"));
  }
  do {
    temporary_ = target_.parent_path() / temporary_name();
    const mode_t mode = replaces || readers == Readers::user_alone ? 0600 : 0666;
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) {
    const int error = std::exchange(errno, 0);
    temporary_.clear();
    fail(what_, target_, "open", error);
  }
  // It was the user's alone until here, so a private file never stands open. If its mode can't be set, it
  // stays so.
  if (replaces && readers == Readers::as_usual) ::fchmod(descriptor_, older.st_mode & 0777U);
}

Replacement::~Replacement() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void Replacement::write(std::string_view bytes) {
  if (const int failed = kernels::write_all(descriptor_, bytes); failed != 0)
    fail(what_, target_, "write", failed);
}

void Replacement::commit() {
  finish();
  rename();
}

bool Replacement::commit_as_new() {
  finish();
  if (::link(temporary_.c_str(), target_.c_str()) == 0) {
    ::unlink(temporary_.c_str());
    temporary_.clear();
    return true;
  }
  if (errno == EEXIST) return false;
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK)
    fail(what_, target_, "link", errno);
  // No hard links: the name is taken first.
  if (!make_private_file(target_)) {
    if (errno == EEXIST) return false;
    fail(what_, target_, "open", errno);
  }
  rename();
  return true;
}

// The data must be on disk before it has its name, or a power cut could leave an empty file.
void Replacement::finish() {
  if (::fsync(descriptor_) != 0 && errno != EINVAL) fail(what_, target_, "fsync", errno);
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(what_, target_, "close", errno);
}

void Replacement::rename() {
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(what_, target_, "rename", errno);
  temporary_.clear();
}

void replace_file(Message what, const std::filesystem::path& target, std::string_view bytes, Readers readers,
                  Links links) {
  Replacement replacement(std::move(what), target, readers, links);
  replacement.write(bytes);
  replacement.commit();
}

}  // namespace tilescribe
