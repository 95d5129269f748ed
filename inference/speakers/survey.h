// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

#include "inference/audio/decoder.h"

namespace tilescribe::speakers {

/// The length of a frame of levels, seconds.
inline constexpr double frame_s = 0.02;

/// The tracks that can be speakers': the channels of the stream, or the streams of a file that has several
/// where none is chosen (-1). Throws Error, also if there are more than most_speakers; Cancelled.
std::vector<audio::Track> tracks_of(const std::filesystem::path& file, int stream, std::stop_token stop);

/// How loud a track is: the mean square of every frame, full scale is 1.
using Levels = std::vector<float>;

/// What is known of all tracks before they are transcribed.
struct Survey {
  std::vector<Levels> levels;                 // by track, all of the same length
  std::vector<std::vector<double>> likeness;  // between two tracks: |correlation| of their samples, 0…1
};

/// Listens to the tracks side by side. `lasts`, unless it is empty, is told their length in seconds: first
/// what the file states, which may be too much, then more as they go on. Throws Error, or Cancelled.
Survey survey_of(const std::filesystem::path& file, const std::vector<audio::Track>& tracks,
                 const std::function<void(double)>& lasts, const std::stop_token& stop);

/// The mean square between two times, seconds; 0 where there is no frame.
double level_between(const Levels& levels, double begin_s, double end_s);

/// Tracks that hold the same sound, by their numbers. Silent ones are in none.
std::vector<std::vector<std::size_t>> sounds_of(const Survey& survey);

}  // namespace tilescribe::speakers
