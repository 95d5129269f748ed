// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "app/protocol/api_error.h"

/// Transcription sessions of OpenAI's Realtime API, as values and texts (openai-openapi, August 2026): what a
/// client says on the websocket /v1/realtime, and what it is told.
namespace tilescribe::protocol {

/// How a session hears.
struct RealtimeSettings {
  std::string model = {};     // as the client calls it; empty: not said
  std::string prompt = {};    // instruction to the model; empty: the checkpoint's own
  std::string language = {};  // in lower case; empty: not said
  int sample_rate = 24000;    // Hz, of 16-bit samples
  bool finds_turns = true;    // a pause ends a turn; else only the client does
  double pause_s = 0.6;       // silence that ends a turn
};

struct RealtimeUpdate {
  RealtimeSettings settings;
};
struct RealtimeAppend {
  std::string samples;  // bytes of 16-bit samples, the low byte first
};
struct RealtimeCommit {};
struct RealtimeClear {};
using RealtimeCommand = std::variant<RealtimeUpdate, RealtimeAppend, RealtimeCommit, RealtimeClear>;

/// Reads what a client said. `now`: what an update changes. Throws RequestError.
RealtimeCommand read_realtime(std::string_view text, const RealtimeSettings& now);
/// What the client calls its message; empty: nothing.
std::string realtime_id_of(std::string_view text);

/// What a client is told: one event each. An item is what was said in one turn.
class RealtimeWriter {
 public:
  std::string created(const RealtimeSettings& settings) { return session("session.created", settings); }
  std::string updated(const RealtimeSettings& settings) { return session("session.updated", settings); }
  std::string speech_started(int item, double at_s);
  std::string speech_stopped(int item, double at_s);
  std::string committed(int item);
  std::string cleared();
  std::string delta(int item, const std::string& text);
  std::string completed(int item, const std::string& text, double seconds);
  std::string failed(int item, const ApiError& error);
  /// `id`: the client's of the message at fault; empty: none.
  std::string error(const ApiError& error, const std::string& id);

 private:
  std::string session(const char* type, const RealtimeSettings& settings);
  std::string next_id();

  unsigned long long events_ = 0;
};

}  // namespace tilescribe::protocol
