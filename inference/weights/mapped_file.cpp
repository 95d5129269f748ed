// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/mapped_file.h"

#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
  throw Error("The file " + path.string() + " could not be read: " + std::generic_category().message(error) +
              ".");
}

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

}  // namespace

bool is_absent(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::status(path, ignored).type() == std::filesystem::file_type::not_found;
}

MappedFile::MappedFile(std::filesystem::path path) : path_(std::move(path)) {
  // O_NONBLOCK: opening a pipe by mistake must not wait for a writer.
  const Descriptor file{::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.fd < 0) fail(path_, errno);
  struct stat status {};
  if (::fstat(file.fd, &status) != 0) fail(path_, errno);
  if (!S_ISREG(status.st_mode)) {
    throw Error("A regular file was expected at " + path_.string() + ", but it is something else.");
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return;  // an empty range can't be mapped
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.fd, 0);
  if (memory == MAP_FAILED) fail(path_, errno);
  bytes_ = {static_cast<const std::byte*>(memory), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void MappedFile::release(std::span<const std::byte> part) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto offset = static_cast<std::size_t>(part.data() - bytes_.data());  // the map starts on a page
  const std::size_t first = (offset + page - 1) / page * page;
  const std::size_t last = (offset + part.size()) / page * page;
  if (first >= last) return;
  // Only advice: where it is not taken, the pages stay, and nothing else changes.
  ::madvise(const_cast<std::byte*>(bytes_.data()) + first, last - first, MADV_DONTNEED);
}

}  // namespace tilescribe::weights
