// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/window_cutter.h"

#include <algorithm>
#include <span>

#include "inference/audio/quiet_cut.h"
#include "inference/features/mel_window.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

constexpr std::size_t window = features::window_samples;
constexpr std::size_t earliest_cut = std::size_t{22} * audio::sample_rate;
constexpr std::size_t read_block = audio::sample_rate;

}  // namespace

WindowCutter::WindowCutter(audio::PcmReader& reader, bool exact, std::stop_token stop,
                           const WindowBoundary& from)
    : reader_(reader), exact_(exact), stop_(std::move(stop)), index_(from.window), first_(from.sample) {
  buffer_.reserve(window + read_block);
}

// Reads instead of seeking: after a seek, compressed audio decodes slightly differently, and cuts could move.
void WindowCutter::pass_over() {
  if (position_ >= first_) return;
  std::vector<float> passed(read_block);
  while (position_ < first_) {
    if (stop_.stop_requested()) throw Cancelled();
    const auto left = static_cast<std::size_t>(first_ - position_);
    const std::size_t count = reader_.read(std::span(passed).first(std::min(read_block, left)));
    if (count == 0) {
      throw Error("The first {1} s of the audio are transcribed already, and it has only {2} s.",
                  first_ / audio::sample_rate, position_ / audio::sample_rate);
    }
    position_ += static_cast<std::int64_t>(count);
  }
}

// Reads until the buffer holds more than a window, or the audio ends.
void WindowCutter::fill() {
  while (!ended_ && buffer_.size() <= window) {
    if (stop_.stop_requested()) throw Cancelled();
    const std::size_t old = buffer_.size();
    buffer_.resize(old + read_block);
    const std::size_t count = reader_.read(std::span(buffer_).subspan(old));
    buffer_.resize(old + count);
    ended_ = count == 0;
  }
}

std::optional<AudioWindow> WindowCutter::next() {
  pass_over();
  fill();
  if (buffer_.empty()) return std::nullopt;
  std::size_t cut = buffer_.size();
  if (cut > window)
    cut = exact_ ? window : audio::quietest_cut(std::span(buffer_).first(window), earliest_cut, window);
  const auto end = buffer_.begin() + static_cast<std::ptrdiff_t>(cut);
  const auto count = static_cast<std::int64_t>(cut);
  AudioWindow result{index_++, position_, count, {buffer_.begin(), end}};
  buffer_.erase(buffer_.begin(), end);
  position_ += count;
  return result;
}

}  // namespace tilescribe
