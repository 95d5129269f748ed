// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What is said to a server that transcribes, as texts, in OpenAI's format
/// (platform.openai.com/docs/api-reference). No connection is opened here.
namespace tilescribe::remote {

/// How a window is sent. Chat takes an instruction; on vLLM and transformers the other route is worse or
/// fails.
enum class Route : std::uint8_t { chat, transcription };

/// Below the address: "/chat/completions".
std::string_view path_of(Route route);

/// What is asked about every window.
struct Question {
  std::string model;        // its name on the server
  std::string instruction;  // in plain words
  bool own = false;         // the instruction is the user's, not the model's usual one
  int most_tokens = 0;
  float temperature = 0.0F;
  std::uint64_t seed = 0;  // where the temperature is above 0
};

/// Samples at 16 kHz as a WAV file of 16 bits. Louder ones than full scale are cut.
std::string wav_of(std::span<const float> samples);

struct Body {
  std::string type;  // its media type
  std::string bytes;
};
Body body_of(Route route, const Question& question, const std::string& wav);

/// What a window's answer says.
struct Heard {
  std::string text;      // trimmed; empty: nothing was heard
  bool cut_off = false;  // it reached its most tokens
};
/// Throws Error where the body is no answer of this route, or its text is longer than so many tokens can be,
/// or than 512 (64 bytes each); `host` sent it.
Heard heard_in(Route route, int most_tokens, const std::string& body, const std::string& host);

/// The names in a list of models, but for those of several lines or more than 256 bytes. Throws Error where
/// the body is no such list, or an empty one.
std::vector<std::string> models_in(const std::string& body, const std::string& host);

}  // namespace tilescribe::remote
