// SPDX-License-Identifier: Apache-2.0
#include "inference/api/private_files.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <random>
#include <system_error>

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/core/error.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

constexpr const char* temporary_begin = ".tilescribe-";
constexpr const char* temporary_end = ".tmp";

bool make_with_parents(const fs::path& folder) {
  if (::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) return true;
  const fs::path above = folder.parent_path();
  if (errno != ENOENT || above.empty() || above == folder || !make_with_parents(above)) return false;
  return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST;
}

}  // namespace

fs::path data_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it while we run
    return fs::path(value != nullptr ? value : "");
  };
  fs::path data = variable("XDG_DATA_HOME");
  if (!data.is_absolute()) {  // the specification says to ignore a relative path
    fs::path home = variable("HOME");
    if (home.empty()) {
      const passwd* user = ::getpwuid(::getuid());  // NOLINT(concurrency-mt-unsafe): nobody else asks
      home = user != nullptr ? user->pw_dir : "/";
    }
    data = home / ".local" / "share";
  }
  return data / "tilescribe";
}

void make_private_folder(const Message& what, const fs::path& folder) {
  const fs::path plain = folder.has_filename() ? folder : folder.parent_path();  // "a/b/" is "a/b"
  int error = make_with_parents(plain) ? 0 : errno;
  if (error == 0 && !fs::is_directory(plain)) error = ENOTDIR;
  if (error == 0) return;
  throw Error("The folder for {1}, '{2}', can't be made: {3}.", what, folder.string(),
              std::generic_category().message(error));
}

bool make_private_file(const fs::path& file) {
  const int handle = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (handle >= 0) ::close(handle);
  return handle >= 0;
}

void close_to_others(const fs::path& path) {
  // Through a handle, so that the file that was checked is the one that is changed.
  const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (handle < 0) return;
  struct stat about {};
  if (::fstat(handle, &about) == 0 && about.st_uid == ::geteuid() && (about.st_mode & 0077U) != 0) {
    ::fchmod(handle, about.st_mode & 0700U);
  }
  ::close(handle);
}

// A name of fixed length, because the target's may already be as long as names can be.
std::string temporary_name() {
  std::random_device random;
  return std::string(temporary_begin) + std::to_string(random()) + temporary_end;
}

bool is_temporary(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.starts_with(temporary_begin) && name.ends_with(temporary_end);
}

void remove_left_temporaries(const fs::path& folder) {
  const auto now = fs::file_time_type::clock::now();
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unknown;
    if (!is_temporary(entry->path()) || !entry->is_regular_file(unknown)) continue;
    const fs::file_time_type written = entry->last_write_time(unknown);
    if (!unknown && now - written > std::chrono::hours(1)) fs::remove(entry->path(), unknown);
  }
}

}  // namespace tilescribe
