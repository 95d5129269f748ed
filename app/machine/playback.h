// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>

#include "inference/api/playback.h"

namespace tilescribe {

/// This machine's playback: the functions of the same names in inference/api/playback.h. Tests override them.
/// Any thread may call them.
class Playback {
 public:
  virtual ~Playback() = default;
  virtual std::unique_ptr<Player> open_player(const std::filesystem::path& audio) {
    return tilescribe::open_player(audio);
  }
  virtual Waveform load_waveform(const std::filesystem::path& audio, const std::filesystem::path& folder,
                                 const std::stop_token& stop) {
    return tilescribe::load_waveform(audio, folder, stop);
  }
  virtual std::filesystem::path find_audio(const std::filesystem::path& name, double length_s,
                                           const std::filesystem::path& folder) {
    return tilescribe::find_audio(name, length_s, folder);
  }
};

}  // namespace tilescribe
