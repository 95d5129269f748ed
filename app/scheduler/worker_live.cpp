// SPDX-License-Identifier: Apache-2.0
// A live session on its worker: beginning, advancing, moving to another model, ending.
#include <utility>

#include "app/scheduler/worker.h"

namespace tilescribe {

void Worker::take_live() {
  live_ = queue_.take_live(number_);
  if (live_ && job_ != nullptr) listener_.tell(JobHeld{job_->id, true});
}

Transcriber& Worker::transcriber_of_live() {
  return live_->on_cpu ? transcriber_on_cpu(live_->stop.get_token()) : *transcriber_;
}

void Worker::begin_live() {
  const LiveEvents events{
      .fixed =
          [this](const LivePiece& piece) {
            if (const auto told = live_->words.fixed(piece)) listener_.tell(LiveFixed{*told, live_->id});
          },
      .provisional =
          [this](const LivePiece& piece) {
            listener_.tell(LiveProvisional{live_->words.provisional(piece), live_->id});
          },
      .status =
          [this](const LiveStatus& status) {
            listener_.tell(LiveProgress{status, live_->id});
          },
  };
  live_->words.begin(live_->options.words);
  Transcriber& transcriber = transcriber_of_live();
  listener_.tell(LiveBegins{transcriber.engine(), transcriber.model(), live_->id});
  live_session_ =
      transcriber.live(live_->recording, live_->options, events, live_->from, live_->stop.get_token());
}

/// Does one due step of the live session; false if none was due. Throws nothing, as it also runs inside jobs.
bool Worker::advance_live() {
  if (!live_) return false;
  try {
    if (live_->stop.stop_requested() || queue_.ended()) {
      end_live();
      return true;
    }
    if (!live_session_) begin_live();
    look_after_profile(transcriber_of_live(), live_->recording->file());
    const bool advanced = live_session_->due() && live_session_->advance();
    if (!live_session_->finished()) return advanced;
    end_live();
  } catch (...) {
    live_failed();
  }
  return true;
}

/// Detaches the session from a model that will be freed. It continues from its checkpoint on another one.
void Worker::set_down_live() {
  if (!live_session_) return;
  live_->from = live_session_->checkpoint();
  live_session_.reset();
  if (job_ == nullptr) end_profile();
  listener_.tell(LiveProvisional{{}, live_->id});  // uncertain words are gone, too
}

void Worker::live_failed() {
  const std::exception_ptr error = std::current_exception();
  if (is_cancellation(error)) return end_live();
  const Failure failure = describe_failure(error);
  set_down_live();
  if (!failure.device || live_->on_cpu || !policy_.live_may_move)
    return leave_live(LiveFailed{failure, live_->id});
  live_->on_cpu = true;
  listener_.tell(LiveMoved{failure, live_->id});
}

/// The session is over: finished or given up.
void Worker::end_live() {
  Transcript transcript;
  if (live_session_) {
    transcript = live_session_->transcript();
    transcript.cancelled = !live_session_->finished();
  } else {
    const LiveCheckpoint& from = live_->from;
    transcript.segments = from.segments;
    if (!from.fixed_text.empty()) {
      Segment& segment = transcript.segments.emplace_back();
      segment.start_s = segment.end_s = from.from_s;
      segment.text = from.fixed_text;
      segment.window = from.utterance;
    }
    transcript.source = live_->recording->file().filename().string();
    transcript.cancelled = true;
  }
  live_session_.reset();
  for (Segment& segment : transcript.segments) segment = live_->words.segment(std::move(segment));
  for (const Message& why : live_->words.problems()) listener_.tell(WordsLeftOut{0, why});
  leave_live(LiveFinished{std::move(transcript), live_->id});
}

/// The next session may begin once this one's last event has been reported.
void Worker::leave_live(Event last) {
  if (const auto rest = live_->words.rest()) listener_.tell(LiveFixed{*rest, live_->id});
  const LiveId id = live_->id;
  live_.reset();
  if (job_ == nullptr) end_profile();
  listener_.tell(std::move(last));
  if (job_ != nullptr) listener_.tell(JobHeld{job_->id, false});
  queue_.end_live(number_, id);
}

}  // namespace tilescribe
