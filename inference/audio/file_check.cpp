// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/file_check.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::string check_readable(const std::filesystem::path& file) {
  const std::string name = quoted(file);
  std::error_code status;
  const std::filesystem::file_status kind = std::filesystem::status(file, status);
  if (kind.type() == std::filesystem::file_type::not_found) {
    throw Error("There is no file " + name + ".");
  }
  if (status) throw Error("The file " + name + " can't be reached: " + status.message() + ".");
  if (std::filesystem::is_directory(kind)) {
    throw Error("An audio or video file was expected, but " + name + " is a folder.");
  }
  if (!std::filesystem::is_regular_file(kind)) {
    throw Error("An audio or video file was expected, but " + name + " is a device, a pipe or a socket.");
  }

  const std::unique_ptr<std::FILE, FileCloser> input(std::fopen(file.c_str(), "rb"));
  if (!input) {
    const std::error_code reason(errno, std::generic_category());
    if (reason == std::errc::permission_denied) {
      throw Error("You have no permission to read the file " + name + ".");
    }
    throw Error("The file " + name + " can't be opened: " + reason.message() + ".");
  }
  std::string head(16, '\0');
  head.resize(std::fread(head.data(), 1, head.size(), input.get()));
  if (std::ferror(input.get()) != 0) {
    throw Error("The file " + name + " can't be read: " + std::generic_category().message(errno) + ".");
  }
  if (head.empty()) throw Error("The file " + name + " is empty.");
  return head;
}

}  // namespace tilescribe::audio
