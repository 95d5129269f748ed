// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inference/api/export.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, std::string_view step, int error) {
  throw Error("The transcript could not be saved as " + file.string() + ": " +
                  std::generic_category().message(error) + ".",
              std::string(step) + " failed with errno " + std::to_string(error));
}

// A file that takes another's place in one step, or goes away without a trace.
class Replacement {
 public:
  explicit Replacement(const fs::path& target) : target_(target) {
    struct stat older = {};
    const bool replaces = ::stat(target.c_str(), &older) == 0;
    if (replaces && !S_ISREG(older.st_mode)) {
      throw Error("The transcript could not be saved as " + target.string() + ": " +
                  (S_ISDIR(older.st_mode) ? "that is a folder." : "that is not a regular file."));
    }
    // The name does not grow with the target's, which may already be as long as names can be.
    std::random_device random;
    do {
      temporary_ = target.parent_path() / (".tilescribe-" + std::to_string(random()) + ".tmp");
      descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EEXIST);
    if (descriptor_ < 0) fail(target_, "open", errno);
    // A file that was private stays so. Where its mode can't be had, the user's umask has decided.
    if (replaces) ::fchmod(descriptor_, older.st_mode & 0777U);
  }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(target_, "write", errno);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void commit() {
    // The bytes must be on the disk before the name points at them, or a power cut leaves an empty file.
    if (::fsync(descriptor_) != 0 && errno != EINVAL) fail(target_, "fsync", errno);
    if (::close(std::exchange(descriptor_, -1)) != 0) fail(target_, "close", errno);
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(target_, "rename", errno);
    temporary_.clear();
  }

 private:
  fs::path target_;
  fs::path temporary_;
  int descriptor_ = -1;
};

// Where `file` is a link, the file that it leads to: the link itself stays.
fs::path followed(const fs::path& file) {
  std::error_code error;
  fs::path absolute = fs::absolute(file, error);
  if (error) fail(file, "getcwd", error.value());
  if (!fs::is_symlink(fs::symlink_status(absolute, error))) return absolute;
  fs::path target = fs::weakly_canonical(absolute, error);
  if (error) fail(file, "realpath", error.value());
  return target;
}

}  // namespace

void save_transcript(const fs::path& file, const Transcript& transcript, ExportFormat format) {
  std::ostringstream text;
  write_transcript(text, transcript, format);
  Replacement replacement(followed(file));
  replacement.write(text.view());
  replacement.commit();
}

}  // namespace tilescribe
