// SPDX-License-Identifier: Apache-2.0
#include "app/server/realtime.h"

#include <algorithm>
#include <utility>

#include "app/protocol/transcription_answer.h"

namespace tilescribe::server {

using protocol::ApiError;
using protocol::RequestError;

namespace {

constexpr std::size_t most_turns = 8;  // each has a file

}  // namespace

Realtime::Realtime(Jobs& jobs, protocol::Metrics& metrics, std::vector<std::string> names, double audio_s,
                   Place place)
    : jobs_(jobs),
      metrics_(metrics),
      names_(std::move(names)),
      audio_s_(audio_s),
      place_(std::in_place, std::move(place)),
      settings_{.model = names_.empty() ? std::string() : names_.front()} {}

void Realtime::begin(Speaker& speaker) {
  speaker_ = &speaker;
  say(writer_.created(settings_));
}

// A client that does not listen may be gone at any word.
void Realtime::say(std::string text) {
  if (speaker_ != nullptr) speaker_->say(std::move(text));
}

void Realtime::hear(std::string_view text) {
  if (speaker_ == nullptr) return;
  try {
    std::visit([this](const auto& command) { obey(command); }, protocol::read_realtime(text, settings_));
  } catch (const RequestError& error) {
    say(writer_.error(error.error(), protocol::realtime_id_of(text)));
  }
}

void Realtime::tire(double idle_s) {
  say(writer_.error({.status = 408,
                     .message = Message("Nothing was said in this session for {1} s.", Real{idle_s, 0}),
                     .code = "session_idle"},
                    {}));
}

void Realtime::hang_up() {
  speaker_ = nullptr;
  place_.reset();
  if (!live_) return;
  ++metrics_.cancelled;
  jobs_.leave_session(*std::exchange(live_, {}));
}

// Throws if the client asks for another model, or for a language that this one does not know.
void Realtime::check(const protocol::RealtimeSettings& settings) const {
  if (!settings.model.empty() && std::ranges::find(names_, settings.model) == names_.end())
    throw RequestError(protocol::unknown_model(settings.model, names_));
  if (!jobs_.opened()->model.is_demo || settings.language.empty() || settings.language.starts_with("en"))
    return;
  throw RequestError(protocol::unknown_language(settings.language));
}

// What is being heard keeps the settings with which it began.
void Realtime::obey(const protocol::RealtimeUpdate& update) {
  check(update.settings);
  settings_ = update.settings;
  say(writer_.updated(settings_));
}

void Realtime::obey(const protocol::RealtimeAppend& append) {
  const bool fresh = turns_.empty() || turns_.back().committed;
  check_length(fresh);
  if (fresh && turns_.size() >= most_turns) {
    throw RequestError({.status = 429,
                        .message = Message("At most {1} commits can wait for their text.", most_turns),
                        .code = "too_many_commits"});
  }
  if (fresh)
    turns_.push_back({std::make_shared<SoundBuffer>(settings_.sample_rate), settings_, false, clock_s_});
  turns_.back().sound->append(append.samples);
  if (!live_ && speaker_ != nullptr) begin_turn();
}

// Throws if too much sound waits: of a turn to which more is added, or of all together.
void Realtime::check_length(bool fresh) const {
  double waits_s = turns_.empty() ? 0.0 : -heard_s_;
  for (const Turn& turn : turns_) waits_s += turn.sound->seconds();
  const auto too_long = [](const Message& sentence) {
    return RequestError({.status = 413, .message = sentence, .code = "audio_too_long"});
  };
  if (waits_s > audio_s_)
    throw too_long(Message("At most {1} s of sound can wait for its text.", Real{audio_s_, 0}));
  const bool ends_by_commit = !fresh && !turns_.back().settings.finds_turns;
  if (ends_by_commit && turns_.back().sound->seconds() > audio_s_)
    throw too_long(Message("At most {1} s of sound can wait for a commit.", Real{audio_s_, 0}));
}

void Realtime::obey(const protocol::RealtimeCommit&) {
  if (turns_.empty() || turns_.back().committed)
    throw RequestError(
        {.message = Message("There is no sound to commit."), .code = "input_audio_buffer_commit_empty"});
  turns_.back().committed = true;
  turns_.back().ended_before = ended_;
  turns_.back().sound->end();
  clock_s_ += turns_.back().sound->seconds();
}

// Sound that was committed stays; so does what was written of the rest.
void Realtime::obey(const protocol::RealtimeClear&) {
  if (!turns_.empty() && !turns_.back().committed) {
    const bool is_heard = turns_.size() == 1;
    if (is_heard && live_) jobs_.leave_session(*std::exchange(live_, {}));
    if (is_heard && in_item_) end_item(told_s_);
    clock_s_ += turns_.back().sound->seconds();
    turns_.pop_back();
  }
  say(writer_.cleared());
}

void Realtime::begin_turn() {
  Turn& turn = turns_.front();
  told_s_ = heard_s_ = 0.0;
  turn.ended_before = ended_;
  LiveOptions options;
  options.prompt = turn.settings.prompt;
  options.pause_s = turn.settings.pause_s;
  options.keeps_text = false;  // it was told
  try {
    live_ = jobs_.listen(turn.sound, options, *this);
  } catch (const RequestError& error) {
    failed(error.error());
  }
}

void Realtime::begin_item(double at_s) {
  if (std::exchange(in_item_, true)) return;
  ++items_;
  text_.clear();
  item_at_s_ = at_s;
  say(writer_.speech_started(items_, turns_.front().begins_s + at_s));
}

void Realtime::end_item(double at_s) {
  begin_item(at_s);
  in_item_ = false;
  ++ended_;
  say(writer_.speech_stopped(items_, turns_.front().begins_s + at_s));
  say(writer_.committed(items_));
  say(writer_.completed(items_, text_, std::max(0.0, at_s - item_at_s_)));
}

void Realtime::fixed(const LivePiece& piece) {
  if (speaker_ == nullptr || turns_.empty()) return;
  told_s_ = std::max(told_s_, piece.end_s);
  if (!piece.text.empty()) {
    begin_item(piece.start_s);
    std::string more = piece.text;
    const std::size_t first = more.find_first_not_of(" \n\t");
    if (text_.empty()) {
      more.erase(0, std::min(first, more.size()));
    } else if (first == 0 && spaced_) {
      more.insert(0, " ");
    }
    spaced_ = false;
    text_ += more;
    if (!more.empty()) say(writer_.delta(items_, more));
  }
  if (!piece.closes) return;
  spaced_ = true;  // a space goes between utterances
  if (in_item_ && turns_.front().settings.finds_turns) end_item(piece.end_s);
}

// A session that moves to another model begins with the utterance that is being spoken, and hears silence
// where sound was forgotten: so did this one.
void Realtime::heard(double until_s) {
  constexpr double longest_utterance_s = 60.0;
  if (turns_.empty()) return;
  heard_s_ = until_s;
  turns_.front().sound->forget(until_s - longest_utterance_s);
}

void Realtime::finished(const Transcript& transcript) {
  metrics_.finished(transcript.duration_s, transcript.elapsed_s);
  end_turn();
}

void Realtime::failed(const ApiError& error) {
  live_.reset();
  ++metrics_.failed;
  if (speaker_ == nullptr || turns_.empty()) return;
  begin_item(told_s_);
  in_item_ = false;
  ++ended_;
  say(writer_.failed(items_, error));
  end_turn();
}

// An item follows each commit, even if nobody spoke.
void Realtime::end_turn() {
  live_.reset();
  if (speaker_ == nullptr || turns_.empty()) return;
  const Turn& turn = turns_.front();
  const double seconds = turn.sound->seconds();
  if (!turn.committed) clock_s_ += seconds;
  if (in_item_ || ended_ == turn.ended_before) end_item(seconds);
  turns_.pop_front();
  if (!turns_.empty() && speaker_ != nullptr) begin_turn();
}

}  // namespace tilescribe::server
