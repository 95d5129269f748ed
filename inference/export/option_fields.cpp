// SPDX-License-Identifier: Apache-2.0
#include "inference/export/option_fields.h"

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "inference/api/options_json.h"
#include "inference/api/word_rules.h"

namespace tilescribe {
namespace exporting {

using nlohmann::json;

void put_option_fields(json& line, const TranscribeOptions& options) {
  line.update({{"joint", options.long_audio == LongAudio::joint},
               {"prompt", options.prompt},
               {"hotwords", options.hotwords},
               {"words", word_rules_json(options.words)},
               {"max_new_tokens", options.max_new_tokens},
               {"audio_stream", options.audio_stream},
               {"speakers", options.speakers == Speakers::channels},
               {"speaker_names", options.speaker_names},
               {"temperature", options.temperature},
               {"top_k", options.top_k},
               {"seed", options.seed},
               {"word_times", options.word_times},
               {"word_ngram", options.word_ngram}});
}

// Older versions did not write all of them.
TranscribeOptions get_option_fields(const json& line) {
  constexpr int most_tokens = 1'000'000;  // far more than any file has
  TranscribeOptions options;
  options.long_audio = line.at("joint").get<bool>() ? LongAudio::joint : LongAudio::windows;
  options.prompt = line.at("prompt").get<std::string>();
  if (line.contains("hotwords")) options.hotwords = line.at("hotwords").get<std::vector<std::string>>();
  if (line.contains("words")) options.words = word_rules_of(line.at("words").get<std::string>());
  options.max_new_tokens = whole_field(line, "max_new_tokens", 0, most_tokens);
  options.audio_stream = whole_field(line, "audio_stream", -1);
  if (line.contains("speakers") && line.at("speakers").get<bool>()) options.speakers = Speakers::channels;
  if (line.contains("speaker_names"))
    options.speaker_names = line.at("speaker_names").get<std::vector<std::string>>();
  options.temperature = line.at("temperature").get<float>();
  options.top_k = whole_field(line, "top_k", 0, most_tokens);
  options.seed = whole_field<std::uint64_t>(line, "seed", 0);
  if (line.contains("word_times")) options.word_times = line.at("word_times").get<bool>();
  if (line.contains("word_ngram")) options.word_ngram = line.at("word_ngram").get<bool>();
  return options;
}

}  // namespace exporting

std::string transcribe_options_json(const TranscribeOptions& options) {
  nlohmann::json line;
  exporting::put_option_fields(line, options);
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<TranscribeOptions> transcribe_options_of(const std::string& json) {
  try {
    return exporting::get_option_fields(text::parse_foreign(json));
  } catch (const std::exception&) {  // not of ours
    return {};
  }
}

}  // namespace tilescribe
