// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "inference/audio/decoder.h"
#include "inference/audio/ffmpeg/ffmpeg_handles.h"
#include "inference/audio/ffmpeg/ffmpeg_input.h"
#include "kernels/core/message.h"

namespace tilescribe::audio {

/// Decodes one audio stream of anything that FFmpeg reads. The rate is that of the first frame that can be
/// decoded; later frames with another rate or channel count are converted to it. Damaged packets are skipped.
/// Gaps in the container's times (a damaged stretch, a pause that was not recorded, sound that begins after
/// the picture) are filled with silence, so that times in the transcript match the file.
class FfmpegDecoder final : public Decoder {
 public:
  /// Throws Error if no frame at all can be decoded, or if the first one has no such channel; Cancelled on a
  /// stop request.
  FfmpegDecoder(std::shared_ptr<AudioFile> file, const Track& track);

  std::size_t read(std::span<float> mono) override;
  std::int64_t seek(std::int64_t frame) override;
  int sample_rate() const override { return rate_; }
  double duration_s() const override { return input_.duration_s(*stream_); }
  double missing_s() const override;

 private:
  void check(int status, const Message& what) const;  // throws Error: "FFmpeg could not <what> for …"
  void open_codec();
  bool next_frame();    // decodes into frame_; false at the end
  bool next_packet();   // passes its next packet, or the end, to the decoder; false when it has both
  void queue_frame();   // frame_ → silence_, mono_
  void adopt_format();  // creates a converter for the format of frame_
  void convert(std::uint8_t* const* planes, int frames);  // appends to mono_
  void flush_converter();
  double start_s() const;            // of the container's times
  double frame_place_s() const;      // of frame_ by the container's times, which must be known
  std::uint64_t gap_before_frame();  // samples
  void note_heard();                 // frame_'s end

  FfmpegInput input_;
  AVStream* stream_ = nullptr;  // owned by input_
  int channel_;                 // as for take_channel
  FfmpegPtr<AVCodecContext> codec_;
  FfmpegPtr<AVPacket> packet_;
  FfmpegPtr<AVFrame> frame_;
  double promised_s_ = 0.0;  // if the container states it exactly
  double heard_s_ = 0.0;     // the end of the last frame, from the stream's start
  int rate_ = 0;             // Hz, of the first frame
  bool at_end_ = false;      // the decoder was told that no packets follow
  int read_errors_ = 0;      // of the demuxer, in a row

  FfmpegPtr<SwrContext> converter_;             // to interleaved float at rate_
  AVSampleFormat format_ = AV_SAMPLE_FMT_NONE;  // input format of converter_
  int frame_rate_ = 0;
  ChannelLayout layout_;

  double first_s_ = 0.0;       // place of the first sample by the container's times
  std::uint64_t queued_ = 0;   // samples put into silence_ and mono_ since the start
  double filled_s_ = 0.0;      // of gaps
  std::uint64_t silence_ = 0;  // samples of silence to return before mono_
  std::vector<float> interleaved_;
  std::vector<float> mono_;
  std::size_t used_ = 0;  // number of samples of mono_ already returned
};

}  // namespace tilescribe::audio
