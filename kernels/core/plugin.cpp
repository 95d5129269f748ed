// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/plugin.h"

#include <cfenv>
#include <system_error>

#include <dlfcn.h>

namespace tilescribe {

namespace fs = std::filesystem;

std::vector<fs::path> plugin_directories() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const fs::path bin = program.parent_path();
  return {bin, bin.parent_path() / "lib", (bin / TILESCRIBE_PLUGINS_FROM_BIN).lexically_normal()};
}

Plugin Plugin::open(const std::string& file_name) {
  Plugin plugin;
  for (const fs::path& directory : plugin_directories()) {
    const fs::path file = directory / file_name;
    std::error_code error;
    if (!fs::exists(file, error)) continue;
    std::fenv_t arithmetic;  // some libraries change it where they are loaded
    std::fegetenv(&arithmetic);
    plugin.handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    std::fesetenv(&arithmetic);
    if (plugin.handle_ != nullptr) {
      plugin.reason_ = {};
      return plugin;
    }
    const char* message = dlerror();  // NOLINT(concurrency-mt-unsafe): glibc keeps it per thread
    plugin.reason_ = Message("{1} could not be opened: {2}.", file_name,
                             message != nullptr ? Message::verbatim(message) : Message("no reason given"));
  }
  if (plugin.reason_.empty())
    plugin.reason_ = Message("{1} is not installed beside this program.", file_name);
  return plugin;
}

void* Plugin::symbol(const char* name) const {
  return handle_ != nullptr ? dlsym(handle_, name) : nullptr;
}

}  // namespace tilescribe
