// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "inference/audio/capture/capture_stream.h"
#include "inference/audio/playback/output_stream.h"

namespace tilescribe::audio {

/// Increased whenever this file, CaptureStream, SampleRing, OutputStream, PlaybackRing, AudioSource or Error
/// changes its layout.
inline constexpr std::uint32_t capture_plugin_abi = 4;

/// What libtilescribe_capture.so offers: PortAudio, libpulse and ALSA. C++ types cross the border, because
/// both sides come from one build. The number above rejects a plugin from another build.
struct CapturePlugin {
  SourceList (*list)();
  std::unique_ptr<SourceWatch> (*watch)(std::function<void(const SourceList&)> changed);
  std::unique_ptr<CaptureStream> (*open)(const std::string& id, int sample_rate);  // throws Error
  std::unique_ptr<OutputStream> (*open_output)(int sample_rate);                   // throws Error
};

/// The plugin's only symbol. Returns its table, or null if it was built for another number. The table is
/// never freed.
using CapturePluginEntry = const CapturePlugin*(std::uint32_t abi);
inline constexpr const char* capture_plugin_symbol = "tilescribe_capture_plugin";
inline constexpr const char* capture_plugin_file = "libtilescribe_capture.so";

}  // namespace tilescribe::audio
