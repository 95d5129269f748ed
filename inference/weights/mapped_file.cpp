// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/mapped_file.h"

#include <cerrno>
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
  throw Error("The file {1} could not be read: {2}.", path.string(), std::generic_category().message(error));
}

[[noreturn]] void refuse_kind(const std::filesystem::path& path) {
  throw Error("A regular file was expected at {1}, but it is something else.", path.string());
}

std::size_t size_of(int fd, const std::filesystem::path& path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) fail(path, errno);
  if (!S_ISREG(status.st_mode)) refuse_kind(path);
  return static_cast<std::size_t>(status.st_size);
}

}  // namespace

bool is_absent(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::status(path, ignored).type() == std::filesystem::file_type::not_found;
}

// O_NONBLOCK: opening a pipe by mistake must not wait for a writer. A socket can't be opened at all.
MappedFile::Descriptor::Descriptor(const std::filesystem::path& path)
    : fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (fd < 0 && errno == ENXIO) refuse_kind(path);
  if (fd < 0) fail(path, errno);
}

MappedFile::Descriptor::~Descriptor() {
  ::close(fd);
}

MappedFile::MappedFile(std::filesystem::path path) : path_(std::move(path)), file_(path_) {
  const std::size_t size = size_of(file_.fd, path_);
  if (size == 0) return;  // an empty range can't be mapped
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file_.fd, 0);
  if (memory == MAP_FAILED) fail(path_, errno);
  bytes_ = {static_cast<const std::byte*>(memory), size};
  guard_.emplace(bytes_);
}

MappedFile::~MappedFile() {
  guard_.reset();
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void MappedFile::check() const {
  // A file may also lose the end of its last page, which causes no fault.
  if (const std::size_t size = size_of(file_.fd, path_); size < bytes_.size()) {
    throw Error("The file {1} became shorter while it was read: it had {2} bytes, and now it has {3}.",
                path_.string(), bytes_.size(), size);
  }
  if (guard_ && guard_->faulted()) {
    throw Error("The file {1} could not be read whole: it was changed, or its disk failed.", path_.string());
  }
}

void MappedFile::release(std::span<const std::byte> part) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto offset = static_cast<std::size_t>(part.data() - bytes_.data());  // the map starts on a page
  const std::size_t first = (offset + page - 1) / page * page;
  const std::size_t last = (offset + part.size()) / page * page;
  if (first >= last) return;
  // Only advice: if it is not taken, the pages stay, and nothing else changes.
  ::madvise(const_cast<std::byte*>(bytes_.data()) + first, last - first, MADV_DONTNEED);
}

}  // namespace tilescribe::weights
