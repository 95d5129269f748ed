// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/sndfile_decoder.h"

#include <algorithm>
#include <array>
#include <string>

#include <sndfile.h>

#include "inference/audio/file_check.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

struct Closer {
  void operator()(SNDFILE* file) const { sf_close(file); }
};

struct OpenFile {
  std::unique_ptr<SNDFILE, Closer> handle;
  SF_INFO info{};
};

OpenFile open_file(const std::filesystem::path& file) {
  OpenFile opened;
  opened.handle.reset(sf_open(file.c_str(), SFM_READ, &opened.info));
  if (!opened.handle) {
    throw Error(quoted(file) + " is not an audio file that libsndfile can read.",
                std::string("libsndfile: ") + sf_strerror(nullptr));
  }
  // For some extensions libsndfile takes a file without any header for raw telephone audio: noise, for us.
  if ((opened.info.format & SF_FORMAT_TYPEMASK) == SF_FORMAT_RAW) {
    throw Error(quoted(file) + " has no header that says what audio it holds.");
  }
  return opened;
}

double duration_of(const SF_INFO& info) {
  // Where a stream's length is not known, libsndfile says the largest count there is.
  if (info.frames <= 0 || info.frames == SF_COUNT_MAX) return 0.0;
  return static_cast<double>(info.frames) / info.samplerate;
}

std::string codec_name(const SF_INFO& info) {
  struct Name {
    int subtype;
    const char* name;
  };
  static constexpr std::array names{
      Name{SF_FORMAT_PCM_S8, "pcm_s8"},    Name{SF_FORMAT_PCM_U8, "pcm_u8"},
      Name{SF_FORMAT_PCM_16, "pcm_s16"},   Name{SF_FORMAT_PCM_24, "pcm_s24"},
      Name{SF_FORMAT_PCM_32, "pcm_s32"},   Name{SF_FORMAT_FLOAT, "pcm_f32"},
      Name{SF_FORMAT_DOUBLE, "pcm_f64"},   Name{SF_FORMAT_ULAW, "pcm_mulaw"},
      Name{SF_FORMAT_ALAW, "pcm_alaw"},    Name{SF_FORMAT_VORBIS, "vorbis"},
      Name{SF_FORMAT_OPUS, "opus"},        Name{SF_FORMAT_IMA_ADPCM, "adpcm_ima"},
      Name{SF_FORMAT_MS_ADPCM, "adpcm_ms"}};
  if ((info.format & SF_FORMAT_TYPEMASK) == SF_FORMAT_FLAC) return "flac";
  const int subtype = info.format & SF_FORMAT_SUBMASK;
  const auto* known =
      std::find_if(names.begin(), names.end(), [&](const Name& n) { return n.subtype == subtype; });
  return known == names.end() ? "unknown" : known->name;
}

class SndfileDecoder final : public Decoder {
 public:
  explicit SndfileDecoder(const std::filesystem::path& file) : file_(open_file(file)) {
    // libsndfile stops at damage; a file that does so before its first frame has nothing for us.
    buffered_ = decode();
    if (buffered_ == 0) {
      throw Error(
          quoted(file) + " holds no audio: its length is 0 samples, or its first samples are damaged.",
          std::string("libsndfile: ") + sf_strerror(file_.handle.get()));
    }
  }

  std::size_t read(std::span<float> mono) override {
    if (used_ == buffered_) {
      buffered_ = decode();
      used_ = 0;
    }
    const std::size_t count = std::min(mono.size(), buffered_ - used_);
    const auto channels = static_cast<std::size_t>(file_.info.channels);
    average_channels(std::span(interleaved_).subspan(used_ * channels, count * channels), file_.info.channels,
                     mono.first(count));
    used_ += count;
    return count;
  }

  int sample_rate() const override { return file_.info.samplerate; }
  double duration_s() const override { return duration_of(file_.info); }

 private:
  std::size_t decode() {
    constexpr sf_count_t block = 4096;  // frames
    interleaved_.resize(static_cast<std::size_t>(block) * static_cast<std::size_t>(file_.info.channels));
    return static_cast<std::size_t>(
        std::max<sf_count_t>(0, sf_readf_float(file_.handle.get(), interleaved_.data(), block)));
  }

  OpenFile file_;
  std::vector<float> interleaved_;  // (frame, channel)
  std::size_t buffered_ = 0;        // frames in it
  std::size_t used_ = 0;            // of these, already given out
};

}  // namespace

std::unique_ptr<Decoder> open_with_sndfile(const std::filesystem::path& file, int stream) {
  if (stream > 0) {
    throw Error("Stream " + std::to_string(stream) + " of " + quoted(file) +
                " was asked for, but its only audio stream is 0.");
  }
  return std::make_unique<SndfileDecoder>(file);
}

AudioStreamInfo sndfile_stream(const std::filesystem::path& file) {
  const SF_INFO info = open_file(file).info;
  return {.index = 0,
          .sample_rate = info.samplerate,
          .channels = info.channels,
          .duration_s = duration_of(info),
          .codec = codec_name(info),
          .language = ""};
}

}  // namespace tilescribe::audio
