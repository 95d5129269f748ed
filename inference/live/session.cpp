// SPDX-License-Identifier: Apache-2.0
#include "inference/live/session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "inference/audio/pcm_reader.h"
#include "inference/audio/quiet_cut.h"
#include "inference/live/agreement.h"
#include "inference/transcript/alignment.h"
#include "inference/transcript/segmenter.h"
#include "kernels/core/error.h"

namespace tilescribe::live {
namespace {

constexpr double rate = audio::sample_rate;
constexpr double read_at_once_s = 1.0;
constexpr std::size_t most_waiting = 4;   // utterances in memory that wait for their text
constexpr double most_waiting_s = 180.0;  // seconds of sound in memory
constexpr double cut_range_s = 6.0;       // an utterance that is too long is cut within this much of its end
constexpr std::int64_t least_draft = 8000;  // samples before an utterance is decoded for the first time
constexpr std::int64_t least_tail = 2400;   // samples heard after the voice before its last word is sure
constexpr double stall_s = 0.5;  // a recording that has not grown for this time and a pause is paused
constexpr float least_probability = 0.4f;   // mean over the tokens; below it the text is a guess
constexpr float sure_probability = 0.5f;    // least probability of a word's tokens, for it to be fixed early
constexpr float shown_probability = 0.25f;  // the same, for it to be shown before its utterance ends
constexpr std::size_t doubt_decodes = 4;    // so many decodes must agree on a word less probable than that
constexpr double behind_s = 15.0, caught_up_s = 5.0;

std::int64_t to_samples(double seconds) {
  return std::llround(seconds * rate);
}

double to_seconds(std::int64_t samples) {
  return static_cast<double>(samples) / rate;
}

// The model's window holds 30 s, and a cut needs its range.
LiveOptions in_bounds(LiveOptions options) {
  options.pause_s = std::max(options.pause_s, 0.1);
  options.longest_s = std::clamp(options.longest_s, 2.0 * cut_range_s, 29.0);
  options.runs_a_second = std::max(options.runs_a_second, 0.01);
  return options;
}

std::vector<transcript::TimeSpan> voiced_spans(const Utterance& utterance) {
  std::vector<transcript::TimeSpan> spans;
  spans.reserve(utterance.voiced.size() + 1);
  for (const auto& [begin, end] : utterance.voiced) spans.push_back({to_seconds(begin), to_seconds(end)});
  if (spans.empty()) spans.push_back({to_seconds(utterance.begin), to_seconds(utterance.end)});
  return spans;
}

}  // namespace

Session::Session(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options,
                 const LiveEvents& events, LiveCheckpoint from, std::unique_ptr<UtteranceDecoder> decoder,
                 std::string model, std::string engine, std::function<double()> now)
    : reader_(recording, from.from_s),
      options_(in_bounds(options)),
      events_(events),
      state_(std::move(from)),
      decoder_(std::move(decoder)),
      now_(std::move(now)),
      source_(recording->file().filename().string()),
      model_(std::move(model)),
      engine_(std::move(engine)),
      finder_(options_.pause_s, options_.longest_s - cut_range_s, to_samples(state_.from_s)),
      first_(to_samples(state_.from_s)),
      decoded_(first_) {
  // Another model may use other tokens for the same words.
  if (!state_.fixed_text.empty()) draft_.tokens = decoder_->tokens(state_.fixed_text);
  draft_.fixed = draft_.tokens.size();
  draft_.fixed_s = state_.from_s;
}

bool Session::can_read() const {
  return finder_.ended().size() < most_waiting &&
         static_cast<double>(samples_.size()) < most_waiting_s * rate && reader_.has_more();
}

// Whether the recording has not grown for longer than a pause, as when it is paused or its source is away.
// Then what was said before is all there is.
bool Session::has_stalled() {
  if (!finder_.open() || reader_.has_more()) return false;
  if (stalled_since_ < 0.0) stalled_since_ = now_();
  return now_() - stalled_since_ >= options_.pause_s + stall_s;
}

// Seconds from one decode's begin to the next one's. Decodes that are not short leave two thirds of the time
// to others, but two decodes a second there are.
double Session::rest_s() const {
  constexpr double share = 3.0, longest_s = 0.5;
  return std::max(1.0 / options_.runs_a_second, std::min(share * status_.run_s, longest_s));
}

bool Session::wants_draft() const {
  const std::optional<Utterance>& open = finder_.open();
  if (!open) return false;
  // One more decode after the last voice, to hear its soft end.
  const bool more_to_hear =
      open->voice_end > draft_.voice_end || (open->end - open->voice_end >= least_tail && !heard_all(*open));
  return !status_.whole_utterances && more_to_hear && open->end - open->begin >= least_draft &&
         now_() - last_run_ >= rest_s();
}

bool Session::due() {
  return !finished_ &&
         (can_read() || !finder_.ended().empty() || wants_draft() || has_stalled() || reader_.ended());
}

bool Session::advance() {
  if (finished_) return false;
  if (can_read()) {
    read_on();
  } else if (!finder_.ended().empty()) {
    finish_first();
  } else if (wants_draft()) {
    draft_open();
  } else if (has_stalled()) {
    finder_.finish();
    stalled_since_ = -1.0;
  } else if (reader_.ended()) {
    finished_ = true;
  } else {
    return false;
  }
  tell();
  return true;
}

void Session::read_on() {
  reader_.read(samples_, read_at_once_s);
  stalled_since_ = -1.0;
  const std::int64_t end = first_ + static_cast<std::int64_t>(samples_.size());
  constexpr auto frame = static_cast<std::int64_t>(frame_samples);
  while (end - finder_.position() >= frame) {
    const std::span<const float> next = samples(finder_.position(), finder_.position() + frame);
    finder_.push(voice_.is_voice(next.first<frame_samples>()));
    cut_if_long();
  }
  if (reader_.ended()) finder_.finish();
  if (!finder_.open() && finder_.ended().empty()) forget_before(finder_.position() - to_samples(1.0));
}

void Session::cut_if_long() {
  const std::optional<Utterance>& open = finder_.open();
  if (!open || open->end - open->begin < to_samples(options_.longest_s)) return;
  const std::span<const float> audio = samples(open->begin, open->end);
  const std::size_t earliest = audio.size() - static_cast<std::size_t>(to_samples(cut_range_s));
  finder_.cut(open->begin + static_cast<std::int64_t>(audio::quietest_cut(audio, earliest, audio.size())));
}

// Whether the last decode heard all voice of the utterance, and enough after it.
bool Session::heard_all(const Utterance& utterance) const {
  return draft_.voice_end >= utterance.voice_end &&
         decoded_ >= std::min(utterance.end, utterance.voice_end + least_tail);
}

// Words near the end of a long utterance may end up in the next one, so they are not fixed yet.
bool Session::may_fix(const Utterance& utterance) const {
  return !draft_.looped && utterance.end - utterance.begin <= to_samples(options_.longest_s - cut_range_s);
}

void Session::decode(const Utterance& utterance) {
  const double begun = now_();
  last_run_ = begun;
  const std::span<const Token> fixed = std::span(draft_.tokens).first(draft_.fixed);
  Hypothesis heard = decoder_->decode(samples(utterance.begin, utterance.end), fixed,
                                      std::span(draft_.tokens).subspan(draft_.fixed));
  // Fixed tokens keep the probabilities that they had when they were fixed.
  std::copy(fixed.begin(), fixed.end(), heard.tokens.begin());
  draft_.tokens = std::move(heard.tokens);
  draft_.looped = heard.looped;
  draft_.voice_end = utterance.voice_end;
  decoded_ = utterance.end;
  const double took = now_() - begun;
  status_.run_s = status_.run_s > 0.0 ? 0.5 * (status_.run_s + took) : took;
  // Not back at the first fast decode, so that the mode does not flicker.
  status_.whole_utterances = status_.run_s > options_.slowest_run_s * (status_.whole_utterances ? 0.8 : 1.0);
}

// Text that a model writes for noise is a guess, and has low probabilities.
bool Session::is_speech() const {
  if (draft_.fixed > 0) return true;
  if (draft_.tokens.empty()) return false;
  float sum = 0.0f;
  for (const Token& token : draft_.tokens) sum += token.probability;
  return sum >= least_probability * static_cast<float>(draft_.tokens.size());
}

// Two consecutive decodes must agree; on words that the model doubts, four.
std::size_t Session::sure_tokens() const {
  const std::size_t fixed = draft_.fixed;
  if (draft_.before.empty()) return fixed;
  const std::size_t agreed = agreed_tokens(draft_.before.front(), draft_.tokens, fixed);
  const std::size_t confident =
      fixed + confident_tokens(std::span(draft_.tokens).subspan(fixed), sure_probability);
  const std::size_t sure = std::min(agreed, confident);
  if (draft_.before.size() < doubt_decodes - 1) return sure;
  std::size_t lasting = agreed;
  for (std::size_t i = 1; i < draft_.before.size(); ++i) {
    lasting = std::min(lasting, agreed_tokens(draft_.before[i], draft_.before[i - 1], fixed));
  }
  return std::max(sure, lasting);
}

void Session::draft_open() {
  const Utterance utterance = *finder_.open();
  if (draft_.voice_end >= 0) draft_.before.push_front(draft_.tokens);
  if (draft_.before.size() >= doubt_decodes) draft_.before.pop_back();
  decode(utterance);
  if (!is_speech()) {
    hide_rest();
    return;
  }
  if (may_fix(utterance)) fix(utterance, sure_tokens(), false);
  show_rest(utterance);
}

void Session::finish_first() {
  const Utterance utterance = finder_.ended().front();
  if (utterance.cut || !heard_all(utterance)) decode(utterance);
  if (is_speech()) {
    const std::vector<TimedWord> times = word_times(utterance);
    fix(utterance, draft_.tokens.size(), true, times);
    close(utterance, times);
  }
  hide_rest();
  state_.from_s = to_seconds(utterance.end);
  draft_ = {};
  draft_.fixed_s = state_.from_s;
  finder_.drop_first_ended();
  forget_before(utterance.end);
}

// Reading the text once more takes a slow engine too long. The text stands without times, so a failure only
// ends the asking: if the device is lost, the next decode says so.
std::vector<TimedWord> Session::word_times(const Utterance& utterance) {
  if (!asks_times_ || !options_.keeps_text || status_.whole_utterances || draft_.looped) return {};
  std::vector<TimedWord> times;
  try {
    times = decoder_->word_times(draft_.tokens);
  } catch (const Error&) {
    asks_times_ = false;
  }
  const double begin_s = to_seconds(utterance.begin);
  for (TimedWord& word : times) {
    word.start_s += begin_s;
    word.end_s += begin_s;
  }
  return times;
}

// The tokens up to `count` become final. `times`: of all words, where they are known.
void Session::fix(const Utterance& utterance, std::size_t count, bool closes, std::vector<TimedWord> times) {
  if (count <= draft_.fixed && !closes) return;
  const std::size_t known = state_.fixed_text.size();
  std::string text = decoder_->text(std::span(draft_.tokens).first(count));
  LivePiece piece{.text = text.substr(std::min(known, text.size())),
                  .start_s = draft_.fixed_s,
                  .end_s = draft_.fixed_s,
                  .utterance = state_.utterance,
                  .closes = closes};
  // A word that is not sure yet also takes its share of the time, so all words are aligned.
  const std::vector<transcript::Word> words = transcript::words_of(text);
  const std::vector<transcript::TimeSpan> spans =
      transcript::align_words(transcript::words_of(decoder_->text(draft_.tokens)), voiced_spans(utterance));
  for (std::size_t i = 0; i < std::min(words.size(), spans.size()); ++i) {
    if (words[i].end <= known) continue;
    if (piece.end_s == draft_.fixed_s) piece.start_s = std::max(draft_.fixed_s, spans[i].begin_s);
    piece.end_s = std::max(piece.start_s, spans[i].end_s);
  }
  if (times.size() == words.size()) {
    for (std::size_t i = 0; i < words.size(); ++i)
      times[i].text = text.substr(words[i].begin, words[i].end - words[i].begin);
    piece.words = std::move(times);
  }
  draft_.fixed = count;
  draft_.fixed_s = piece.end_s;
  state_.from_s = to_seconds(utterance.begin);
  state_.fixed_text = std::move(text);
  if (events_.fixed) events_.fixed(piece);
}

void Session::show_rest(const Utterance& utterance) {
  const std::span<const Token> tokens = draft_.tokens;
  const std::size_t shown = draft_.fixed + confident_tokens(tokens.subspan(draft_.fixed), shown_probability);
  std::string text = decoder_->text(tokens.first(shown));
  while (text.ends_with(' ')) text.pop_back();
  const LivePiece rest{.text = text.substr(std::min(state_.fixed_text.size(), text.size())),
                       .start_s = draft_.fixed_s,
                       .end_s = to_seconds(utterance.end),
                       .utterance = state_.utterance,
                       .closes = false};
  rest_shown_ = true;
  if (events_.provisional) events_.provisional(rest);
}

void Session::hide_rest() {
  if (!std::exchange(rest_shown_, false)) return;
  LivePiece nothing;
  nothing.utterance = state_.utterance;
  if (events_.provisional) events_.provisional(nothing);
}

// All of the utterance's text is fixed.
void Session::close(const Utterance& utterance, std::vector<TimedWord> times) {
  WindowText window;
  window.window = state_.utterance;
  window.start_s = to_seconds(utterance.begin);
  window.end_s = to_seconds(utterance.end);
  window.tokens = draft_.tokens;
  window.text = state_.fixed_text;
  window.looped = draft_.looped;
  window.words = std::move(times);
  for (const auto& [begin, end] : utterance.voiced) {
    window.voiced_s.emplace_back(to_seconds(begin), to_seconds(end));
  }
  for (Segment& segment : options_.keeps_text ? segments_of_window(window) : std::vector<Segment>())
    state_.segments.push_back(std::move(segment));
  state_.fixed_text.clear();
  ++state_.utterance;
}

Transcript Session::transcript() const {
  Transcript transcript;
  transcript.segments = state_.segments;
  if (!state_.fixed_text.empty()) {  // an unfinished utterance
    Segment& segment = transcript.segments.emplace_back();
    segment.start_s = state_.from_s;
    segment.end_s = draft_.fixed_s;
    segment.text = state_.fixed_text;
    segment.window = state_.utterance;
  }
  transcript.duration_s = reader_.recorded_s();
  transcript.source = source_;
  transcript.model = model_;
  transcript.engine = engine_;
  return transcript;
}

void Session::tell() {
  status_.recorded_s = reader_.recorded_s();
  status_.heard_s = to_seconds(finder_.position());
  status_.speaking = finder_.speaking();
  // Sound up to here has its text or needs none.
  std::int64_t known = finder_.position();
  if (!finder_.ended().empty()) {
    known = std::max(decoded_, finder_.ended().front().begin);
  } else if (finder_.open() && !status_.whole_utterances) {
    known = std::max(decoded_, finder_.open()->begin);
  }
  status_.lag_s = finished_ ? 0.0 : std::max(0.0, status_.recorded_s - to_seconds(known));
  status_.too_slow = status_.lag_s > (status_.too_slow ? caught_up_s : behind_s);
  if (events_.status) events_.status(status_);
}

std::span<const float> Session::samples(std::int64_t begin, std::int64_t end) const {
  return std::span(samples_).subspan(static_cast<std::size_t>(begin - first_),
                                     static_cast<std::size_t>(end - begin));
}

void Session::forget_before(std::int64_t sample) {
  if (sample <= first_) return;
  samples_.erase(samples_.begin(), samples_.begin() + (sample - first_));
  first_ = sample;
}

}  // namespace tilescribe::live
