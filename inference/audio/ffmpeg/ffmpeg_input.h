// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "inference/api/audio_info.h"
#include "inference/audio/audio_file.h"
#include "inference/audio/ffmpeg/ffmpeg_handles.h"

namespace tilescribe::audio {

/// A container whose streams are known. FFmpeg reads it through the AudioFile and can open nothing else,
/// whatever the file refers to. Formats that are not containers of sound (a playlist, a script, an image) are
/// refused by name.
class FfmpegInput {
 public:
  /// Throws Error if FFmpeg does not know the format, if the format is refused, or if the container is cut
  /// off.
  explicit FfmpegInput(std::shared_ptr<AudioFile> file);

  const AudioFile& file() const { return *file_; }
  AVFormatContext& context() const { return *context_; }
  std::span<AVStream*> streams() const { return {context_->streams, context_->nb_streams}; }

  /// The audio streams, best first. Throws Error if there are none.
  std::vector<AudioStreamInfo> audio_streams() const;

  /// The audio stream with this index, or the best one for -1. Throws Error if there is no such stream.
  AVStream& choose(int stream) const;

  /// Length of a stream, seconds; 0 if the container does not say.
  double duration_s(const AVStream& stream) const;

  /// The same, if the container states it exactly and for this stream; else 0.
  double promised_s(const AVStream& stream) const;

 private:
  void open();
  [[noreturn]] void refuse(int status) const;
  [[noreturn]] void refuse_audio(const AVStream& stream) const;
  const AVStream& best() const;
  AudioStreamInfo describe(const AVStream& stream) const;

  std::shared_ptr<AudioFile> file_;
  FfmpegPtr<AVIOContext> io_;           // reads file_
  FfmpegPtr<AVFormatContext> context_;  // reads io_, so it is destroyed first
};

}  // namespace tilescribe::audio
