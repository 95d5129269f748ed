// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <vector>

#include "inference/api/message.h"

/// Hearing the audio of a transcript, and seeing it. Every object here may be used from any thread.
namespace tilescribe {

/// How fast sound may be played, in times its own speed. The pitch stays the same.
inline constexpr double slowest_playback = 0.5;
inline constexpr double fastest_playback = 2.0;

struct PlaybackStatus {
  bool playing = false;     // sound comes out, or is about to
  double position_s = 0.0;  // what is heard now, or was heard last; seconds from the start of the audio
  double length_s = 0.0;    // as the file states it, or as was found at its end; 0: not known yet
  double speed = 1.0;
  bool at_end = false;  // everything was heard
  Message trouble;      // why nothing is heard; empty: nothing is wrong
};

/// Plays one audio file. No call waits for the file or the device: a thread of the player's own does the
/// work.
class Player {
 public:
  virtual ~Player() = default;
  /// At the end, it begins again. After trouble, it tries again.
  virtual void play() = 0;
  virtual void pause() = 0;
  /// Continues at this place, playing or paused as before; limited to the audio.
  virtual void seek(double seconds) = 0;
  /// From slowest_playback to fastest_playback.
  virtual void set_speed(double speed) = 0;
  virtual PlaybackStatus status() const = 0;
};

/// A player of a file's best audio stream, paused at its beginning. Whatever is wrong with the file or with
/// the machine's sound is in its status.
std::unique_ptr<Player> open_player(const std::filesystem::path& audio);

/// The range of the samples of a block: -127…127 is full scale.
struct Peak {
  std::int8_t low = 0;
  std::int8_t high = 0;
};

/// What a picture of the sound is painted from. Block i of level n covers the time from i to i + 1 times
/// level_s(n).
struct Waveform {
  static constexpr double block_s = 0.01;  // seconds; of level 0, before it is doubled
  static constexpr int step = 8;           // blocks of a level in one of the next
  /// Of level 0: 46 hours, in 32 MiB. Blocks of longer sound are doubled until it has no more of them.
  static constexpr std::size_t most_blocks = std::size_t{1} << 24U;

  double length_s = 0.0;
  int doublings = 0;                      // of block_s
  std::vector<std::vector<Peak>> levels;  // fine to coarse; none: no sound

  double level_s(std::size_t level) const {
    double length = std::ldexp(block_s, doublings);
    for (; level > 0; --level) length *= step;
    return length;
  }
};

/// The waveform of a file's best audio stream. It is computed once, which decodes the whole file, and then
/// read from a file in `folder`, which is created for the user alone. It is computed again when the audio has
/// changed. If the folder can't be written, nothing is kept. Throws Error if the audio can't be read;
/// Cancelled on a stop request.
Waveform load_waveform(const std::filesystem::path& audio, const std::filesystem::path& folder,
                       const std::stop_token& stop);

/// Where audio of this file name and length lies: a file whose waveform is kept in `folder`. Empty: none is
/// known, or it is gone.
std::filesystem::path find_audio(const std::filesystem::path& name, double length_s,
                                 const std::filesystem::path& folder);

}  // namespace tilescribe
