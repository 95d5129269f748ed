// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/playback/output_stream.h"

#include "inference/audio/capture/capture_loader.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {

std::unique_ptr<OutputStream> open_output(int sample_rate) {
  const CaptureLibrary& library = capture_library();
  if (library.plugin == nullptr) {
    throw Error("Nothing can be played here, because the program's part for live sound is missing: {1}",
                library.missing);
  }
  return library.plugin->open_output(sample_rate);
}

}  // namespace tilescribe::audio
