// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/sndfile/sndfile_decoder.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <sndfile.h>

#include "inference/audio/file_check.h"
#include "inference/audio/sndfile/chunks.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

struct SndfileCloser {
  void operator()(SNDFILE* file) const { sf_close(file); }
};

// A file that libsndfile decodes.
struct SndfileHandle {
  std::shared_ptr<AudioFile> file;
  SF_INFO info{};
  std::unique_ptr<SNDFILE, SndfileCloser> handle;  // last: it reads through `file`
};

AudioFile& file_of(void* user) {
  return *static_cast<AudioFile*>(user);
}

SF_VIRTUAL_IO reads_through_audio_file() {
  SF_VIRTUAL_IO io{};
  io.get_filelen = [](void* user) -> sf_count_t { return file_of(user).size(); };
  io.seek = [](sf_count_t offset, int whence, void* user) -> sf_count_t {
    return file_of(user).seek(offset, whence);
  };
  io.read = [](void* out, sf_count_t count, void* user) -> sf_count_t {
    return file_of(user).read(out, count);
  };
  io.tell = [](void* user) -> sf_count_t { return file_of(user).seek(0, SEEK_CUR); };
  return io;
}

[[noreturn]] void refuse(const AudioFile& file, const std::string& details) {
  throw Error(Message("Not an audio file that can be read here: {1}.", quoted(file.path())), details);
}

SndfileHandle open_sndfile(std::shared_ptr<AudioFile> file) {
  if (has_endless_list(*file)) refuse(*file, "A list in its header has a part of nearly 4 GiB.");
  SndfileHandle opened;
  opened.file = std::move(file);
  opened.file->seek(0, SEEK_SET);
  SF_VIRTUAL_IO io = reads_through_audio_file();
  opened.handle.reset(sf_open_virtual(&io, SFM_READ, &opened.info, opened.file.get()));
  if (!opened.handle) refuse(*opened.file, std::string("libsndfile: ") + sf_strerror(nullptr));
  return opened;
}

double duration_of(const SF_INFO& info) {
  // If a stream's length is unknown, libsndfile reports the largest possible count.
  if (info.frames <= 0 || info.frames == SF_COUNT_MAX) return 0.0;
  return known_length(static_cast<double>(info.frames) / info.samplerate);
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

// How many frames the header promises. info.frames counts those that are present, except for FLAC, whose
// header counts frames. All formats with chunks have the same number of bytes for each second.
double promised_frames(const SndfileHandle& file) {
  if (file.info.frames == SF_COUNT_MAX) return 0.0;
  const SoundBytes bytes = promised_sound(*file.file);
  const double times =
      bytes.present > 0 ? static_cast<double>(bytes.promised) / static_cast<double>(bytes.present) : 1.0;
  return static_cast<double>(file.info.frames) * std::max(1.0, times);
}

class SndfileDecoder final : public Decoder {
 public:
  SndfileDecoder(std::shared_ptr<AudioFile> file, int channel)
      : file_(open_sndfile(std::move(file))), channel_(channel) {
    check_channel(file_.file->path(), channel, file_.info.channels);
    promised_ = promised_frames(file_);
    // libsndfile stops at damage. A file damaged before its first frame is useless.
    buffered_ = decode();
    if (buffered_ == 0) {
      throw Error(Message("{1} contains no audio: its length is 0 samples, or its first samples are damaged.",
                          quoted(file_.file->path())),
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
    take_channel(std::span(interleaved_).subspan(used_ * channels, count * channels), file_.info.channels,
                 channel_, mono.first(count));
    used_ += count;
    return count;
  }

  std::int64_t seek(std::int64_t frame) override {
    const sf_count_t wanted = std::clamp<sf_count_t>(frame, 0, std::max<sf_count_t>(0, file_.info.frames));
    buffered_ = used_ = 0;
    return sf_seek(file_.handle.get(), wanted, SEEK_SET);
  }

  int sample_rate() const override { return file_.info.samplerate; }
  double duration_s() const override { return duration_of(file_.info); }
  double missing_s() const override {
    constexpr double least_s = 0.05;  // seconds; nobody would miss less, and block codecs round to this
    const double missing_s = (promised_ - decoded_) / file_.info.samplerate;
    return missing_s >= least_s ? known_length(missing_s) : 0.0;
  }

 private:
  std::size_t decode() {
    constexpr sf_count_t block = 4096;  // frames
    interleaved_.resize(static_cast<std::size_t>(block) * static_cast<std::size_t>(file_.info.channels));
    const sf_count_t frames =
        std::max<sf_count_t>(0, sf_readf_float(file_.handle.get(), interleaved_.data(), block));
    decoded_ += static_cast<double>(frames);
    return static_cast<std::size_t>(frames);
  }

  SndfileHandle file_;
  int channel_;                     // as for take_channel
  double promised_ = 0.0;           // frames; 0 if the file does not say
  double decoded_ = 0.0;            // frames so far
  std::vector<float> interleaved_;  // (frame, channel)
  std::size_t buffered_ = 0;        // frames in it
  std::size_t used_ = 0;            // of these, already returned
};

}  // namespace

bool is_sndfile_format(std::string_view head) {
  using namespace std::string_view_literals;
  const std::string_view tag = head.substr(0, 4);
  const std::string_view form = head.size() >= 12 ? head.substr(8, 4) : std::string_view();
  if (tag == "RIFF" || tag == "RIFX" || tag == "RF64") return form == "WAVE";  // AVI and WebP are RIFF too
  if (tag == "FORM") return form == "AIFF" || form == "AIFC";
  if (tag == "caff") return form == "desc";
  return tag == "fLaC" || tag == ".snd" || head == "riff\x2E\x91\xCF\x11\xA5\xD6\x28\xDB\x04\xC1\0\0"sv;
}

std::unique_ptr<Decoder> open_with_sndfile(std::shared_ptr<AudioFile> file, const Track& track) {
  if (track.stream > 0) {
    throw Error("Stream {1} of {2} was asked for, but its only audio stream is 0.", track.stream,
                quoted(file->path()));
  }
  return std::make_unique<SndfileDecoder>(std::move(file), track.channel);
}

AudioStreamInfo sndfile_stream(std::shared_ptr<AudioFile> file) {
  const SF_INFO info = open_sndfile(std::move(file)).info;
  return {.index = 0,
          .sample_rate = info.samplerate,
          .channels = info.channels,
          .duration_s = duration_of(info),
          .codec = codec_name(info),
          .language = ""};
}

}  // namespace tilescribe::audio
