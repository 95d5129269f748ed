// SPDX-License-Identifier: Apache-2.0
#include "kernels/lab/lab_kernel.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernels/core/error.h"
#include "kernels/core/write_all.h"

namespace tilescribe::kernels::lab {
namespace {

/// A shared object that was never a file: what was checked is what is opened.
class Opened {
 public:
  explicit Opened(std::string_view bytes) {
    const int file = ::memfd_create("kernel", MFD_CLOEXEC);
    const int failed = file < 0 ? errno : write_all(file, bytes);
    if (failed == 0) handle_ = dlopen(path_of(file).c_str(), RTLD_NOW | RTLD_LOCAL);
    const char* const why = failed == 0 ? dlerror() : nullptr;  // NOLINT(concurrency-mt-unsafe): per thread
    const std::string reason = why != nullptr ? why : std::generic_category().message(failed);
    if (file >= 0) ::close(file);
    if (handle_ == nullptr) throw Error("The compiled kernel could not be opened: {1}.", reason);
  }
  ~Opened() { dlclose(handle_); }

  // dlopen gives what it opened before under the same name, and file numbers come again. One more slash names
  // the same file and is another name.
  static std::string path_of(int file) {
    constexpr std::size_t most_slashes = 3000;  // a path has at most 4096 bytes
    static std::atomic<std::size_t> opened = 0;
    return "/proc/self/fd" + std::string(1 + opened++ % most_slashes, '/') + std::to_string(file);
  }

  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  template <class Function>
  Function* function(const char* name) const {
    void* const found = dlsym(handle_, name);
    if (found == nullptr) throw Error("{1} has no function {2}.", "The compiled kernel", name);
    return reinterpret_cast<Function*>(found);
  }

 private:
  void* handle_ = nullptr;
};

class HostKernel final : public LabKernel {
 public:
  explicit HostKernel(std::string_view bytes)
      : opened_(bytes),
        grid_(opened_.function<void(const void*, int*)>("tilescribe_lab_grid")),
        run_(opened_.function<int(const void*, long long, long long, const tile::MemoryRange*, int)>(
            "tilescribe_lab_run")) {}

  tile::Grid grid(const void* args) const override {
    std::array<int, 3> blocks{};
    grid_(args, blocks.data());
    return {blocks[0], blocks[1], blocks[2]};
  }

  Outcome run(const void* args, std::int64_t first, std::int64_t last,
              std::span<const tile::MemoryRange> allowed) const override {
    return static_cast<Outcome>(run_(args, first, last, allowed.data(), static_cast<int>(allowed.size())));
  }

 private:
  Opened opened_;
  void (*grid_)(const void*, int*);
  int (*run_)(const void*, long long, long long, const tile::MemoryRange*, int);
};

}  // namespace

std::shared_ptr<const LabKernel> load_kernel(std::string_view shared_object) {
  return std::make_shared<HostKernel>(shared_object);
}

}  // namespace tilescribe::kernels::lab
