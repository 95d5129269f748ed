// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/recording/source_tap.h"

#include <utility>

#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

using namespace std::chrono_literals;
constexpr auto retry_after = 500ms;
constexpr auto answer_expected = 3s;  // a server that does not answer for so long counts as gone

Message goes_on(const Message& when) {
  return Message("What was recorded is kept, and the recording continues by itself when {1}.", when);
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
Message SourceTap::failure_text(const Message& what, const std::exception& error) const {
  return message_of(error, source_.name.empty()
                               ? Message("The source can't be {1}: {2}.", what, error.what())
                               : Message("\"{1}\" can't be {2}: {3}.", source_.name, what, error.what()));
}

void SourceTap::try_to_open(Taken& taken) {
  if (Clock::now() < next_try_) return;
  try {
    open();
  } catch (const std::exception& error) {
    const Message why = failure_text(Message("opened"), error);
    stream_.reset();
    if (!away_) leave(taken, RecordingNotice::Kind::source_lost, why, goes_on(Message("it is there again")));
    next_try_ = Clock::now() + retry_after;
    return;
  }
  if (std::exchange(away_, false)) {
    taken.notice = {.kind = RecordingNotice::Kind::source_back,
                    .message = Message("\"{1}\" is back, and the recording continues.", source_.name),
                    .trouble = false};
  }
}

void SourceTap::try_to_look(Taken& taken, std::chrono::milliseconds wait) {
  try {
    look(taken, wait);
  } catch (const std::exception& error) {
    leave(taken, RecordingNotice::Kind::source_lost, failure_text(Message("heard"), error),
          goes_on(Message("it can be heard again")));
  }
}

void SourceTap::look(Taken& taken, std::chrono::milliseconds wait) {
  using Kind = RecordingNotice::Kind;
  using Verdict = StreamHealth::Verdict;
  const std::string& name = source_.name;
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
      if (health.problem.empty()) return;
      taken.notice = {
          .kind = Kind::disk_full,
          .message = Message("{1} The recording was stopped; all that was recorded before is kept.",
                             health.problem)};
      taken.problem = health.problem;
      return;
    case Verdict::unknown:
      if (!unanswered_since_) unanswered_since_ = Clock::now();
      if (Clock::now() - *unanswered_since_ < answer_expected) return;
      leave(taken, Kind::server_lost, Message("The sound server does not answer, so nothing can be heard."),
            goes_on(Message("it answers again")));
      return;
    case Verdict::moved:
      leave(taken, Kind::source_moved,
            health.other.empty()
                ? Message("The sound server has switched the recording from \"{1}\" to another source, which "
                          "you did not choose. Its sound is not recorded.",
                          name)
                : Message("The sound server has switched the recording from \"{1}\" to \"{2}\", which you "
                          "did not choose. Its sound is not recorded.",
                          name, health.other),
            Message("The recording continues with \"{1}\".", name));
      return;
    case Verdict::source_gone:
      if (health.other.empty()) {
        leave(taken, Kind::source_lost,
              Message("\"{1}\" is gone: it was unplugged or switched off, or the sound server has cut its "
                      "connection.",
                      name),
              goes_on(Message("it is back")));
      } else {
        leave(taken, Kind::source_moved,
              Message("\"{1}\" is gone, and the sound server would continue with \"{2}\", which you did not "
                      "choose. Its sound is not recorded.",
                      name, health.other),
              goes_on(Message("\"{1}\" is back", name)));
      }
      return;
    case Verdict::server_gone:
      leave(taken, Kind::server_lost,
            Message("The system's sound server has ended, so \"{1}\" can't be heard.", name),
            goes_on(Message("it runs again")));
      return;
  }
}

void SourceTap::leave(Taken& taken, RecordingNotice::Kind kind, Message problem, const Message& what_next) {
  taken.dropped_s = release();
  away_ = true;
  next_try_ = Clock::now() + retry_after;
  const Message kept =
      taken.dropped_s < 0.05
          ? what_next
          : Message(
                "The last {1} before that are not recorded, since it is not known whose sound they are. {2}",
                seconds_text(taken.dropped_s), what_next);
  taken.notice = {.kind = kind, .message = Message("{1} {2}", problem, kept)};
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
