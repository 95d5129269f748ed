// SPDX-License-Identifier: Apache-2.0
// Live sessions of clients.
#include <utility>

#include "app/server/jobs.h"

namespace tilescribe::server {

Place Jobs::reserve_session() {
  check_model();
  if (sessions_ < static_cast<std::size_t>(limits_.sessions)) return Place(sessions_);
  throw protocol::RequestError(
      {.status = 429,
       .message = Message("The server takes at most {1} live session(s) at a time; it has as many.",
                          limits_.sessions),
       .code = "sessions_full",
       .retry_after_s = 10});
}

LiveId Jobs::listen(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options,
                    LiveClient& client) {
  check_model();
  const LiveId id = scheduler_.start_live(std::move(recording), options);
  lives_.emplace(id, Live{&client, !options.prompt.empty()});
  return id;
}

void Jobs::leave_session(LiveId id) {
  if (end_session(id) != nullptr) scheduler_.abandon_live(id);
}

// Nobody hears of it any more. Returns who did; null: nobody.
LiveClient* Jobs::end_session(LiveId id) {
  auto session = lives_.extract(id);
  return session.empty() ? nullptr : session.mapped().client;
}

void Jobs::fail_sessions(const protocol::ApiError& error) {
  while (!lives_.empty()) {
    const LiveId id = lives_.begin()->first;
    end_session(id)->failed(error);
    scheduler_.abandon_live(id);
  }
}

// False: it is no event of a live session.
bool Jobs::hear_live(const Event& event) {
  if (const auto* fixed = std::get_if<LiveFixed>(&event)) {
    if (const auto live = lives_.find(fixed->id); live != lives_.end())
      live->second.client->fixed(fixed->piece);
  } else if (const auto* now = std::get_if<LiveProgress>(&event)) {
    if (const auto live = lives_.find(now->id); live != lives_.end())
      live->second.client->heard(now->status.recorded_s - now->status.lag_s);
  } else if (const auto* finished = std::get_if<LiveFinished>(&event)) {
    if (!finished->transcript.cancelled) hear_transcribed();
    if (LiveClient* client = end_session(finished->id)) client->finished(finished->transcript);
  } else if (const auto* failed = std::get_if<LiveFailed>(&event)) {
    const auto live = lives_.find(failed->id);
    if (live == lives_.end()) return true;
    if (failed->failure.device && !leave_gpu(failed->failure)) {
      reopen(failed->failure);
    } else {
      protocol::ApiError error{
          .status = 500, .message = failed->failure.message, .code = "transcription_failed"};
      if (is_too_long_a_prompt(failed->failure) && live->second.prompted) {
        error.status = 400;
        error.param = "session.audio.input.transcription.prompt";
        error.code = "prompt_too_long";
      }
      end_session(failed->id)->failed(error);
    }
  } else {
    return false;
  }
  return true;
}

}  // namespace tilescribe::server
