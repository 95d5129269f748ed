// SPDX-License-Identifier: Apache-2.0
// The json format; its schema is in inference/export/README.md.
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "inference/api/utf8.h"
#include "inference/export/base64.h"
#include "inference/export/formats.h"
#include "inference/export/time_code.h"
#include "inference/text/json_access.h"
#include "kernels/core/error.h"

namespace tilescribe::exporting {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view format_name = "tilescribe-transcript";
constexpr int format_version = 1;

double seconds(double value) {
  return static_cast<double>(milliseconds(value)) / 1000.0;
}

// The double nearest to the float's shortest decimal form: 0.9f is written 0.9, not 0.8999999761581421.
double shortest(float value) {
  if (!std::isfinite(value)) return 0.0;
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  double result = 0.0;
  std::from_chars(digits.data(), written.ptr, result);
  return result;
}

ordered_json to_json(const Token& token) {
  ordered_json json;
  json["id"] = token.id;
  if (is_valid_utf8(token.bytes)) {
    json["text"] = token.bytes;
  } else {
    json["base64"] = base64(token.bytes);
  }
  json["probability"] = shortest(token.probability);
  return json;
}

ordered_json to_json(const TimedWord& word) {
  ordered_json json;
  json["word"] = word.text;
  json["start"] = seconds(word.start_s);
  json["end"] = seconds(word.end_s);
  json["probability"] = shortest(word.probability);
  json["estimated"] = word.estimated;
  return json;
}

ordered_json to_json(const Segment& segment) {
  ordered_json json;
  json["start"] = seconds(segment.start_s);
  json["end"] = seconds(segment.end_s);
  json["text"] = segment.text;
  if (!segment.speaker.empty()) json["speaker"] = segment.speaker;
  json["window"] = segment.window;
  json["estimated"] = segment.estimated;
  json["looped"] = segment.looped;
  if (!segment.heard.empty()) json["heard"] = segment.heard;
  json["tokens"] = ordered_json::array();
  for (const Token& token : segment.tokens) json["tokens"].push_back(to_json(token));
  for (const TimedWord& word : segment.words) json["words"].push_back(to_json(word));
  return json;
}

// On one line. A file name need not be UTF-8: what is not becomes U+FFFD.
std::string one_line(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

[[noreturn]] void fail(const std::string& place, const Message& expected, const ordered_json& found) {
  throw Error("The transcript's {1} should be {2}, and is {3}.", place, expected,
              one_line(found).substr(0, 60));
}

// One value of the document, and the way to it. Its name, such as segments[3].tokens[0].id, is put together
// where somebody asks for it: a long transcript has a million places.
class Place {
 public:
  explicit Place(const ordered_json& document) : json_(document) {}

  Place operator[](const char* key) const {
    if (!json_.is_object()) fail(name(), Message("an object"), json_);
    const auto found = json_.find(key);
    const Place place(found == json_.end() ? json_ : *found, *this, {key, 0});
    if (found == json_.end()) throw Error("The transcript's {1} is missing.", place.name());
    return place;
  }
  bool has(const char* key) const { return json_.contains(key); }

  std::vector<Place> items() const {
    if (!json_.is_array()) fail(name(), Message("a list"), json_);
    std::vector<Place> places;
    places.reserve(json_.size());
    for (std::size_t i = 0; i < json_.size(); ++i) places.push_back(Place(json_[i], *this, {nullptr, i}));
    return places;
  }
  std::string text() const {
    if (!json_.is_string()) fail(name(), Message("a text"), json_);
    return json_.get<std::string>();
  }
  double number() const {
    if (!json_.is_number()) fail(name(), Message("a number"), json_);
    return json_.get<double>();
  }
  int whole() const {
    const double value = number();
    if (std::trunc(value) != value || std::abs(value) > std::numeric_limits<int>::max()) {
      fail(name(), Message("a whole number"), json_);
    }
    return static_cast<int>(value);
  }
  bool flag() const {
    if (!json_.is_boolean()) fail(name(), Message("true or false"), json_);
    return json_.get<bool>();
  }
  std::string bytes() const {
    auto decoded = from_base64(text());
    if (!decoded) fail(name(), Message("base64"), json_);
    return *decoded;
  }

 private:
  struct Step {
    const char* key = nullptr;  // null: an item of a list
    std::size_t index = 0;      // of that
  };
  static constexpr std::size_t deepest = 5;

  Place(const ordered_json& json, const Place& above, const Step& step)
      : json_(json), steps_(above.steps_), depth_(above.depth_ + 1) {
    steps_.at(above.depth_) = step;
  }

  std::string name() const {
    if (depth_ == 0) return "document";
    std::string name;
    for (std::size_t i = 0; i < depth_; ++i) {
      const auto& [key, index] = steps_.at(i);
      if (key == nullptr) {
        name.append("[").append(std::to_string(index)).append("]");
      } else {
        name.append(i == 0 ? "" : ".").append(key);
      }
    }
    return name;
  }

  const ordered_json& json_;
  std::array<Step, deepest> steps_ = {};
  std::size_t depth_ = 0;
};

Token token_from(const Place& place) {
  return {.id = place["id"].whole(),
          .bytes = place.has("base64") ? place["base64"].bytes() : place["text"].text(),
          .probability = static_cast<float>(place["probability"].number())};
}

TimedWord word_from(const Place& place) {
  return {.text = place["word"].text(),
          .start_s = place["start"].number(),
          .end_s = place["end"].number(),
          .probability = static_cast<float>(place["probability"].number()),
          .estimated = place["estimated"].flag()};
}

Segment segment_from(const Place& place) {
  Segment segment{.start_s = place["start"].number(),
                  .end_s = place["end"].number(),
                  .text = place["text"].text(),
                  .window = place["window"].whole(),
                  .estimated = place["estimated"].flag(),
                  .looped = place["looped"].flag()};
  for (const Place& token : place["tokens"].items()) segment.tokens.push_back(token_from(token));
  if (place.has("heard")) segment.heard = place["heard"].text();
  if (place.has("speaker")) segment.speaker = place["speaker"].text();
  if (place.has("words")) {
    for (const Place& word : place["words"].items()) segment.words.push_back(word_from(word));
  }
  return segment;
}

}  // namespace

void write_json(std::ostream& out, const Transcript& transcript) {
  ordered_json head;
  head["format"] = format_name;
  head["version"] = format_version;
  head["source"] = transcript.source;
  head["model"] = transcript.model;
  head["engine"] = transcript.engine;
  head["duration_s"] = seconds(transcript.duration_s);
  if (transcript.missing_s > 0.0) head["missing_s"] = seconds(transcript.missing_s);
  head["elapsed_s"] = seconds(transcript.elapsed_s);
  head["cancelled"] = transcript.cancelled;

  // A line a field and a line a segment: short enough to read, and nothing but one segment is held twice.
  out << "{\n";
  for (const auto& [key, value] : head.items()) out << "  \"" << key << "\": " << one_line(value) << ",\n";
  out << "  \"segments\": [";
  const char* between = "\n";
  for (const Segment& segment : transcript.segments) {
    out << std::exchange(between, ",\n") << "    " << one_line(to_json(segment));
  }
  out << (transcript.segments.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

Transcript read_json(std::istream& in) {
  ordered_json json;
  try {
    json = text::parse_foreign<ordered_json>(in);
  } catch (const ordered_json::exception& error) {
    // nlohmann-json's own message says the line and the column.
    throw Error("The transcript is not JSON: {1}.", error.what());
  }
  const Place document(json);
  if (const std::string name = document["format"].text(); name != format_name) {
    fail("format", Message("\"{1}\"", format_name), json["format"]);
  }
  if (document["version"].whole() != format_version) {
    fail("version", Message::verbatim(std::to_string(format_version)), json["version"]);
  }
  Transcript transcript{.segments = {},
                        .duration_s = document["duration_s"].number(),
                        .missing_s = document.has("missing_s") ? document["missing_s"].number() : 0.0,
                        .source = document["source"].text(),
                        .model = document["model"].text(),
                        .engine = document["engine"].text(),
                        .elapsed_s = document["elapsed_s"].number(),
                        .cancelled = document["cancelled"].flag()};
  for (const Place& segment : document["segments"].items()) {
    transcript.segments.push_back(segment_from(segment));
  }
  return transcript;
}

}  // namespace tilescribe::exporting
