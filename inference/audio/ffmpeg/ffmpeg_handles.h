// SPDX-License-Identifier: Apache-2.0
#pragma once

// FFmpeg's objects as owning types, its statuses as exceptions, its log as text. Written for FFmpeg 5.1 and
// later.

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/mem.h>
#include <libswresample/swresample.h>
}

#include <memory>
#include <string>

namespace tilescribe::audio {

struct FfmpegDeleter {
  void operator()(AVFormatContext* input) const { avformat_close_input(&input); }
  void operator()(AVCodecContext* codec) const { avcodec_free_context(&codec); }
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
  void operator()(SwrContext* converter) const { swr_free(&converter); }
  void operator()(AVIOContext* io) const {
    av_freep(&io->buffer);
    avio_context_free(&io);
  }
};
template <class T>
using FfmpegPtr = std::unique_ptr<T, FfmpegDeleter>;

/// A channel layout that frees its memory.
class ChannelLayout {
 public:
  ChannelLayout() = default;
  ~ChannelLayout() { av_channel_layout_uninit(&layout_); }
  ChannelLayout(const ChannelLayout&) = delete;
  ChannelLayout& operator=(const ChannelLayout&) = delete;
  AVChannelLayout* get() { return &layout_; }

 private:
  AVChannelLayout layout_{};
};

/// FFmpeg's message for a negative status.
std::string ffmpeg_message(int status);

/// Sends FFmpeg's log here instead of to the terminal. One call is enough; more do no harm.
void capture_ffmpeg_log();

/// The errors that FFmpeg logged on this thread since the last call (the last 2000 characters or so).
std::string take_ffmpeg_log();

}  // namespace tilescribe::audio
