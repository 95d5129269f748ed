// SPDX-License-Identifier: Apache-2.0
#include "app/protocol/transcription_form.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include "app/protocol/api_error.h"
#include "inference/api/engine_names.h"

namespace tilescribe::protocol {
namespace {

constexpr std::array format_names{Named<ResponseFormat>{ResponseFormat::json, "json"},
                                  Named<ResponseFormat>{ResponseFormat::text, "text"},
                                  Named<ResponseFormat>{ResponseFormat::srt, "srt"},
                                  Named<ResponseFormat>{ResponseFormat::vtt, "vtt"},
                                  Named<ResponseFormat>{ResponseFormat::verbose_json, "verbose_json"},
                                  Named<ResponseFormat>{ResponseFormat::diarized_json, "diarized_json"}};

[[noreturn]] void refuse(const std::string& field, const Message& message) {
  throw RequestError({.message = message, .param = field, .code = "invalid_value"});
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// What a sentence shows of a value.
std::string shown(const std::string& value) {
  constexpr std::size_t most = 60;
  return value.size() <= most ? value : value.substr(0, most) + "…";
}

}  // namespace

void TranscriptionForm::begin_part(PartHead head) {
  name_ = std::move(head.name);
  if (name_.ends_with("[]")) name_.resize(name_.size() - 2);
  value_.clear();
  in_file_ = name_ == "file";
  if (!in_file_) return;
  if (file_name_) refuse(name_, Message("A request should hold one file; found two."));
  file_name_ = head.file_name.value_or("");
}

void TranscriptionForm::part_data(std::string_view bytes) {
  if (in_file_) {
    file_bytes_ += bytes.size();
    file_(bytes);
    return;
  }
  field_bytes_ += bytes.size();
  if (field_bytes_ > most_field_bytes)
    refuse(name_, Message("All fields but the file should have at most {1} bytes together; found more.",
                          most_field_bytes));
  value_ += bytes;
}

void TranscriptionForm::end_part() {
  if (!in_file_) fields_[name_].push_back(std::exchange(value_, {}));
  in_file_ = false;
}

TranscriptionRequest TranscriptionForm::request() const {
  if (!file_name_) refuse("file", Message("A request should hold the sound in a field “file”; found none."));
  if (file_bytes_ == 0) refuse("file", Message("The file should hold sound; found no bytes."));
  refuse_what_is_not_there();
  TranscriptionRequest request{.model = field("model"),
                               .file_name = *file_name_,
                               .prompt = field("prompt"),
                               .language = language(),
                               .temperature = temperature(),
                               .format = format(),
                               .words = asks_for_words(),
                               .stream = flag("stream"),
                               .channels = asks_for_channels()};
  request.channels = request.channels || request.format == ResponseFormat::diarized_json;
  const bool holds_words = request.stream || request.format == ResponseFormat::verbose_json;
  if (!holds_words) request.words = false;
  if (request.stream && (request.format == ResponseFormat::srt || request.format == ResponseFormat::vtt))
    refuse("stream", Message("A stream has events; for srt and vtt, stream should be false."));
  if (request.stream && request.channels)
    refuse("stream",
           Message("A channel is transcribed after the other; so for speakers, stream should be false."));
  return request;
}

// The last value that was given, as forms have it; empty: none.
std::string TranscriptionForm::field(const std::string& name) const {
  const auto found = fields_.find(name);
  return found == fields_.end() ? std::string() : found->second.back();
}

std::vector<std::string> TranscriptionForm::list(const std::string& name) const {
  const auto found = fields_.find(name);
  return found == fields_.end() ? std::vector<std::string>() : found->second;
}

bool TranscriptionForm::flag(const std::string& name) const {
  const std::string value = lower(field(name));
  if (value.empty() || value == "false" || value == "0") return false;
  if (value == "true" || value == "1") return true;
  refuse(name, Message("{1} should be true or false; found “{2}”.", name, shown(value)));
}

float TranscriptionForm::temperature() const {
  constexpr float most = 1.0F;
  const std::string value = field("temperature");
  if (value.empty()) return 0.0F;
  float number = -1.0F;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool whole = error == std::errc() && end == value.data() + value.size();
  if (!whole || !(number >= 0.0F && number <= most))
    refuse("temperature", Message("temperature should be a number from 0 to 1; found “{1}”.", shown(value)));
  return number;
}

ResponseFormat TranscriptionForm::format() const {
  const std::string value = field("response_format");
  if (value.empty()) return ResponseFormat::json;
  const auto known = value_of(format_names, value);
  if (!known) {
    refuse("response_format", Message("response_format should be {1}; found “{2}”.",
                                      joined_names(format_names, ", ", " or "), shown(value)));
  }
  return *known;
}

// One, or the first of several.
std::string TranscriptionForm::language() const {
  constexpr std::size_t longest = 35;  // of a language tag, as RFC 5646 advises
  std::string value = lower(field("language"));
  const std::vector<std::string> several = list("languages");
  if (value.empty() && !several.empty()) value = lower(several.front());
  const auto belongs = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
  if (value.size() == 1 || value.size() > longest || !std::ranges::all_of(value, belongs))
    refuse("language", Message("language should be a code such as en; found “{1}”.", shown(value)));
  return value;
}

bool TranscriptionForm::asks_for_words() const {
  bool words = false;
  for (const std::string& value : list("timestamp_granularities")) {
    if (value != "word" && value != "segment")
      refuse("timestamp_granularities",
             Message("timestamp_granularities should hold word or segment; found “{1}”.", shown(value)));
    words = words || value == "word";
  }
  return words;
}

// Ours: OpenAI's API has no such field.
bool TranscriptionForm::asks_for_channels() const {
  const std::string value = lower(field("speakers"));
  if (value.empty() || value == "none") return false;
  if (value == "channels") return true;
  refuse("speakers", Message("speakers should be none or channels; found “{1}”.", shown(value)));
}

void TranscriptionForm::refuse_what_is_not_there() const {
  for (const char* name : {"include", "keywords", "known_speaker_names", "known_speaker_references"}) {
    if (fields_.contains(name))
      refuse(name, Message("{1} should be left out: this server does not have it.", name));
  }
}

}  // namespace tilescribe::protocol
