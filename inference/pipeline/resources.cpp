// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "inference/api/transcriber.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

// Where to look, in this order: $TILESCRIBE_RESOURCES, an installation's share folder, a build's source tree.
std::vector<fs::path> resource_roots() {
  std::vector<fs::path> roots;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing in the program changes the environment
  if (const char* named = std::getenv("TILESCRIBE_RESOURCES"); named != nullptr && *named != '\0') {
    roots.emplace_back(named);
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return roots;
  roots.push_back((program.parent_path() / TILESCRIBE_DATA_FROM_BIN).lexically_normal());
  for (fs::path folder = program.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    roots.push_back(folder / "resources");
  }
  return roots;
}

fs::path resource(const fs::path& relative, const Message& what) {
  const std::vector<fs::path> roots = resource_roots();
  for (const fs::path& root : roots) {
    std::error_code error;
    if (fs::exists(root / relative, error)) return root / relative;
  }
  std::string looked;
  for (const fs::path& root : roots) looked += (root / relative).string() + "\n";
  throw Error(Message("The bundled {1} was not found beside the program; set TILESCRIBE_RESOURCES to its "
                      "resources folder.",
                      what),
              "Looked for:\n" + looked);
}

}  // namespace

fs::path demo_model_directory() {
  return resource(fs::path("models") / "demo" / "config.json", Message("demo model")).parent_path();
}

fs::path sample_recording() {
  return resource(fs::path("audio") / "sample.wav", Message("sample recording"));
}

std::vector<fs::path> bundled_fonts() {
  std::vector<fs::path> fonts;
  for (const fs::path& root : resource_roots()) {
    std::error_code error;
    for (const auto& file : fs::directory_iterator(root / "fonts", error)) {
      if (file.path().extension() == ".ttf") fonts.push_back(file.path());
    }
    if (!fonts.empty()) break;
  }
  std::ranges::sort(fonts);
  return fonts;
}

}  // namespace tilescribe
