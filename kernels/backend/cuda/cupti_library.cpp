// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cupti_library.h"

#ifdef TILESCRIBE_HAS_CUPTI
#include <filesystem>
#include <system_error>
#include <vector>

#include <dlfcn.h>

#include "kernels/core/error.h"

namespace tilescribe::kernels {
namespace {

namespace fs = std::filesystem;

// The layout of records changes between releases, so only this release's library is used.
constexpr int release = CUDA_VERSION / 1000;

/// Folders lib/python3.N below `root` where packages are installed.
std::vector<fs::path> python_packages(const fs::path& root) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / "lib", error)) {
    if (!entry.path().filename().string().starts_with("python3")) continue;
    for (const char* folder : {"site-packages", "dist-packages"}) found.push_back(entry.path() / folder);
  }
  return found;
}

/// Where the library may be, the likeliest first. The system looks up a bare name.
std::vector<fs::path> candidates() {
  const std::string number = std::to_string(release), name = "libcupti.so." + number;
  std::vector<fs::path> files{name};
  for (const std::string& toolkit : {"/usr/local/cuda-" + number + ".0", std::string("/usr/local/cuda")}) {
    for (const char* folder : {"lib64", "extras/CUPTI/lib64", "targets/x86_64-linux/lib"})
      files.push_back(fs::path(toolkit) / folder / name);
  }
  for (const char* root : {"/usr", "/usr/local"}) {
    for (const fs::path& packages : python_packages(root)) {
      files.push_back(packages / ("nvidia/cu" + number) / "lib" / name);
      files.push_back(packages / "nvidia/cuda_cupti/lib" / name);
    }
  }
  return files;
}

void* open_library() {
  for (const fs::path& file : candidates()) {
    std::error_code error;
    if (file.has_parent_path() && !fs::exists(file, error)) continue;
    if (void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return nullptr;
}

/// The library, or why there is none.
struct Opened {
  CuptiLibrary functions{};
  Message reason;
};

Opened open_once() {
  Opened opened;
  const std::string name = "libcupti.so." + std::to_string(release);
  void* const library = open_library();
  if (library == nullptr) {
    opened.reason = Message(
        "CUPTI ({1}) was not found among the system's libraries, in the CUDA toolkit or among Python's "
        "packages.",
        name);
    return opened;
  }
  const auto resolve = [&](auto& function, const char* symbol) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
    if (function == nullptr) opened.reason = Message("{1} has no function {2}.", name, symbol);
  };
  CuptiLibrary& cupti = opened.functions;
  resolve(cupti.version, "cuptiGetVersion");
  resolve(cupti.error_message, "cuptiGetErrorMessage");
  resolve(cupti.subscribe, "cuptiSubscribe");
  resolve(cupti.enable_callback, "cuptiEnableCallback");
  resolve(cupti.register_buffers, "cuptiActivityRegisterCallbacks");
  resolve(cupti.enable, "cuptiActivityEnable");
  resolve(cupti.disable, "cuptiActivityDisable");
  resolve(cupti.flush, "cuptiActivityFlushAll");
  resolve(cupti.next_record, "cuptiActivityGetNextRecord");
  resolve(cupti.dropped_records, "cuptiActivityGetNumDroppedRecords");
  resolve(cupti.graph_node_id, "cuptiGetGraphNodeId");
  resolve(cupti.timestamp, "cuptiGetTimestamp");
  return opened;
}

}  // namespace

std::string CuptiLibrary::message(CUptiResult status) const {
  const char* text = nullptr;
  if (error_message(status, &text) == CUPTI_SUCCESS && text != nullptr) return text;
  return "status " + std::to_string(static_cast<int>(status));
}

void CuptiLibrary::check(CUptiResult status, const Message& doing) const {
  if (status == CUPTI_SUCCESS) return;
  if (status == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED) {
    throw Error("Another tool (Nsight, cuda-gdb, compute-sanitizer) already watches this process by CUPTI.");
  }
  if (status == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES) {
    throw Error("The driver lets only administrators measure by CUPTI on this machine.");
  }
  throw Error(Message("CUPTI reported \"{1}\" {2}.", message(status), doing),
              "status " + std::to_string(static_cast<int>(status)));
}

const CuptiLibrary* open_cupti(Message& reason) {
  static const Opened opened = open_once();
  reason = opened.reason;
  return opened.reason.empty() ? &opened.functions : nullptr;
}

}  // namespace tilescribe::kernels
#endif
