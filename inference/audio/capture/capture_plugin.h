// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "inference/audio/capture/capture_stream.h"
#include "inference/audio/playback/output_stream.h"
#include "kernels/core/plugin.h"

namespace tilescribe::audio {

/// What libtilescribe_capture.so offers: PortAudio, libpulse and ALSA.
struct CapturePlugin {
  SourceList (*list)();
  std::unique_ptr<SourceWatch> (*watch)(std::function<void(const SourceList&)> changed);
  std::unique_ptr<CaptureStream> (*open)(const std::string& id, int sample_rate);  // throws Error
  std::unique_ptr<OutputStream> (*open_output)(int sample_rate);                   // throws Error
};

/// The number is increased whenever this file, CaptureStream, SampleRing, OutputStream, PlaybackRing,
/// AudioSource or Error changes its layout.
inline constexpr PluginEntry<CapturePlugin> capture_plugin{"libtilescribe_capture.so",
                                                           "tilescribe_capture_plugin", 4};

}  // namespace tilescribe::audio
