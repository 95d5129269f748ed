// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/capture_loader.h"

#include "kernels/core/plugin.h"

namespace tilescribe::audio {
namespace {

CaptureLibrary refused(const Message& why) {
  return {nullptr,
          Message("Microphones can't be used here, because the program's part for live sound is "
                  "missing: {1} Files can still be transcribed.",
                  why),
          why};
}

}  // namespace

CaptureLibrary load_capture_library(const std::string& file_name) {
  const Plugin library = Plugin::open(file_name);
  if (!library) return refused(library.reason());
  auto* entry = library.function<CapturePluginEntry>(capture_plugin_symbol);
  if (entry == nullptr) return refused(Message("{1} is not a capture plugin of Tilescribe.", file_name));
  const CapturePlugin* plugin = entry(capture_plugin_abi);
  if (plugin == nullptr) return refused(Message("{1} belongs to another version of Tilescribe.", file_name));
  return {plugin, {}, {}};
}

const CaptureLibrary& capture_library() {
  static const CaptureLibrary library = load_capture_library(capture_plugin_file);
  return library;
}

}  // namespace tilescribe::audio
