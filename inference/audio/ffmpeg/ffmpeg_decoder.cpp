// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/ffmpeg/ffmpeg_decoder.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "inference/audio/file_check.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

constexpr int most_read_errors = 100;   // in a row; then the rest of the file is given up
constexpr double smallest_gap_s = 0.3;  // times in containers jitter; a smaller difference is not a gap
// All gaps together: some bytes can say an hour of silence, and so a small file a year.
constexpr double most_filled_s = 24.0 * 3600.0;
constexpr double largest_gap_s = 3600.0;  // a larger one is a broken clock rather than a pause

template <class T>
FfmpegPtr<T> owned(T* object) {
  if (!object) throw std::bad_alloc();
  return FfmpegPtr<T>(object);
}

}  // namespace

FfmpegDecoder::FfmpegDecoder(std::shared_ptr<AudioFile> file, const Track& track)
    : input_(std::move(file)),
      stream_(&input_.choose(track.stream)),
      channel_(track.channel),
      packet_(owned(av_packet_alloc())),
      frame_(owned(av_frame_alloc())),
      promised_s_(input_.promised_s(*stream_)) {
  for (AVStream* other : input_.streams()) {
    if (other != stream_) other->discard = AVDISCARD_ALL;
  }
  open_codec();
  if (!next_frame()) {
    throw Error(Message("{1} holds no audio that can be decoded: its {2} stream is empty or damaged.",
                        quoted(input_.file().path()), avcodec_get_name(codec_->codec_id)),
                take_ffmpeg_log());
  }
  check_channel(input_.file().path(), channel_, frame_->ch_layout.nb_channels);
  rate_ = frame_->sample_rate;
  queue_frame();
  if (silence_ == 0 && frame_->best_effort_timestamp != AV_NOPTS_VALUE) first_s_ = frame_place_s();
}

void FfmpegDecoder::check(int status, const Message& what) const {
  if (status >= 0) return;
  if (status == AVERROR(ENOMEM)) throw std::bad_alloc();
  throw Error(Message("FFmpeg could not {1} for {2}: {3}.", what, quoted(input_.file().path()),
                      ffmpeg_message(status)),
              take_ffmpeg_log());
}

void FfmpegDecoder::open_codec() {
  const AVCodec* codec = avcodec_find_decoder(stream_->codecpar->codec_id);
  if (!codec) {
    throw Error("The audio of {1} is {2}, which this machine's FFmpeg can't decode.",
                quoted(input_.file().path()), avcodec_get_name(stream_->codecpar->codec_id));
  }
  codec_ = owned(avcodec_alloc_context3(codec));
  check(avcodec_parameters_to_context(codec_.get(), stream_->codecpar), Message("set up its audio decoder"));
  codec_->pkt_timebase = stream_->time_base;  // otherwise an encoder's delay is not removed
  codec_->thread_count = 1;
  check(avcodec_open2(codec_.get(), codec, nullptr), Message("open its audio decoder"));
}

std::size_t FfmpegDecoder::read(std::span<float> mono) {
  while (silence_ == 0 && used_ == mono_.size()) {
    mono_.clear();
    used_ = 0;
    if (next_frame()) {
      queue_frame();
    } else {
      flush_converter();
      if (mono_.empty()) return 0;
    }
  }
  if (silence_ > 0) {
    const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(mono.size(), silence_));
    std::fill_n(mono.begin(), count, 0.0f);
    silence_ -= count;
    return count;
  }
  const std::size_t count = std::min(mono.size(), mono_.size() - used_);
  std::copy_n(mono_.begin() + static_cast<std::ptrdiff_t>(used_), count, mono.begin());
  used_ += count;
  return count;
}

std::int64_t FfmpegDecoder::seek(std::int64_t frame) {
  constexpr double run_in_s = 0.5;  // many codecs need the packets before for their first good sample
  const double wanted_s = std::max(0.0, static_cast<double>(frame) / rate_ - run_in_s);
  const auto time = static_cast<std::int64_t>((start_s() + first_s_ + wanted_s) / av_q2d(stream_->time_base));
  const int status = av_seek_frame(&input_.context(), stream_->index, time, AVSEEK_FLAG_BACKWARD);
  if (status == AVERROR(ENOMEM)) throw std::bad_alloc();
  if (status < 0) return -1;
  avcodec_flush_buffers(codec_.get());
  converter_.reset();
  mono_.clear();
  used_ = 0;
  silence_ = 0;
  filled_s_ = 0.0;
  at_end_ = false;
  read_errors_ = 0;
  if (!next_frame() || frame_->best_effort_timestamp == AV_NOPTS_VALUE) return -1;
  const auto place = static_cast<std::int64_t>(std::llround((frame_place_s() - first_s_) * rate_));
  queued_ = static_cast<std::uint64_t>(std::max<std::int64_t>(0, place));
  queue_frame();
  return place - static_cast<std::int64_t>(silence_);
}

bool FfmpegDecoder::next_frame() {
  while (true) {
    const int status = avcodec_receive_frame(codec_.get(), frame_.get());
    if (status == AVERROR(ENOMEM)) throw std::bad_alloc();
    if (status == AVERROR_EOF) return false;
    if (status >= 0) {
      if (frame_->nb_samples > 0 && frame_->sample_rate > 0 && frame_->ch_layout.nb_channels > 0) return true;
      continue;
    }
    // EAGAIN asks for the next packet. Any other status means that this packet was damaged; continue with the
    // next one, too.
    if (!next_packet()) return false;
  }
}

bool FfmpegDecoder::next_packet() {
  while (!at_end_) {
    const int status = av_read_frame(&input_.context(), packet_.get());
    if (status == AVERROR(ENOMEM)) throw std::bad_alloc();
    if (status < 0) {
      // Some demuxers recover after damage. What is missing in a cut-off file never comes.
      if (status != AVERROR_EOF && ++read_errors_ < most_read_errors) continue;
      at_end_ = true;
      return avcodec_send_packet(codec_.get(), nullptr) >= 0;
    }
    read_errors_ = 0;
    const bool ours = packet_->stream_index == stream_->index;
    const int sent = ours ? avcodec_send_packet(codec_.get(), packet_.get()) : AVERROR_INVALIDDATA;
    av_packet_unref(packet_.get());
    if (sent == AVERROR(ENOMEM)) throw std::bad_alloc();
    if (sent >= 0) return true;
  }
  return false;
}

void FfmpegDecoder::queue_frame() {
  adopt_format();
  note_heard();
  silence_ = gap_before_frame();
  queued_ += silence_;
  convert(frame_->extended_data, frame_->nb_samples);
}

void FfmpegDecoder::adopt_format() {
  const auto format = static_cast<AVSampleFormat>(frame_->format);
  if (converter_ && format == format_ && frame_->sample_rate == frame_rate_ &&
      av_channel_layout_compare(&frame_->ch_layout, layout_.get()) == 0) {
    return;
  }
  if (converter_) flush_converter();
  format_ = format;
  frame_rate_ = frame_->sample_rate;
  check(av_channel_layout_copy(layout_.get(), &frame_->ch_layout), Message("copy the channel layout"));
  // We average the channels ourselves, so that each has the same weight. Here they only become interleaved
  // floats.
  SwrContext* made = nullptr;
  const int status = swr_alloc_set_opts2(&made, layout_.get(), AV_SAMPLE_FMT_FLT, rate_, layout_.get(),
                                         format_, frame_rate_, 0, nullptr);
  converter_.reset(made);
  check(status, Message("set up its sample converter"));
  check(swr_init(converter_.get()), Message("start its sample converter"));
}

// Flushes the converter. It holds samples only if it converts rates, not formats alone.
void FfmpegDecoder::flush_converter() {
  convert(nullptr, 0);
}

void FfmpegDecoder::convert(std::uint8_t* const* planes, int frames) {
  const int channels = layout_.get()->nb_channels;
  const int room = swr_get_out_samples(converter_.get(), frames);
  check(room, Message("convert samples"));
  interleaved_.resize(static_cast<std::size_t>(room) * static_cast<std::size_t>(channels));
  auto* out = reinterpret_cast<std::uint8_t*>(interleaved_.data());
  // The cast is for FFmpeg 5 and 6, whose signature lacks a const.
  const int made =
      swr_convert(converter_.get(), &out, room, const_cast<const std::uint8_t**>(planes), frames);
  check(made, Message("convert samples"));
  const std::size_t before = mono_.size();
  mono_.resize(before + static_cast<std::size_t>(made));
  take_channel(interleaved_, channels, channel_, std::span(mono_).subspan(before));
  queued_ += static_cast<std::uint64_t>(made);
}

double FfmpegDecoder::start_s() const {
  const std::int64_t start = input_.context().start_time;
  return start == AV_NOPTS_VALUE ? 0.0 : static_cast<double>(start) / AV_TIME_BASE;
}

double FfmpegDecoder::frame_place_s() const {
  return static_cast<double>(frame_->best_effort_timestamp) * av_q2d(stream_->time_base) - start_s();
}

std::uint64_t FfmpegDecoder::gap_before_frame() {
  if (frame_->best_effort_timestamp == AV_NOPTS_VALUE) return 0;
  const double gap_s = frame_place_s() - static_cast<double>(queued_) / rate_;
  if (!(gap_s >= smallest_gap_s && gap_s <= largest_gap_s)) return 0;
  if (filled_s_ + gap_s > most_filled_s) return 0;
  filled_s_ += gap_s;
  return static_cast<std::uint64_t>(gap_s * rate_);
}

void FfmpegDecoder::note_heard() {
  const double frame_s = static_cast<double>(frame_->nb_samples) / frame_->sample_rate;
  if (frame_->best_effort_timestamp == AV_NOPTS_VALUE) {
    heard_s_ += frame_s;
    return;
  }
  const std::int64_t start = stream_->start_time == AV_NOPTS_VALUE ? 0 : stream_->start_time;
  const std::int64_t begin = frame_->best_effort_timestamp - start;
  heard_s_ = static_cast<double>(begin) * av_q2d(stream_->time_base) + frame_s;
}

double FfmpegDecoder::missing_s() const {
  constexpr double least_s = 0.5;  // seconds; an encoder's delay and padding may or may not count as sound
  const double missing_s = promised_s_ - heard_s_;
  return missing_s >= least_s ? known_length(missing_s) : 0.0;
}

}  // namespace tilescribe::audio
