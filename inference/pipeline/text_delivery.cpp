// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/text_delivery.h"

#include <algorithm>

#include "kernels/core/error.h"

namespace tilescribe {

WindowText text_of(const ReadyWindow& work) {
  WindowText text;
  text.window = work.window.index;
  text.start_s = work.window.start_s();
  text.end_s = work.window.end_s();
  text.voiced_s = work.voiced_s;
  return text;
}

Transcript begun_transcript(const std::filesystem::path& file, const TranscribedPart& from,
                            const ModelInfo& model) {
  Transcript transcript;
  transcript.segments = from.segments;
  transcript.duration_s = from.end.seconds();
  transcript.elapsed_s = from.elapsed_s;
  transcript.source = file.filename().string();
  transcript.model = model.name;
  return transcript;
}

TextDelivery::TextDelivery(const TranscribeEvents& events, Transcript& transcript,
                           const TranscribedPart& from, const Setting& setting)
    : events_(events),
      transcript_(transcript),
      setting_(setting),
      progress_(setting.duration_s, setting.begin, events.progress, from.end.seconds(), from.elapsed_s),
      next_(from.end.window),
      end_s_(from.end.seconds()) {
  transcript_.segments = from.segments;
  tell_observer(false);
}

void TextDelivery::tell_observer(bool over) {
  if (setting_.observer != nullptr)
    setting_.observer->transcribed(progress_.done_s(), progress_.elapsed_s(), over);
}

void TextDelivery::entered(Stage stage, const AudioWindow& window) {
  progress_.enter(stage, window.index, window.seconds());
}

void TextDelivery::decoded(const AudioWindow& window, std::size_t tokens, const std::string& text) {
  tell_observer(false);  // it may have been set in the middle of this file
  progress_.decoded(window.index, window.seconds(), tokens);
  if (events_.partial && window.index == next_)
    events_.partial({window.index, window.start_s(), window.end_s(), text});
}

void TextDelivery::silent(const AudioWindow& window) {
  end_s_ = std::max(end_s_, window.end_s());
  progress_.finish_window(window.index, window.seconds());
  tell_observer(false);
  waiting_.emplace(window.index, std::nullopt);
  give_in_order();
}

void TextDelivery::finished(const AudioWindow& window, WindowText text) {
  end_s_ = std::max(end_s_, window.end_s());
  waiting_.emplace(window.index,
                   Finished{{window.index, window.first_sample, window.count, {}}, std::move(text)});
  give_in_order();
}

void TextDelivery::give_in_order() {
  for (auto first = waiting_.find(next_); first != waiting_.end(); first = waiting_.find(next_)) {
    if (first->second) give(*first->second);
    waiting_.erase(first);
    ++next_;
  }
}

void TextDelivery::give(const Finished& finished) {
  for (Segment& segment : segments_of_window(finished.text)) {
    if (events_.segment) events_.segment(segment);
    transcript_.segments.push_back(std::move(segment));
  }
  const AudioWindow& window = finished.window;
  if (setting_.observer != nullptr) setting_.observer->window_ends(window.index);
  progress_.finish_window(window.index, window.seconds());
  tell_observer(false);
  if (events_.reached && setting_.boundaries)
    events_.reached({window.first_sample + window.count, window.index + 1});
}

void TextDelivery::run(const std::function<void()>& work) {
  try {
    work();
    transcript_.duration_s = end_s_;
    progress_.finish(end_s_);
  } catch (const Cancelled&) {
    transcript_.cancelled = true;
    transcript_.duration_s = transcript_.segments.empty() ? 0.0 : transcript_.segments.back().end_s;
  }
  transcript_.elapsed_s = progress_.elapsed_s();
}

}  // namespace tilescribe
