// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/pcm_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "inference/audio/decoder.h"
#include "inference/audio/file_check.h"
#include "inference/audio/resampler.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

// Float audio is ±1, and integers stored as floats reach 2^31. Anything larger is not audio, and its powers
// would overflow.
constexpr float largest_sample = 1e10f;

// A decoder whose samples have all been checked.
class CheckedSource {
 public:
  CheckedSource(std::filesystem::path file, std::unique_ptr<Decoder> decoder)
      : file_(std::move(file)), decoder_(std::move(decoder)) {}

  std::size_t read(std::span<float> out) {
    const std::size_t count = decoder_->read(out);
    const auto good = [](float sample) { return std::abs(sample) <= largest_sample; };  // false for NaN
    const auto samples = out.first(count);
    const auto bad = std::find_if_not(samples.begin(), samples.end(), good);
    if (bad != samples.end()) complain(*bad, frames_ + static_cast<std::uint64_t>(bad - samples.begin()));
    frames_ += count;
    return count;
  }

  int sample_rate() const { return decoder_->sample_rate(); }
  double duration_s() const { return decoder_->duration_s(); }
  double missing_s() const { return decoder_->missing_s(); }
  std::uint64_t frames() const { return frames_; }

 private:
  [[noreturn]] void complain(float sample, std::uint64_t frame) const {
    const Real time{static_cast<double>(frame) / sample_rate(), 3};
    const Message is = std::isnan(sample)   ? Message("not a number (NaN)")
                       : std::isinf(sample) ? Message("infinite")
                                            : Message("too large for audio");
    throw Error("Sample {1} at {2} s of {3} is {4}.", frame, time, quoted(file_), is);
  }

  std::filesystem::path file_;
  std::unique_ptr<Decoder> decoder_;
  std::uint64_t frames_ = 0;  // read so far
};

class PlainReader final : public PcmReader {
 public:
  explicit PlainReader(CheckedSource source) : source_(std::move(source)) {}

  std::size_t read(std::span<float> out) override { return read_fully(source_, out); }
  double duration_s() const override { return source_.duration_s(); }
  double missing_s() const override { return source_.missing_s(); }

 private:
  CheckedSource source_;
};

class ResampledReader final : public PcmReader {
 public:
  explicit ResampledReader(CheckedSource source)
      : source_(std::move(source)), resampler_(source_.sample_rate(), sample_rate), block_(4096) {}

  std::size_t read(std::span<float> out) override {
    std::size_t done = 0;
    while (done < out.size()) {
      if (waiting_.empty() && !at_end_) fill();
      const std::span<float> room = out.subspan(done, std::min(out.size() - done, left()));
      if (room.empty()) break;
      const ResamplerStep step = resampler_.process(waiting_, room, at_end_);
      waiting_ = waiting_.subspan(step.used);
      std::size_t made = step.made;
      if (made == 0 && at_end_ && step.used == 0) {
        // The converter's rounding produced one sample less than promised.
        room.front() = 0.0f;
        made = 1;
      }
      done += made;
      made_ += made;
    }
    return done;
  }
  double duration_s() const override { return source_.duration_s(); }
  double missing_s() const override { return source_.missing_s(); }

 private:
  void fill() {
    waiting_ = std::span(block_).first(source_.read(block_));
    at_end_ = waiting_.empty();
  }

  // Samples that may still be returned. There is no known bound before the end of the input.
  std::size_t left() const {
    if (!at_end_) return SIZE_MAX;
    const auto rate = static_cast<std::uint64_t>(source_.sample_rate());
    const std::uint64_t total =
        std::max<std::uint64_t>(1, (source_.frames() * sample_rate + rate / 2) / rate);
    return total > made_ ? static_cast<std::size_t>(total - made_) : 0;
  }

  CheckedSource source_;
  Resampler resampler_;
  std::vector<float> block_;        // decoded samples at the file's rate
  std::span<const float> waiting_;  // those that the resampler has not taken yet
  bool at_end_ = false;             // the file has no samples after `waiting_`
  std::uint64_t made_ = 0;          // samples returned
};

class SilencedReader final : public PcmReader {
 public:
  SilencedReader(std::unique_ptr<PcmReader> reader, std::vector<std::pair<double, double>> silenced_s)
      : reader_(std::move(reader)), silenced_s_(std::move(silenced_s)) {}

  std::size_t read(std::span<float> out) override {
    const std::size_t count = reader_->read(out);
    const std::uint64_t end = place_ + count;
    for (; next_ < silenced_s_.size(); ++next_) {
      const auto [from, to] = silenced_s_[next_];
      const std::uint64_t first = std::max(place_, sample_at(from)), last = std::min(end, sample_at(to));
      for (std::uint64_t i = first; i < last; ++i) out[static_cast<std::size_t>(i - place_)] = 0.0f;
      if (sample_at(to) > end) break;  // it goes on
    }
    place_ = end;
    return count;
  }
  double duration_s() const override { return reader_->duration_s(); }
  double missing_s() const override { return reader_->missing_s(); }

 private:
  static std::uint64_t sample_at(double seconds) {
    return static_cast<std::uint64_t>(std::llround(std::max(0.0, seconds) * sample_rate));
  }

  std::unique_ptr<PcmReader> reader_;
  std::vector<std::pair<double, double>> silenced_s_;
  std::size_t next_ = 0;     // the first that does not end before the place
  std::uint64_t place_ = 0;  // of the next sample
};

std::unique_ptr<PcmReader> opened(const std::filesystem::path& file, const Track& track,
                                  std::stop_token stop) {
  CheckedSource source(file, open_decoder(file, track, std::move(stop)));
  if (source.sample_rate() == sample_rate) return std::make_unique<PlainReader>(std::move(source));
  try {
    return std::make_unique<ResampledReader>(std::move(source));
  } catch (const Error& error) {
    throw Error(Message("{1} can't be used. {2}", quoted(file), error.message()), error.details());
  }
}

}  // namespace

std::unique_ptr<PcmReader> open_audio(const std::filesystem::path& file, int stream, std::stop_token stop) {
  return opened(file, {.stream = stream}, std::move(stop));
}

std::unique_ptr<PcmReader> open_audio(const std::filesystem::path& file, const Track& track,
                                      std::vector<std::pair<double, double>> silenced_s,
                                      std::stop_token stop) {
  std::unique_ptr<PcmReader> reader = opened(file, track, std::move(stop));
  if (silenced_s.empty()) return reader;
  return std::make_unique<SilencedReader>(std::move(reader), std::move(silenced_s));
}

}  // namespace tilescribe::audio
