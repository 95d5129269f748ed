// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/recording/source_tap.h"

#include <exception>
#include <utility>

#include "inference/audio/recording/seconds_text.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

using namespace std::chrono_literals;
constexpr auto retry_after = 500ms;
constexpr auto answer_expected = 3s;  // a server that does not answer for so long counts as gone

std::string goes_on(const std::string& when) {
  return "What was recorded is kept, and the recording continues by itself when " + when + ".";
}

std::string not_kept(double dropped_s) {
  if (dropped_s < 0.05) return "";
  return "The last " + seconds_text(dropped_s) +
         " before that are not recorded, since it is not known whose sound they are. ";
}

}  // namespace

SourceTap::SourceTap(OpenSource open, std::string id) : open_(std::move(open)), id_(std::move(id)) {}

void SourceTap::open() {
  stream_ = open_(id_, sample_rate_);
  source_ = stream_->source();
  id_ = source_.id;
  sample_rate_ = stream_->sample_rate();
  lost_ = 0;
  unanswered_since_.reset();
}

Taken SourceTap::take(std::chrono::milliseconds wait) {
  Taken taken;
  if (!stream_) try_to_open(taken);
  if (stream_) try_to_look(taken, wait);
  taken.open = stream_ != nullptr;
  return taken;
}

double SourceTap::release() {
  const double left_s = stream_ ? duration_s(stream_->ring().available()) : 0.0;
  stream_.reset();
  return left_s;
}

double SourceTap::duration_s(std::uint64_t samples) const {
  return static_cast<double>(samples) / (stream_->channels() * sample_rate_);
}

/// Memory or threads may also run short for a while, which is no reason to end a recording.
std::string SourceTap::failure_text(const std::string& what, const std::exception& error) const {
  if (dynamic_cast<const Error*>(&error) != nullptr) return error.what();
  const std::string name = source_.name.empty() ? "The source" : "\"" + source_.name + "\"";
  return name + " can't be " + what + ": " + error.what() + ".";
}

void SourceTap::try_to_open(Taken& taken) {
  if (Clock::now() < next_try_) return;
  try {
    open();
  } catch (const std::exception& error) {
    const std::string why = failure_text("opened", error);
    stream_.reset();
    if (!away_) leave(taken, RecordingNotice::Kind::source_lost, why, goes_on("it is there again"));
    next_try_ = Clock::now() + retry_after;
    return;
  }
  if (std::exchange(away_, false)) {
    taken.notice = {.kind = RecordingNotice::Kind::source_back,
                    .sentence = "\"" + source_.name + "\" is back, and the recording continues.",
                    .trouble = false};
  }
}

void SourceTap::try_to_look(Taken& taken, std::chrono::milliseconds wait) {
  try {
    look(taken, wait);
  } catch (const std::exception& error) {
    leave(taken, RecordingNotice::Kind::source_lost, failure_text("heard", error),
          goes_on("it can be heard again"));
  }
}

void SourceTap::look(Taken& taken, std::chrono::milliseconds wait) {
  using Kind = RecordingNotice::Kind;
  using Verdict = StreamHealth::Verdict;
  const std::string name = "\"" + source_.name + "\"";
  // In this order: the answer only covers what came before it.
  const std::size_t came = stream_->ring().available();
  const StreamHealth health = stream_->health(wait);
  const std::uint64_t lost = stream_->ring().lost();
  taken.lost_s = duration_s(lost - std::exchange(lost_, lost));
  taken.muted = health.muted;
  taken.answered = health.verdict != Verdict::unknown;
  if (taken.answered) unanswered_since_.reset();
  if (health.verdict == Verdict::chosen || health.chosen_before) taken.mono = mono(came);
  switch (health.verdict) {
    case Verdict::chosen:
      return;
    case Verdict::ended:
      taken.mono = mono(stream_->ring().available());
      taken.ended = true;
      return;
    case Verdict::unknown:
      if (!unanswered_since_) unanswered_since_ = Clock::now();
      if (Clock::now() - *unanswered_since_ < answer_expected) return;
      leave(taken, Kind::server_lost, "The sound server does not answer, so nothing can be heard.",
            goes_on("it answers again"));
      return;
    case Verdict::moved:
      leave(taken, Kind::source_moved,
            "The sound server has switched the recording from " + name + " to " +
                (health.other.empty() ? "another source" : "\"" + health.other + "\"") +
                ", which you did not choose. Its sound is not recorded.",
            "The recording continues with " + name + ".");
      return;
    case Verdict::source_gone:
      if (health.other.empty()) {
        leave(
            taken, Kind::source_lost,
            name + " is gone: it was unplugged or switched off, or the sound server has cut its connection.",
            goes_on("it is back"));
      } else {
        leave(taken, Kind::source_moved,
              name + " is gone, and the sound server would continue with \"" + health.other +
                  "\", which you did not choose. Its sound is not recorded.",
              goes_on(name + " is back"));
      }
      return;
    case Verdict::server_gone:
      leave(taken, Kind::server_lost, "The system's sound server has ended, so " + name + " can't be heard.",
            goes_on("it runs again"));
      return;
  }
}

void SourceTap::leave(Taken& taken, RecordingNotice::Kind kind, std::string problem,
                      const std::string& what_next) {
  taken.dropped_s = release();
  away_ = true;
  next_try_ = Clock::now() + retry_after;
  taken.notice = {.kind = kind, .sentence = problem + " " + not_kept(taken.dropped_s) + what_next};
  taken.problem = std::move(problem);
}

std::vector<std::int16_t> SourceTap::mono(std::size_t samples) {
  const auto channels = static_cast<std::size_t>(stream_->channels());
  std::vector<std::int16_t> taken(samples);
  stream_->ring().read(taken.data(), samples);
  if (channels == 1) return taken;
  std::vector<std::int16_t> mean(samples / channels);
  for (std::size_t i = 0; i < mean.size(); ++i) {
    int sum = 0;
    for (std::size_t c = 0; c < channels; ++c) sum += taken[i * channels + c];
    mean[i] = static_cast<std::int16_t>(sum / static_cast<int>(channels));
  }
  return mean;
}

}  // namespace tilescribe::audio
