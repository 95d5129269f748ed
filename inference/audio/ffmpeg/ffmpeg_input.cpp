// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/ffmpeg/ffmpeg_input.h"

#include <span>
#include <string>

#include "inference/audio/file_check.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, int status) {
  const std::string log = take_ffmpeg_log();
  const std::string details = "FFmpeg: " + ffmpeg_message(status) + (log.empty() ? "" : "\n" + log);
  if (log.find("moov atom not found") != std::string::npos) {
    throw Error(
        quoted(file) +
            " is cut off: an MP4 file keeps its table of contents (moov) at its end, and that is missing.",
        details);
  }
  throw Error(quoted(file) + " is no audio or video file that FFmpeg can read.", details);
}

std::span<AVStream*> streams_of(AVFormatContext& input) {
  return {input.streams, input.nb_streams};
}

bool is_audio(const AVStream& stream) {
  return stream.codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
}

int best_stream(AVFormatContext& input, const std::filesystem::path& file) {
  const int best = av_find_best_stream(&input, AVMEDIA_TYPE_AUDIO, -1, -1, nullptr, 0);
  if (best >= 0) return best;
  std::string found;
  for (const AVStream* stream : streams_of(input)) {
    const char* kind = av_get_media_type_string(stream->codecpar->codec_type);
    found += (found.empty() ? "" : ", ") + std::string(kind ? kind : "unknown") + " (" +
             avcodec_get_name(stream->codecpar->codec_id) + ")";
  }
  throw Error(quoted(file) + " has no audio: it holds " +
                  (found.empty() ? "no stream at all" : "only " + found) + ".",
              take_ffmpeg_log());
}

AudioStreamInfo describe(AVFormatContext& input, const AVStream& stream) {
  const AVDictionaryEntry* language = av_dict_get(stream.metadata, "language", nullptr, 0);
  const bool named = language && std::string(language->value) != "und";  // "undetermined" is no language
  return {.index = stream.index,
          .sample_rate = stream.codecpar->sample_rate,
          .channels = stream.codecpar->ch_layout.nb_channels,
          .duration_s = ffmpeg_duration_s(input, stream),
          .codec = avcodec_get_name(stream.codecpar->codec_id),
          .language = named ? language->value : ""};
}

}  // namespace

FfmpegPtr<AVFormatContext> open_ffmpeg_input(const std::filesystem::path& file) {
  take_ffmpeg_log();
  // "file:" keeps FFmpeg from reading a name like "concat:…" or "http:…" as a URL, and the list of protocols
  // keeps a playlist from fetching anything over a network.
  const std::string url = "file:" + file.string();
  AVDictionary* options = nullptr;
  int status = av_dict_set(&options, "protocol_whitelist", "file", 0);
  AVFormatContext* opened = nullptr;
  if (status >= 0) status = avformat_open_input(&opened, url.c_str(), nullptr, &options);
  av_dict_free(&options);
  FfmpegPtr<AVFormatContext> input(opened);
  if (status < 0) refuse(file, status);
  status = avformat_find_stream_info(input.get(), nullptr);
  if (status < 0) refuse(file, status);
  return input;
}

std::vector<AudioStreamInfo> ffmpeg_streams(AVFormatContext& input, const std::filesystem::path& file) {
  const int best = best_stream(input, file);
  std::vector<AudioStreamInfo> infos{describe(input, *input.streams[best])};
  for (const AVStream* stream : streams_of(input)) {
    if (is_audio(*stream) && stream->index != best) infos.push_back(describe(input, *stream));
  }
  return infos;
}

AVStream& choose_ffmpeg_stream(AVFormatContext& input, int stream, const std::filesystem::path& file) {
  if (stream < 0) return *input.streams[best_stream(input, file)];
  std::string known;
  for (const AudioStreamInfo& info : ffmpeg_streams(input, file)) {
    if (info.index == stream) return *input.streams[stream];
    known += (known.empty() ? "" : ", ") + std::to_string(info.index);
  }
  throw Error("Stream " + std::to_string(stream) + " of " + quoted(file) +
              " was asked for, but its audio streams are: " + known + ".");
}

double ffmpeg_duration_s(const AVFormatContext& input, const AVStream& stream) {
  if (stream.duration > 0) return static_cast<double>(stream.duration) * av_q2d(stream.time_base);
  if (input.duration > 0) return static_cast<double>(input.duration) / AV_TIME_BASE;
  return 0.0;
}

}  // namespace tilescribe::audio
