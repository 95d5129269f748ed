// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "inference/api/capture.h"
#include "inference/audio/resampler.h"

namespace tilescribe::live {

/// A growing recording as mono samples at 16 kHz, in order. What is not read yet waits on disk.
class RecordingReader {
 public:
  /// Begins at `from_s` seconds. Throws Error where the recording's rate can't be brought to 16 kHz.
  RecordingReader(std::shared_ptr<const GrowingRecording> recording, double from_s);

  /// Whether read() would give something now.
  bool has_more() const;
  /// Appends what has come, at most about `most_s` seconds of it. Throws Error.
  void read(std::vector<float>& samples, double most_s);
  /// Everything was read and nothing will follow.
  bool ended() const { return ended_; }
  double recorded_s() const;

 private:
  void resample(std::vector<float>& samples, bool at_end);

  std::shared_ptr<const GrowingRecording> recording_;
  int rate_;                                   // of the recording, Hz
  std::int64_t next_;                          // sample of the recording
  std::optional<audio::Resampler> resampler_;  // none where the recording has 16 kHz
  std::vector<float> waiting_;                 // read, and not resampled yet
  bool ended_ = false;
};

}  // namespace tilescribe::live
