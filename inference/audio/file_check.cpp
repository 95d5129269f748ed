// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/file_check.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>

#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

void check_regular(const struct stat& about, const std::string& name) {
  if (S_ISREG(about.st_mode)) return;
  if (S_ISDIR(about.st_mode)) throw Error("An audio or video file was expected, but {1} is a folder.", name);
  throw Error("An audio or video file was expected, but {1} is a device, a pipe or a socket.", name);
}

}  // namespace

FileHandle open_readable(const std::filesystem::path& file) {
  const std::string name = quoted(file);
  struct stat about {};
  if (::stat(file.c_str(), &about) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) throw Error("There is no file {1}.", name);
    const Message why("The file {1} can't be reached: {2}.", name, std::generic_category().message(errno));
    if (errno == EACCES || errno == ELOOP || errno == ENAMETOOLONG) throw Error(why);
    throw MachineError(why);
  }
  check_regular(about, name);  // before it is opened: opening a device may have effects
  // Something else may have replaced it since. If it is a pipe, opening it must not wait for a writer.
  FileHandle handle(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!handle) {
    if (errno == EACCES || errno == EPERM) {
      throw Error("You have no permission to read the file {1}.", name);
    }
    throw MachineError("The file {1} can't be opened: {2}.", name, std::generic_category().message(errno));
  }
  if (::fstat(handle.get(), &about) != 0) {
    throw MachineError("The file {1} can't be read: {2}.", name, std::generic_category().message(errno));
  }
  check_regular(about, name);
  return handle;
}

void check_channel(const std::filesystem::path& file, int channel, int channels) {
  if (channel < channels) return;
  throw Error("Channel {1} of {2} was asked for, and it has {3}.", channel + 1, quoted(file), channels);
}

}  // namespace tilescribe::audio
