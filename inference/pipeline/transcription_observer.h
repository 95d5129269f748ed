// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tilescribe {

/// Is told what is being transcribed, on the transcriber's thread. A profiler, for example.
class TranscriptionObserver {
 public:
  virtual ~TranscriptionObserver() = default;

  /// The name of the audio transcribed from here on.
  virtual void set_audio(std::string name) = 0;
  /// The samples of window [start_s, end_s), seconds, are about to be processed; then come its tokens; then
  /// it ends. A token of live text belongs to no window (ProfileToken::no_window).
  virtual void window_begins(int index, double start_s, double end_s, std::span<const float> samples) = 0;
  virtual void token(int window, std::string text) = 0;
  virtual void window_ends(int index) = 0;
  /// A step checked so many tokens of drafts, and so many of them stand.
  virtual void drafted(std::int64_t checked, std::int64_t accepted) = 0;
  /// `audio_s` of a file is text, `elapsed_s` after it was opened. `over`: its transcription has ended.
  virtual void transcribed(double audio_s, double elapsed_s, bool over) = 0;
};

}  // namespace tilescribe
