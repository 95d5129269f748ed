// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/decoder.h"

#include <string>
#include <string_view>

#include "inference/audio/ffmpeg_loader.h"
#include "inference/audio/file_check.h"
#include "inference/audio/sndfile_decoder.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

// Whether the first bytes are those of a format that libsndfile reads as well as anyone. Ogg and mp3 are not
// among them: libsndfile knows some of both, FFmpeg all.
bool is_sndfile_format(std::string_view head) {
  const std::string_view tag = head.substr(0, 4);
  const std::string_view form = head.size() >= 12 ? head.substr(8, 4) : std::string_view();
  if (tag == "RIFF" || tag == "RIFX" || tag == "RF64") return form == "WAVE";  // AVI and WebP are RIFF too
  if (tag == "FORM") return form == "AIFF" || form == "AIFC";
  return tag == "fLaC" || tag == "caff" || tag == ".snd" || tag == "riff";  // "riff" is Sony Wave64
}

std::string with_details(const Error& error) {
  return error.details().empty() ? error.what() : std::string(error.what()) + "\n" + error.details();
}

// Runs one of two functions that read `file`: the library that suits the content first, the other where that
// one refuses or is absent.
template <class WithSndfile, class WithFfmpeg>
auto read_with_best_library(const std::filesystem::path& file, WithSndfile with_sndfile,
                            WithFfmpeg with_ffmpeg) {
  const std::string head = check_readable(file);
  const FfmpegLibrary& ffmpeg = ffmpeg_library();
  if (!is_sndfile_format(head)) {
    if (ffmpeg.plugin) return with_ffmpeg(*ffmpeg.plugin);
    try {
      return with_sndfile();
    } catch (const Error& refused) {
      throw Error(quoted(file) + " can only be read with FFmpeg, which can't be used here. " + ffmpeg.reason,
                  with_details(refused));
    }
  }
  try {
    return with_sndfile();
  } catch (const Error& refused) {
    if (!ffmpeg.plugin) throw Error(refused.what(), refused.details() + "\n" + ffmpeg.reason);
    try {
      return with_ffmpeg(*ffmpeg.plugin);
    } catch (const Error& refused_too) {
      throw Error(refused_too.what(), refused_too.details() + "\nBefore that: " + with_details(refused));
    }
  }
}

}  // namespace

std::unique_ptr<Decoder> open_decoder(const std::filesystem::path& file, int stream) {
  return read_with_best_library(
      file, [&] { return open_with_sndfile(file, stream); },
      [&](const FfmpegPlugin& plugin) { return plugin.open(file, stream); });
}

std::vector<AudioStreamInfo> list_streams(const std::filesystem::path& file) {
  return read_with_best_library(
      file, [&] { return std::vector{sndfile_stream(file)}; },
      [&](const FfmpegPlugin& plugin) { return plugin.streams(file); });
}

}  // namespace tilescribe::audio
