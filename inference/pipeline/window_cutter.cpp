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
constexpr std::size_t around_turn = audio::sample_rate * 3 / 10;  // of silence before and behind it

}  // namespace

WindowCutter::WindowCutter(audio::PcmReader& reader, const WindowCuts& cuts, std::stop_token stop,
                           const WindowBoundary& from)
    : reader_(reader), cuts_(cuts), stop_(std::move(stop)), index_(from.window), first_(from.sample) {
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

void WindowCutter::drop(std::size_t count) {
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(count));
  position_ += static_cast<std::int64_t>(count);
}

// Passes over what nobody says. Returns where the turn ends that the buffer then begins with; behind the
// window if that is not known, and 0 if nobody speaks any more.
std::size_t WindowCutter::end_of_turn() {
  const auto pause = static_cast<std::size_t>(cuts_.turn_pause_s * audio::sample_rate);
  const auto voice = [this] {
    return audio::voiced_spans(std::span(buffer_).first(std::min(buffer_.size(), window)),
                               audio::sample_rate);
  };
  std::vector<audio::Span> spans = voice();
  while (spans.empty() || spans.front().begin > around_turn) {
    // What is voice depends on what is around it, so at most one step is taken at once.
    drop(spans.empty() ? std::min(buffer_.size(), window) : spans.front().begin - around_turn);
    fill();
    if (buffer_.empty()) return 0;
    const bool found = !spans.empty();
    spans = voice();
    if (found) break;
  }
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const bool last = i + 1 == spans.size();
    const std::size_t next = last ? std::min(buffer_.size(), window) : spans[i + 1].begin;
    if (next - spans[i].end >= pause) return std::min(spans[i].end + around_turn, next);
  }
  return ended_ && buffer_.size() <= window ? buffer_.size() : window + 1;
}

std::optional<AudioWindow> WindowCutter::next() {
  pass_over();
  fill();
  std::size_t cut = buffer_.size();
  if (cuts_.turn_pause_s > 0.0 && !buffer_.empty()) cut = end_of_turn();
  if (buffer_.empty()) return std::nullopt;
  if (cut > window)
    cut = cuts_.exact ? window : audio::quietest_cut(std::span(buffer_).first(window), earliest_cut, window);
  const auto count = static_cast<std::int64_t>(cut);
  AudioWindow result{
      index_++, position_, count, {buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(cut)}};
  drop(cut);
  return result;
}

}  // namespace tilescribe
