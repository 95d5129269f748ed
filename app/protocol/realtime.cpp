// SPDX-License-Identifier: Apache-2.0
#include "app/protocol/realtime.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/json_text.h"
#include "app/protocol/transcription_form.h"

namespace tilescribe::protocol {
namespace {

using Json = nlohmann::json;
using nlohmann::ordered_json;

RequestError wrong(const Message& message, std::string param) {
  return RequestError({.message = message, .param = std::move(param), .code = "invalid_value"});
}

// RFC 4648, section 4. Throws RequestError.
std::string bytes_of(std::string_view text) {
  const auto not_base64 = [] {
    return wrong(Message("Expected sound as base64; found something else."), "audio");
  };
  const auto value_of = [&](char c) -> std::uint32_t {
    if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
    if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a' + 26);
    if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0' + 52);
    if (c == '+') return 62;
    if (c == '/') return 63;
    throw not_base64();
  };
  if (text.size() % 4 != 0) throw not_base64();
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    bits = (bits << 6U | value_of(c)) & 0xFFFFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>(bits >> static_cast<unsigned>(count) & 0xFFU));
  }
  return bytes;
}

// The value of that name, or null: what a client leaves out is as if it were null.
const Json& member(const Json& object, const char* name) {
  static const Json none;
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

std::string text_in(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (value.is_null()) return {};
  if (!value.is_string()) throw wrong(Message("{1} expects a text.", name), name);
  return value.get<std::string>();
}

// A number as it is written; of all else only the kind.
std::string shown(const Json& value) {
  return value.is_number() ? value.dump() : value.type_name();
}

void read_format(const Json& format, RealtimeSettings& settings) {
  constexpr std::array rates{16000, 24000};
  if (format.is_null()) return;
  const std::string type = format.is_string() ? format.get<std::string>() : text_in(format, "type");
  if (type != "audio/pcm" && type != "pcm16")
    throw wrong(Message("Expected sound of the format audio/pcm; found {1}.", type),
                "session.audio.input.format");
  const Json& rate = member(format, "rate");
  if (rate.is_null()) return;
  const auto found = rate.is_number_integer() ? rate.get<std::int64_t>() : 0;
  if (std::ranges::find(rates, found) == rates.end())
    throw wrong(Message("Expected 24000 or 16000 samples a second; found {1}.", shown(rate)),
                "session.audio.input.format.rate");
  settings.sample_rate = static_cast<int>(found);
}

void read_turns(const Json& turns, RealtimeSettings& settings) {
  constexpr double least_ms = 200.0, most_ms = 5000.0;
  settings.finds_turns = turns.is_object();
  if (!settings.finds_turns) return;
  const std::string type = text_in(turns, "type");
  if (!type.empty() && type != "server_vad" && type != "semantic_vad")
    throw wrong(Message("Expected turn detection by server_vad, or null; found {1}.", type),
                "session.audio.input.turn_detection.type");
  const Json& silence = member(turns, "silence_duration_ms");
  if (silence.is_null()) return;
  const double found = silence.is_number() ? silence.get<double>() : 0.0;
  if (found < least_ms || found > most_ms)
    throw wrong(Message("silence_duration_ms expects a number from {1} to {2}; found {3}.", Real{least_ms, 0},
                        Real{most_ms, 0}, shown(silence)),
                "session.audio.input.turn_detection.silence_duration_ms");
  settings.pause_s = found / 1000.0;
}

// What is not named stays as it is.
RealtimeSettings changed(const Json& session, RealtimeSettings settings) {
  const std::string type = text_in(session, "type");
  if (type != "transcription")
    throw wrong(
        Message("Expected a session of the type transcription; found {1}.", type.empty() ? "none" : type),
        "session.type");
  const Json& input = member(member(session, "audio"), "input");
  read_format(member(input, "format"), settings);
  if (const Json& asked = member(input, "transcription"); asked.is_object()) {
    if (asked.contains("model")) settings.model = text_in(asked, "model");
    if (asked.contains("prompt")) settings.prompt = text_in(asked, "prompt");
    if (settings.prompt.size() > TranscriptionForm::most_field_bytes)
      throw wrong(Message("The prompt should have at most {1} bytes; found {2}.",
                          TranscriptionForm::most_field_bytes, settings.prompt.size()),
                  "session.audio.input.transcription.prompt");
    if (asked.contains("language")) settings.language = text_in(asked, "language");
    std::ranges::transform(settings.language, settings.language.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  }
  if (input.is_object() && input.contains("turn_detection")) read_turns(input["turn_detection"], settings);
  return settings;
}

// A message's object, or null for what is none. A message has few values, which do not lie deep; its sound is
// one of them.
Json parsed(std::string_view text) {
  constexpr int most_depth = 16, most_parts = 256;
  int parts = 0;
  const auto within = [&](int depth, Json::parse_event_t event, const Json&) {
    const bool opens =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (!(opens && depth >= most_depth) && ++parts <= most_parts) return true;
    throw RequestError(
        {.message = Message(
             "Expected a message of at most {1} values, names and brackets, {2} deep; found a larger one.",
             most_parts, most_depth),
         .code = "invalid_json"});
  };
  Json message = Json::parse(text, within, false);
  return message.is_object() ? message : Json();
}

std::string item_id(int item) {
  return "item_" + std::to_string(item);
}

long long milliseconds(double seconds) {
  return std::llround(seconds * 1000.0);
}

}  // namespace

RealtimeCommand read_realtime(std::string_view text, const RealtimeSettings& now) {
  const Json message = parsed(text);
  if (message.is_null())
    throw RequestError(
        {.message = Message("Expected a message as an object of JSON."), .code = "invalid_json"});
  const std::string type = text_in(message, "type");
  if (type == "session.update") return RealtimeUpdate{changed(member(message, "session"), now)};
  if (type == "input_audio_buffer.append") return RealtimeAppend{bytes_of(text_in(message, "audio"))};
  if (type == "input_audio_buffer.commit") return RealtimeCommit{};
  if (type == "input_audio_buffer.clear") return RealtimeClear{};
  throw RequestError({.message = Message("A transcription session has no message of the type {1}.", type),
                      .param = "type",
                      .code = "unknown_type"});
}

std::string realtime_id_of(std::string_view text) {
  try {
    const Json message = parsed(text);
    const Json& id = member(message, "event_id");
    return id.is_string() ? id.get<std::string>() : std::string();
  } catch (const RequestError&) {
    return {};
  }
}

std::string RealtimeWriter::next_id() {
  return "event_" + std::to_string(++events_);
}

std::string RealtimeWriter::session(const char* type, const RealtimeSettings& settings) {
  ordered_json transcription{{"model", settings.model}};
  if (!settings.prompt.empty()) transcription["prompt"] = settings.prompt;
  if (!settings.language.empty()) transcription["language"] = settings.language;
  ordered_json turns = nullptr;
  if (settings.finds_turns)
    turns = {{"type", "server_vad"}, {"silence_duration_ms", milliseconds(settings.pause_s)}};
  const ordered_json input{{"format", {{"type", "audio/pcm"}, {"rate", settings.sample_rate}}},
                           {"transcription", transcription},
                           {"turn_detection", turns}};
  return json_text({{"type", type},
                    {"event_id", next_id()},
                    {"session",
                     {{"type", "transcription"},
                      {"object", "realtime.transcription_session"},
                      {"id", "sess_1"},
                      {"audio", {{"input", input}}}}}});
}

std::string RealtimeWriter::speech_started(int item, double at_s) {
  return json_text({{"type", "input_audio_buffer.speech_started"},
                    {"event_id", next_id()},
                    {"audio_start_ms", milliseconds(at_s)},
                    {"item_id", item_id(item)}});
}

std::string RealtimeWriter::speech_stopped(int item, double at_s) {
  return json_text({{"type", "input_audio_buffer.speech_stopped"},
                    {"event_id", next_id()},
                    {"audio_end_ms", milliseconds(at_s)},
                    {"item_id", item_id(item)}});
}

std::string RealtimeWriter::committed(int item) {
  ordered_json event{{"type", "input_audio_buffer.committed"},
                     {"event_id", next_id()},
                     {"previous_item_id", nullptr},
                     {"item_id", item_id(item)}};
  if (item > 1) event["previous_item_id"] = item_id(item - 1);
  return json_text(event);
}

std::string RealtimeWriter::cleared() {
  return json_text({{"type", "input_audio_buffer.cleared"}, {"event_id", next_id()}});
}

std::string RealtimeWriter::delta(int item, const std::string& text) {
  return json_text({{"type", "conversation.item.input_audio_transcription.delta"},
                    {"event_id", next_id()},
                    {"item_id", item_id(item)},
                    {"content_index", 0},
                    {"delta", text}});
}

std::string RealtimeWriter::completed(int item, const std::string& text, double seconds) {
  return json_text({{"type", "conversation.item.input_audio_transcription.completed"},
                    {"event_id", next_id()},
                    {"item_id", item_id(item)},
                    {"content_index", 0},
                    {"transcript", text},
                    {"usage", {{"type", "duration"}, {"seconds", std::round(seconds * 1000.0) / 1000.0}}}});
}

std::string RealtimeWriter::failed(int item, const ApiError& error) {
  ordered_json event{{"type", "conversation.item.input_audio_transcription.failed"},
                     {"event_id", next_id()},
                     {"item_id", item_id(item)},
                     {"content_index", 0}};
  event.update(ordered_json::parse(error_text(error)));
  return json_text(event);
}

std::string RealtimeWriter::error(const ApiError& error, const std::string& id) {
  ordered_json event{{"type", "error"}, {"event_id", next_id()}};
  event.update(ordered_json::parse(error_text(error)));
  event["error"]["event_id"] = nullptr;
  if (!id.empty()) event["error"]["event_id"] = id;
  return json_text(event);
}

}  // namespace tilescribe::protocol
