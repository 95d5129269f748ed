// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/decoder.h"

#include <utility>

#include "inference/audio/audio_file.h"
#include "inference/audio/helper/decoder_helper.h"
#include "inference/audio/helper/helper_process.h"

namespace tilescribe::audio {

std::unique_ptr<Decoder> open_decoder(const std::filesystem::path& path, const Track& track,
                                      std::stop_token stop) {
  return open_with_helper(std::make_shared<AudioFile>(path, std::move(stop)), track);
}

std::vector<AudioStreamInfo> list_streams(const std::filesystem::path& path, std::stop_token stop) {
  return helper_streams(std::make_shared<AudioFile>(path, std::move(stop)));
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
