// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <filesystem>
#include <string>
#include <vector>

#include "inference/api/transcriber.h"
#include "inference/audio/pcm_reader.h"
#include "inference/pipeline/window_cutter.h"
#include "inference/remote/requests.h"
#include "tests/inference/remote/fault_server.h"
#include "tests/support/failure_of.h"
#include "tests/support/speech_recording.h"

namespace tilescribe::test {

/// A recording, and its windows as they are sent.
struct Sound {
  std::filesystem::path file;
  std::vector<std::string> wavs;
  std::vector<WindowBoundary> ends;  // where the next one begins
};

inline Sound sound_of(const std::filesystem::path& file, double seconds) {
  write_speech(file, joined_speech(seconds).samples);
  Sound sound{file, {}, {}};
  const auto reader = audio::open_audio(file);
  WindowCutter cutter(*reader, {}, {});
  while (const auto window = cutter.next()) {
    sound.wavs.push_back(remote::wav_of(window->samples));
    sound.ends.push_back({window->first_sample + window->count, window->index + 1});
  }
  return sound;
}

/// What the server writes of these windows.
inline std::string text_of(std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < to; ++i) text += (text.empty() ? "" : " ") + text_of_window(i);
  return text;
}

/// Quick to ask again, and patient.
inline EngineOptions options_for(const std::string& address) {
  return {.engine = Engine::remote,
          .remote = {.address = address, .attempts = 4, .first_wait_s = 0.001, .answer_s = 60.0}};
}

inline QString qtext(const std::string& text) {
  return QString::fromStdString(text);
}

inline Transcript run(const FaultServer& server, const Sound& sound) {
  return open_transcriber(options_for(server.address()))->transcribe(sound.file, {}, {}, {});
}

}  // namespace tilescribe::test
