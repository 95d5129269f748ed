// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "inference/api/capture.h"
#include "inference/audio/resampler.h"

namespace tilescribe::live {

/// A growing recording as mono samples at 16 kHz, in order. Samples not yet read stay on disk.
class RecordingReader {
 public:
  /// Begins at `from_s` seconds. Throws Error if the recording's rate can't be converted to 16 kHz.
  RecordingReader(std::shared_ptr<const GrowingRecording> recording, double from_s);

  /// Whether read() would return samples now.
  bool has_more() const;
  /// Appends new samples, at most about `most_s` seconds. Throws Error.
  void read(std::vector<float>& samples, double most_s);
  /// Everything was read, and nothing will follow.
  bool ended() const { return ended_; }
  double recorded_s() const;

 private:
  void resample(std::vector<float>& samples, bool at_end);

  std::shared_ptr<const GrowingRecording> recording_;
  int rate_;                                       // of the recording, Hz
  std::int64_t next_;                              // sample of the recording
  std::optional<audio::LiveResampler> resampler_;  // none if the recording has 16 kHz
  std::vector<float> waiting_;                     // read but not resampled yet
  bool ended_ = false;
};

}  // namespace tilescribe::live
