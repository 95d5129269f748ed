// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/capture_loader.h"

#include "kernels/core/plugin.h"

namespace tilescribe::audio {
namespace {

CaptureLibrary refused(const std::string& why) {
  return {nullptr, "Microphones can't be used here, because the program's part for live sound is missing: " +
                       why + " Files can still be transcribed."};
}

}  // namespace

CaptureLibrary load_capture_library(const std::string& file_name) {
  const Plugin library = Plugin::open(file_name);
  if (!library) return refused(library.reason());
  auto* entry = library.function<CapturePluginEntry>(capture_plugin_symbol);
  if (entry == nullptr) return refused(file_name + " is not a capture plugin of Tilescribe.");
  const CapturePlugin* plugin = entry(capture_plugin_abi);
  if (plugin == nullptr) return refused(file_name + " belongs to another version of Tilescribe.");
  return {plugin, ""};
}

const CaptureLibrary& capture_library() {
  static const CaptureLibrary library = load_capture_library(capture_plugin_file);
  return library;
}

}  // namespace tilescribe::audio
