// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/protocol/metrics.h"
#include "app/protocol/realtime.h"
#include "app/server/exchange.h"
#include "app/server/jobs.h"
#include "app/server/sound_buffer.h"

namespace tilescribe::server {

/// A transcription session of OpenAI's Realtime API. What a client sends until it commits is one recording,
/// and a live session of the scheduler; its next begins when that has ended. Where pauses end turns, each
/// utterance is an item; else all that was committed is one.
class Realtime final : public Conversation, private LiveClient {
 public:
  /// `names`: the model's. `audio_s`: the most that may wait for its text, of all commits together, and the
  /// longest commit.
  Realtime(Jobs& jobs, protocol::Metrics& metrics, std::vector<std::string> names, double audio_s,
           Place place);
  ~Realtime() override { hang_up(); }
  Realtime(const Realtime&) = delete;
  Realtime& operator=(const Realtime&) = delete;

  void begin(Speaker& speaker) override;
  void hear(std::string_view text) override;
  void tire(double idle_s) override;
  void hang_up() override;

 private:
  // What a client sent between two commits.
  struct Turn {
    std::shared_ptr<SoundBuffer> sound;
    protocol::RealtimeSettings settings;
    bool committed = false;
    double begins_s = 0.0;  // on the session's clock: all sound that was sent before
    int ended_before = 0;   // items, when it was committed
  };
  void say(std::string text);
  void obey(const protocol::RealtimeUpdate& update);
  void obey(const protocol::RealtimeAppend& append);
  void obey(const protocol::RealtimeCommit& commit);
  void obey(const protocol::RealtimeClear& clear);
  void check(const protocol::RealtimeSettings& settings) const;
  void check_length(bool fresh) const;
  void begin_turn();
  void begin_item(double at_s);
  void end_item(double at_s);
  void end_turn();

  void fixed(const LivePiece& piece) override;
  void heard(double until_s) override;
  void finished(const Transcript& transcript) override;
  void failed(const protocol::ApiError& error) override;

  Jobs& jobs_;
  protocol::Metrics& metrics_;
  const std::vector<std::string> names_;
  const double audio_s_;
  std::optional<Place> place_;
  Speaker* speaker_ = nullptr;  // null: it has not begun, or the client is gone
  protocol::RealtimeWriter writer_;
  protocol::RealtimeSettings settings_;
  std::deque<Turn> turns_;      // the first is being heard; only the last grows
  std::optional<LiveId> live_;  // of the first
  int items_ = 0;               // begun so far, counted from 1
  int ended_ = 0;               // of these
  bool in_item_ = false;
  bool spaced_ = false;     // a space goes before the next text
  std::string text_;        // of the item
  double item_at_s_ = 0.0;  // where it begins in its turn
  double told_s_ = 0.0;     // of the first turn: up to here there are words
  double heard_s_ = 0.0;    // the same: up to here it has its text or needs none
  double clock_s_ = 0.0;    // of all turns to which nothing is added any more
};

}  // namespace tilescribe::server
