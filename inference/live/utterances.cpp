// SPDX-License-Identifier: Apache-2.0
#include "inference/live/utterances.h"

#include <algorithm>
#include <cmath>

#include "inference/live/voice_activity.h"

namespace tilescribe::live {
namespace {

constexpr auto frame = static_cast<std::int64_t>(frame_samples);
constexpr std::size_t onset_frames = 20;  // that are searched for an onset
constexpr std::ptrdiff_t onset_voice = 15;
constexpr std::int64_t margin =
    4800;  // kept around the voice: soft first and last sounds are below the detector

}  // namespace

UtteranceFinder::UtteranceFinder(double pause_s, double long_s, std::int64_t from)
    : pause_(std::llround(pause_s / frame_s) * frame),
      long_(std::llround(long_s / frame_s) * frame),
      position_(from),
      earliest_(from) {}

void UtteranceFinder::begin() {
  const auto first = std::ranges::find(recent_, true) - recent_.begin();
  const std::int64_t voice_begin =
      position_ - static_cast<std::int64_t>(recent_.size() - static_cast<std::size_t>(first)) * frame;
  open_.emplace();
  open_->begin = std::max(earliest_, voice_begin - margin);
  std::int64_t at = position_ - static_cast<std::int64_t>(recent_.size()) * frame;
  for (const bool voice : recent_) {
    if (voice) add_voice(at, at + frame);
    at += frame;
  }
}

void UtteranceFinder::add_voice(std::int64_t begin, std::int64_t end) {
  if (!open_->voiced.empty() && open_->voiced.back().second == begin) {
    open_->voiced.back().second = end;
  } else {
    open_->voiced.emplace_back(begin, end);
  }
  open_->voice_end = end;
}

void UtteranceFinder::push(bool voice) {
  position_ += frame;
  recent_.push_back(voice);
  if (recent_.size() > onset_frames) recent_.pop_front();
  if (!open_) {
    if (std::ranges::count(recent_, true) >= onset_voice) begin();
  } else if (voice) {
    add_voice(position_ - frame, position_);
  }
  if (!open_) return;
  open_->end = position_;
  const std::int64_t pause = position_ - open_->begin > long_ ? pause_ / 2 : pause_;
  if (position_ - open_->voice_end >= pause) end(std::min(position_, open_->voice_end + margin));
}

void UtteranceFinder::end(std::int64_t sample) {
  open_->end = sample;
  earliest_ = sample;
  // The rest of an utterance that was cut may hold no voice.
  if (!open_->voiced.empty()) ended_.push_back(std::move(*open_));
  open_.reset();
  recent_.clear();
}

void UtteranceFinder::cut(std::int64_t sample) {
  const Utterance whole = *std::exchange(open_, {});
  Utterance& first = ended_.emplace_back();
  first.begin = whole.begin;
  first.end = sample;
  first.cut = true;
  Utterance& rest = open_.emplace();
  rest.begin = rest.voice_end = earliest_ = sample;
  rest.end = whole.end;
  for (const auto& [begin, end] : whole.voiced) {
    if (begin < sample) first.voiced.emplace_back(begin, std::min(end, sample));
    if (end > sample) rest.voiced.emplace_back(std::max(begin, sample), end);
  }
  if (!first.voiced.empty()) first.voice_end = first.voiced.back().second;
  if (!rest.voiced.empty()) rest.voice_end = rest.voiced.back().second;
}

void UtteranceFinder::finish() {
  if (open_) end(std::min(position_, open_->voice_end + margin));
}

}  // namespace tilescribe::live
