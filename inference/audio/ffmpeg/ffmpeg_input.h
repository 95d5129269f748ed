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
/// whatever the file refers to; what is no container of sound (a playlist, a script, an image) is refused by
/// the name of its format.
class FfmpegInput {
 public:
  /// Throws Error when FFmpeg does not know the format, the format is refused or the container is cut off;
  /// Cancelled on stop.
  explicit FfmpegInput(std::shared_ptr<AudioFile> file);

  const AudioFile& file() const { return *file_; }
  AVFormatContext& context() const { return *context_; }
  std::span<AVStream*> streams() const { return {context_->streams, context_->nb_streams}; }

  /// The audio streams, best first. Throws Error when there is none.
  std::vector<AudioStreamInfo> audio_streams() const;

  /// The audio stream with this index, or the best one for -1. Throws Error when there is none such.
  AVStream& choose(int stream) const;

  /// Length of a stream, seconds; 0 when the container does not say.
  double duration_s(const AVStream& stream) const;

  /// The same where the container says it exactly, and for this stream; else 0.
  double promised_s(const AVStream& stream) const;

 private:
  void open();
  [[noreturn]] void refuse(int status) const;
  [[noreturn]] void refuse_audio(const AVStream& stream) const;
  const AVStream& best() const;
  AudioStreamInfo describe(const AVStream& stream) const;

  std::shared_ptr<AudioFile> file_;
  FfmpegPtr<AVIOContext> io_;           // reads file_
  FfmpegPtr<AVFormatContext> context_;  // reads io_, and goes first
};

}  // namespace tilescribe::audio
