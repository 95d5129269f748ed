// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/ffmpeg/ffmpeg_input.h"

extern "C" {
#include <libavutil/avstring.h>
#include <libavutil/mem.h>
}

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "inference/audio/decoder.h"
#include "inference/audio/file_check.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

/// The demuxers that may be used, by FFmpeg's names: containers of sound in a single file. Excluded are
/// FFmpeg's other inputs: lists of other files (hls, dash, concat, vobsub, sdp, imf …), scripts, network
/// protocols, devices, images, subtitles, text, and music of games.
constexpr const char* container_formats =
    "aa,aac,ac3,ac4,act,adx,aiff,alaw,amr,amrnb,amrwb,ape,aptx,aptx_hd,asf,asf_o,au,avi,avr,bit,bonk,caf,"
    "codec2,daud,dhav,dsf,dss,dts,dtshd,dv,eac3,epaf,flac,flv,g722,g723_1,g726,g726le,g729,gsm,gxf,hcom,"
    "iamf,iff,ilbc,ircam,ivr,kux,lc3,live_flv,loas,lvf,matroska,mlp,mov,mp3,mpc,mpc8,mpeg,mpegts,mulaw,"
    "mxf,nistsphere,nsv,nut,nuv,ogg,oma,osq,paf,pva,pvf,qcp,qoa,rka,rm,sbc,sds,shn,sln,sox,spdif,tak,"
    "truehd,tta,ty,voc,vqf,w64,wav,webm,wsd,wtv,wv,wve,xwma";

/// Formats refused because they name other files; the error says so.
constexpr const char* list_formats = "concat,dash,hls,imf,sdp,vobsub";

constexpr int io_block = 64 * 1024;              // bytes
constexpr unsigned most_format_probe = 1 << 20;  // bytes read to detect the format
// Bytes read to detect the streams. FFmpeg decides how much time that covers: it knows containers that
// announce a stream only where it begins.
constexpr std::int64_t most_probe = 5'000'000;
// Bytes at a time, for all of FFmpeg. It believes the sizes in a file; the index of ten hours takes a fifth.
constexpr std::size_t most_memory = 256 << 20;

AudioFile& file_of(void* opaque) {
  return *static_cast<AudioFile*>(opaque);
}

int read_file(void* opaque, std::uint8_t* out, int bytes) {
  AudioFile& file = file_of(opaque);
  const std::int64_t count = file.read(out, bytes);
  return count > 0 ? static_cast<int>(count) : AVERROR_EOF;
}

std::int64_t seek_file(void* opaque, std::int64_t offset, int whence) {
  AudioFile& file = file_of(opaque);
  if ((whence & AVSEEK_SIZE) != 0) return file.size();
  const std::int64_t place = file.seek(offset, whence & ~AVSEEK_FORCE);
  return place < 0 ? AVERROR(EINVAL) : place;
}

// Demuxers call this function to open another file.
int open_nothing(AVFormatContext* /*context*/, AVIOContext** /*io*/, const char* /*url*/, int /*flags*/,
                 AVDictionary** /*options*/) {
  return AVERROR(EPERM);
}

FfmpegPtr<AVIOContext> io_over(AudioFile& file) {
  auto* buffer = static_cast<unsigned char*>(av_malloc(io_block));
  if (!buffer) throw std::bad_alloc();
  AVIOContext* io = avio_alloc_context(buffer, io_block, 0, &file, read_file, nullptr, seek_file);
  if (!io) {
    av_free(buffer);
    throw std::bad_alloc();
  }
  return FfmpegPtr<AVIOContext>(io);
}

bool is_one_of(const AVInputFormat& format, const char* list) {
  return av_match_list(format.name, list, ',') > 0;
}

void check_format(const AVInputFormat& format, const AudioFile& file) {
  if (is_one_of(format, container_formats)) return;
  const std::string name = format.long_name ? format.long_name : format.name;
  if (is_one_of(format, list_formats)) {
    throw Error(
        "An audio or video file was expected, but {1} only names other files ({2}), and those are not "
        "opened.",
        quoted(file.path()), name);
  }
  throw Error(Message("Not an audio or video file: {1}.", quoted(file.path())),
              "FFmpeg thinks that it is: " + name);
}

bool is_audio(const AVStream& stream) {
  return stream.codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
}

}  // namespace

FfmpegInput::FfmpegInput(std::shared_ptr<AudioFile> file) : file_(std::move(file)), io_(io_over(*file_)) {
  av_max_alloc(most_memory);
  capture_ffmpeg_log();
  take_ffmpeg_log();
  open();
  const int status = avformat_find_stream_info(context_.get(), nullptr);
  if (status < 0) refuse(status);
}

void FfmpegInput::open() {
  file_->seek(0, SEEK_SET);  // libsndfile may have read some of it
  // If the content does not tell, FFmpeg looks at the file name's extension.
  const std::string name = file_->path().filename().string();
  const AVInputFormat* format = nullptr;
  int status = av_probe_input_buffer2(io_.get(), &format, name.c_str(), nullptr, 0, most_format_probe);
  if (status < 0) refuse(status);
  check_format(*format, *file_);

  AVFormatContext* made = avformat_alloc_context();
  if (!made) throw std::bad_alloc();
  made->pb = io_.get();
  made->io_open = open_nothing;
  made->probesize = most_probe;
  // A demuxer may open an inner one, which would not call the function above. No protocol has this name.
  made->protocol_whitelist = av_strdup("none");
  status = avformat_open_input(&made, name.c_str(), format, nullptr);  // frees it if it fails
  context_.reset(made);
  if (status < 0) refuse(status);
}

void FfmpegInput::refuse(int status) const {
  if (status == AVERROR(ENOMEM)) throw std::bad_alloc();
  const std::string log = take_ffmpeg_log();
  const std::string details = "FFmpeg: " + ffmpeg_message(status) + (log.empty() ? "" : "\n" + log);
  if (log.find("moov atom not found") != std::string::npos) {
    throw Error(
        Message(
            "{1} is cut off: an MP4 file keeps its table of contents (moov) at its end, and that is missing.",
            quoted(file_->path())),
        details);
  }
  throw Error(Message("Not an audio or video file: {1}.", quoted(file_->path())), details);
}

const AVStream& FfmpegInput::best() const {
  const int best = av_find_best_stream(context_.get(), AVMEDIA_TYPE_AUDIO, -1, -1, nullptr, 0);
  if (best >= 0) return *context_->streams[best];
  std::string found;
  for (const AVStream* stream : streams()) {
    if (is_audio(*stream)) refuse_audio(*stream);
    const char* kind = av_get_media_type_string(stream->codecpar->codec_type);
    found += (found.empty() ? "" : ", ") + std::string(kind ? kind : "unknown") + " (" +
             avcodec_get_name(stream->codecpar->codec_id) + ")";
  }
  throw Error(Message("{1} has no audio: it contains {2}.", quoted(file_->path()),
                      found.empty() ? Message("no stream at all") : Message("only {1}", found)),
              take_ffmpeg_log());
}

// FFmpeg does not choose a stream without channels or without a rate.
void FfmpegInput::refuse_audio(const AVStream& stream) const {
  const AVCodecParameters& audio = *stream.codecpar;
  throw Error(Message("The audio of {1} ({2}) can't be used: at least one channel and a sample rate above 0 "
                      "Hz were expected, and {3} channels at {4} Hz were found.",
                      quoted(file_->path()), avcodec_get_name(audio.codec_id), audio.ch_layout.nb_channels,
                      audio.sample_rate),
              take_ffmpeg_log());
}

AudioStreamInfo FfmpegInput::describe(const AVStream& stream) const {
  const AVDictionaryEntry* language = av_dict_get(stream.metadata, "language", nullptr, 0);
  const bool named = language && std::string(language->value) != "und";  // "undetermined" is not a language
  return {.index = stream.index,
          .sample_rate = stream.codecpar->sample_rate,
          .channels = stream.codecpar->ch_layout.nb_channels,
          .duration_s = duration_s(stream),
          .codec = avcodec_get_name(stream.codecpar->codec_id),
          .language = named ? language->value : ""};
}

std::vector<AudioStreamInfo> FfmpegInput::audio_streams() const {
  const AVStream& first = best();
  std::vector<AudioStreamInfo> infos{describe(first)};
  for (const AVStream* stream : streams()) {
    if (is_audio(*stream) && stream != &first) infos.push_back(describe(*stream));
  }
  return infos;
}

AVStream& FfmpegInput::choose(int stream) const {
  if (stream < 0) return *context_->streams[best().index];
  std::string known;
  for (const AudioStreamInfo& info : audio_streams()) {
    if (info.index == stream) return *context_->streams[stream];
    known += (known.empty() ? "" : ", ") + std::to_string(info.index);
  }
  throw Error("Stream {1} of {2} was asked for, but its audio streams are: {3}.", stream,
              quoted(file_->path()), known);
}

double FfmpegInput::duration_s(const AVStream& stream) const {
  double seconds = 0.0;
  if (stream.duration > 0) {
    seconds = static_cast<double>(stream.duration) * av_q2d(stream.time_base);
  } else if (context_->duration > 0) {
    seconds = static_cast<double>(context_->duration) / AV_TIME_BASE;
  }
  return known_length(seconds);
}

double FfmpegInput::promised_s(const AVStream& stream) const {
  const std::int64_t start = stream.start_time == AV_NOPTS_VALUE ? 0 : stream.start_time;
  const AVInputFormat& format = *context_->iformat;
  std::int64_t promised = 0;
  if (is_one_of(format, "mov")) {
    // The table of contents has an entry for every packet. The length stated beside it is unreliable.
    auto* indexed = const_cast<AVStream*>(&stream);
    const int packets = avformat_index_get_entries_count(indexed);
    if (packets > 0) promised = avformat_index_get_entry(indexed, packets - 1)->timestamp - start;
  } else if (is_one_of(format, "mp3,flac") &&
             context_->duration_estimation_method == AVFMT_DURATION_FROM_STREAM && stream.duration > 0) {
    promised = stream.duration;  // counted by the encoder: Xing's frames, FLAC's samples
  }
  return known_length(static_cast<double>(promised) * av_q2d(stream.time_base));
}

}  // namespace tilescribe::audio
