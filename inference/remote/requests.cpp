// SPDX-License-Identifier: Apache-2.0
#include "inference/remote/requests.h"

#include <algorithm>
#include <optional>
#include <random>

#include "inference/api/segment_edit.h"
#include "inference/audio/pcm_reader.h"
#include "inference/audio/recording/wav_header.h"
#include "inference/audio/sixteen_bits.h"
#include "inference/cleanup/answer.h"
#include "inference/export/base64.h"
#include "kernels/core/error.h"

namespace tilescribe::remote {
namespace {

using cleanup::Json;

std::string written(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string chat_body(const Question& question, const std::string& wav) {
  const Json sound = {{"type", "input_audio"},
                      {"input_audio", {{"data", exporting::base64(wav)}, {"format", "wav"}}}};
  const Json words = {{"type", "text"}, {"text", question.instruction}};
  Json request = {{"model", question.model},
                  {"stream", false},
                  {"temperature", question.temperature},
                  {"max_tokens", question.most_tokens},
                  {"messages", Json::array({{{"role", "user"}, {"content", Json::array({sound, words})}}})}};
  if (question.temperature > 0.0F) request["seed"] = question.seed;
  return written(request);
}

std::string form_body(const Question& question, const std::string& wav, const std::string& boundary) {
  std::string form;
  const auto part = [&](const std::string& head, std::string_view value) {
    form += "--" + boundary + "\r\nContent-Disposition: form-data; name=" + head + "\r\n\r\n";
    form += value;
    form += "\r\n";
  };
  part("\"model\"", question.model);
  part("\"response_format\"", "json");
  if (question.own) part("\"prompt\"", question.instruction);
  if (question.temperature > 0.0F) part("\"temperature\"", Json(question.temperature).dump());
  part("\"file\"; filename=\"window.wav\"\r\nContent-Type: audio/wav", wav);
  return form + "--" + boundary + "--\r\n";
}

// One that stands nowhere in what is sent. It is drawn, so nobody can make a sound that holds it.
std::string boundary_of(const Question& question, const std::string& wav) {
  std::random_device random;
  for (;;) {
    std::string tried = "tilescribe";  // at most 70 characters (RFC 2046, 5.1.1)
    for (int i = 0; i < 4; ++i) tried += std::to_string(random());
    const auto holds = [&tried](const std::string& text) { return text.find(tried) != std::string::npos; };
    if (!holds(wav) && !holds(question.instruction) && !holds(question.model)) return tried;
  }
}

}  // namespace

std::string_view path_of(Route route) {
  return route == Route::chat ? "/chat/completions" : "/audio/transcriptions";
}

std::string wav_of(std::span<const float> samples) {
  const auto header = audio::wav_header(audio::sample_rate, static_cast<std::int64_t>(samples.size()));
  std::string wav(header.begin(), header.end());
  wav.reserve(wav.size() + 2 * samples.size());
  for (const float sample : samples) {
    const auto value = static_cast<std::uint16_t>(audio::to_16_bits(sample));
    wav += static_cast<char>(value & 0xFFU);
    wav += static_cast<char>(value >> 8U);
  }
  return wav;
}

Body body_of(Route route, const Question& question, const std::string& wav) {
  if (route == Route::chat) return {"application/json", chat_body(question, wav)};
  const std::string boundary = boundary_of(question, wav);
  return {"multipart/form-data; boundary=" + boundary, form_body(question, wav, boundary)};
}

Heard heard_in(Route route, int most_tokens, const std::string& body, const std::string& host) {
  const auto within = [&](const std::string& answered) {
    // One of the routes takes no limit, so an answer to few tokens may be as long as usual.
    constexpr std::size_t token_bytes = 64, least_tokens = 512;
    const std::size_t most = token_bytes * std::max(least_tokens, static_cast<std::size_t>(most_tokens));
    std::string text = trimmed(answered);
    if (text.size() > most)
      throw Error("Expected a text of at most {1} bytes from {2}, found {3}.", most, host, text.size());
    return text;
  };
  if (route == Route::chat) {
    const cleanup::ChatText answer = cleanup::chat_text(body);
    return {within(answer.text), answer.cut_off};
  }
  const std::optional<Json> json = cleanup::parsed(body);
  const Json* text = json ? cleanup::member(&*json, "text") : nullptr;
  if (text == nullptr || !text->is_string())
    throw Error("Expected a transcript from {1}, found: {2}", host, cleanup::shown(body));
  return {within(text->get<std::string>())};
}

std::vector<std::string> models_in(const std::string& body, const std::string& host) {
  const std::optional<Json> json = cleanup::parsed(body);
  const Json* list = json ? cleanup::member(&*json, "data") : nullptr;
  std::vector<std::string> models;
  if (list == nullptr || !list->is_array())
    throw Error("Expected the list of its models from {1}, found: {2}", host, cleanup::shown(body));
  for (const Json& one : *list) {
    const Json* id = cleanup::member(&one, "id");
    if (id == nullptr || !id->is_string()) continue;
    const auto name = id->get<std::string>();
    constexpr std::size_t most_bytes = 256;
    if (!name.empty() && name.size() <= most_bytes && name == cleanup::one_line(name)) models.push_back(name);
  }
  if (models.empty()) throw Error("Expected a model on {1}, found none in its list.", host);
  return models;
}

}  // namespace tilescribe::remote
