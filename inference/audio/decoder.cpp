// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/decoder.h"

#include <string>
#include <utility>

#include "inference/audio/audio_file.h"
#include "inference/audio/file_check.h"
#include "inference/audio/helper/decoder_helper.h"
#include "inference/audio/helper/helper_process.h"
#include "inference/audio/sndfile_decoder.h"
#include "inference/audio/sndfile_handle.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

std::string with_details(const Error& error) {
  return error.details().empty() ? error.what() : std::string(error.what()) + "\n" + error.details();
}

// Runs one of two functions that read `file`: first the library that suits the content, then FFmpeg if that
// one refuses.
template <class WithSndfile, class WithFfmpeg>
auto read_with_best_library(AudioFile& file, WithSndfile with_sndfile, WithFfmpeg with_ffmpeg) {
  if (!is_sndfile_format(file.head())) {
    const Message missing = start_helper();
    if (missing.empty()) return with_ffmpeg();
    throw Error("{1} can only be read with FFmpeg, which can't be used here. {2}", quoted(file.path()),
                missing);
  }
  try {
    return with_sndfile();
  } catch (const Error& refused) {
    const Message missing = start_helper();
    if (!missing.empty()) throw Error(refused.message(), refused.details() + "\n" + english(missing));
    try {
      return with_ffmpeg();
    } catch (const Error& refused_too) {
      throw Error(refused_too.message(),
                  refused_too.details() + "\nThe first attempt: " + with_details(refused));
    }
  }
}

}  // namespace

std::unique_ptr<Decoder> open_decoder(const std::filesystem::path& path, const Track& track,
                                      std::stop_token stop) {
  const auto file = std::make_shared<AudioFile>(path, std::move(stop));
  return read_with_best_library(
      *file, [&] { return open_with_sndfile(file, track); }, [&] { return open_with_helper(file, track); });
}

std::vector<AudioStreamInfo> list_streams(const std::filesystem::path& path, std::stop_token stop) {
  const auto file = std::make_shared<AudioFile>(path, std::move(stop));
  return read_with_best_library(
      *file, [&] { return std::vector{sndfile_stream(file)}; }, [&] { return helper_streams(file); });
}

Message take_decoding_notice() {
  return HelperProcess::instance().take_refusal();
}

}  // namespace tilescribe::audio

namespace tilescribe {

std::vector<AudioStreamInfo> audio_streams(const std::filesystem::path& file) {
  return audio::list_streams(file, {});
}

}  // namespace tilescribe
