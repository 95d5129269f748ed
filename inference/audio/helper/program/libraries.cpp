// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/helper/program/libraries.h"

#include <string>

#include "inference/audio/ffmpeg/ffmpeg.h"
#include "inference/audio/sndfile/sndfile_decoder.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

std::string with_details(const Error& error) {
  return error.details().empty() ? error.what() : std::string(error.what()) + "\n" + error.details();
}

// Runs one of two functions that read `file`: first the library that suits the content, then FFmpeg if that
// one refuses.
template <class WithSndfile, class WithFfmpeg>
auto read_with_best_library(const AudioFile& file, const Limits& limits, WithSndfile with_sndfile,
                            WithFfmpeg with_ffmpeg) {
  begin_work(limits);
  if (!is_sndfile_format(file.head())) return with_ffmpeg();
  try {
    begin_header(limits);  // libsndfile 1.2 reads some damaged headers for ever
    return with_sndfile();
  } catch (const Error& refused) {
    if (!has_ffmpeg()) throw;
    begin_work(limits);
    try {
      return with_ffmpeg();
    } catch (const Error& refused_too) {
      throw Error(refused_too.message(),
                  refused_too.details() + "\nThe first attempt: " + with_details(refused));
    }
  }
}

}  // namespace

std::unique_ptr<Decoder> open_with_libraries(std::shared_ptr<AudioFile> file, const Track& track,
                                             const Limits& limits) {
  return read_with_best_library(
      *file, limits, [&] { return open_with_sndfile(file, track); },
      [&] { return open_with_ffmpeg(file, track); });
}

std::vector<AudioStreamInfo> streams_by_libraries(std::shared_ptr<AudioFile> file, const Limits& limits) {
  return read_with_best_library(
      *file, limits, [&] { return std::vector{sndfile_stream(file)}; }, [&] { return ffmpeg_streams(file); });
}

}  // namespace tilescribe::audio
