// SPDX-License-Identifier: Apache-2.0
// Any bytes as an audio file for libsndfile and for FFmpeg: refused with an Error, or it can be read to its
// end, or to its first ten million frames. Both decode in this process, where the sanitizers see them.
#include <cmath>
#include <filesystem>
#include <memory>
#include <new>
#include <vector>

#include "inference/audio/ffmpeg/ffmpeg.h"
#include "inference/audio/sndfile/sndfile_decoder.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace tilescribe;

using Open = std::unique_ptr<audio::Decoder> (*)(std::shared_ptr<audio::AudioFile>, const audio::Track&);

void read_with(Open open, const std::filesystem::path& file) {
  try {
    const auto decoder = open(std::make_shared<audio::AudioFile>(file, std::stop_token()), {});
    fuzz::require(decoder->sample_rate() > 0, "a stream has no sample rate");
    fuzz::require(std::isfinite(decoder->duration_s()) && decoder->duration_s() >= 0.0,
                  "a length is no length");
    std::vector<float> samples(65536);
    for (std::size_t all = 0; all < 10'000'000;) {
      const std::size_t frames = decoder->read(samples);
      fuzz::require(frames <= samples.size(), "more was read than there is room for");
      if (frames == 0) break;
      all += frames;
    }
  } catch (const Error&) {
  } catch (const std::bad_alloc&) {  // a library wanted more than there is, and said so
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFolder folder;
  const auto file = folder.write("sound", fuzz::characters(data, size));
  if (audio::is_sndfile_format(fuzz::characters(data, size).substr(0, 16)))
    read_with(audio::open_with_sndfile, file);
  read_with(audio::open_with_ffmpeg, file);
  return 0;
}
