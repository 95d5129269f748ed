// SPDX-License-Identifier: Apache-2.0
#include "app/protocol/transcription_answer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <new>
#include <sstream>

#include <nlohmann/json.hpp>
#include <zlib.h>

#include "app/json_text.h"
#include "inference/api/cues.h"
#include "inference/api/export.h"

namespace tilescribe::protocol {
namespace {

using nlohmann::ordered_json;

double milliseconds_exact(double seconds) {
  return std::round(seconds * 1000.0) / 1000.0;
}

ordered_json usage(const Transcript& transcript) {
  return {{"type", "duration"}, {"seconds", milliseconds_exact(transcript.duration_s)}};
}

// How many times shorter zlib makes a text: high where a model repeats itself (Radford et al. 2022, 4.5).
double compression_ratio(const std::string& text) {
  if (text.empty()) return 0.0;
  uLongf bytes = compressBound(text.size());
  std::vector<Bytef> out(bytes);
  if (compress(out.data(), &bytes, reinterpret_cast<const Bytef*>(text.data()), text.size()) != Z_OK)
    throw std::bad_alloc();
  return static_cast<double>(text.size()) / static_cast<double>(bytes);
}

double average_log_probability(const std::vector<Token>& tokens) {
  double sum = 0.0;
  for (const Token& token : tokens)
    sum += std::log(std::max(token.probability, std::numeric_limits<float>::min()));
  return tokens.empty() ? 0.0 : sum / static_cast<double>(tokens.size());
}

ordered_json words_json(const std::vector<TimedWord>& words) {
  ordered_json all = ordered_json::array();
  for (const TimedWord& word : words) {
    all.push_back({{"word", word.text},
                   {"start", milliseconds_exact(word.start_s)},
                   {"end", milliseconds_exact(word.end_s)},
                   {"probability", milliseconds_exact(word.probability)},
                   {"estimated", word.estimated}});
  }
  return all;
}

ordered_json all_words(const Transcript& transcript) {
  std::vector<TimedWord> words;
  for (const Segment& segment : transcript.segments) {
    const std::vector<TimedWord> more = words_of(segment);
    words.insert(words.end(), more.begin(), more.end());
  }
  return words_json(words);
}

// `seek_s`: where the segment's window begins.
ordered_json segment_json(const TranscriptionRequest& request, const Segment& segment, std::size_t number,
                          double seek_s) {
  ordered_json json{{"id", number},
                    {"seek", std::lround(seek_s * 100.0)},  // in frames of 10 ms
                    {"start", milliseconds_exact(segment.start_s)},
                    {"end", milliseconds_exact(segment.end_s)},
                    {"text", segment.text},
                    {"tokens", ordered_json::array()},
                    {"temperature", request.temperature},
                    {"avg_logprob", average_log_probability(segment.tokens)},
                    {"compression_ratio", compression_ratio(segment.text)},
                    // Windows without voice are not transcribed, and the model says nothing about the others.
                    {"no_speech_prob", 0.0}};
  for (const Token& token : segment.tokens) json["tokens"].push_back(token.id);
  if (request.words) json["words"] = words_json(words_of(segment));
  if (!segment.speaker.empty()) json["speaker"] = segment.speaker;
  return json;
}

// A segment whose speaker is not known has an empty one.
ordered_json diarized_json(const Transcript& transcript) {
  ordered_json json{{"task", "transcribe"},
                    {"duration", milliseconds_exact(transcript.duration_s)},
                    {"text", transcript.text()},
                    {"segments", ordered_json::array()}};
  for (std::size_t i = 0; i < transcript.segments.size(); ++i) {
    const Segment& segment = transcript.segments[i];
    json["segments"].push_back({{"type", "transcript.text.segment"},
                                {"id", "seg_" + std::to_string(i)},
                                {"start", milliseconds_exact(segment.start_s)},
                                {"end", milliseconds_exact(segment.end_s)},
                                {"text", segment.text},
                                {"speaker", segment.speaker}});
  }
  json["usage"] = usage(transcript);
  return json;
}

ordered_json verbose_json(const TranscriptionRequest& request, const Transcript& transcript,
                          const std::string& language) {
  ordered_json json{{"task", "transcribe"},
                    {"language", language},
                    {"duration", milliseconds_exact(transcript.duration_s)},
                    {"text", transcript.text()},
                    {"segments", ordered_json::array()}};
  std::map<int, double> windows_s;  // where each begins, as far as its segments say
  for (std::size_t i = 0; i < transcript.segments.size(); ++i) {
    const Segment& segment = transcript.segments[i];
    const auto window = windows_s.try_emplace(segment.window, segment.start_s).first;
    json["segments"].push_back(segment_json(request, segment, i, window->second));
  }
  if (request.words) json["words"] = all_words(transcript);
  json["usage"] = usage(transcript);
  return json;
}

std::string written(const Transcript& transcript, ExportFormat format) {
  std::ostringstream out;
  write_transcript(out, transcript, format);
  return out.str();
}

ordered_json model_json(const std::string& name) {
  return {{"id", name}, {"object", "model"}, {"created", 0}, {"owned_by", "tilescribe"}};
}

std::string event(const std::string& name, const ordered_json& data) {
  return "event: " + name + "\ndata: " + json_text(data) + "\n\n";
}

}  // namespace

std::vector<TimedWord> words_of(const Segment& segment) {
  if (!segment.words.empty()) return segment.words;
  std::vector<TimedWord> words;
  for (const Cue& cue : lay_out_cues({segment}, {})) {
    for (const std::vector<CueWord>& line : cue.lines) {
      for (const CueWord& word : line) words.push_back({word.text, word.start_s, word.end_s});
    }
  }
  return words;
}

Answer transcription_answer(const TranscriptionRequest& request, const Transcript& transcript,
                            const std::string& language) {
  switch (request.format) {
    case ResponseFormat::text:
      return {.content_type = "text/plain; charset=utf-8",
              .body = request.channels ? written(transcript, ExportFormat::txt) : transcript.text() + '\n'};
    case ResponseFormat::srt:
      return {.content_type = "text/plain; charset=utf-8", .body = written(transcript, ExportFormat::srt)};
    case ResponseFormat::vtt:
      return {.content_type = "text/vtt; charset=utf-8", .body = written(transcript, ExportFormat::vtt)};
    case ResponseFormat::verbose_json:
      return {.body = json_text(verbose_json(request, transcript, language)) + '\n'};
    case ResponseFormat::diarized_json:
      return {.body = json_text(diarized_json(transcript)) + '\n'};
    case ResponseFormat::json:
      break;
  }
  return {.body = json_text({{"text", transcript.text()}, {"usage", usage(transcript)}}) + '\n'};
}

std::string EventWriter::segment(const Segment& segment) {
  const std::string id = "seg_" + std::to_string(count_++);
  const std::size_t before = text_.text().size();
  text_.add(segment.text);
  return event("transcript.text.delta", {{"type", "transcript.text.delta"},
                                         {"delta", text_.text().substr(before)},
                                         {"segment_id", id}}) +
         event("transcript.text.segment", {{"type", "transcript.text.segment"},
                                           {"id", id},
                                           {"start", milliseconds_exact(segment.start_s)},
                                           {"end", milliseconds_exact(segment.end_s)},
                                           {"text", segment.text},
                                           {"speaker", ""}});  // not known
}

std::string EventWriter::done(const TranscriptionRequest& request, const Transcript& transcript) {
  ordered_json data{{"type", "transcript.text.done"}, {"text", transcript.text()}};
  if (request.words) data["words"] = all_words(transcript);
  data["usage"] = usage(transcript);
  return event("transcript.text.done", data);
}

std::string EventWriter::error(const ApiError& error) {
  return "event: error\ndata: " + error_text(error) + "\n\n";
}

Answer models_answer(const std::vector<std::string>& names) {
  ordered_json data = ordered_json::array();
  for (const std::string& name : names) data.push_back(model_json(name));
  return {.body = json_text({{"object", "list"}, {"data", data}}) + '\n'};
}

Answer model_answer(const std::string& name) {
  return {.body = json_text(model_json(name)) + '\n'};
}

ApiError unknown_model(const std::string& name, const std::vector<std::string>& names) {
  std::string known;
  for (const std::string& one : names) known += (known.empty() ? "" : ", ") + one;
  return {.status = 404,
          .message = Message("This server has the model {1}; found “{2}”.", known, name),
          .param = "model",
          .code = "model_not_found"};
}

ApiError unknown_language(const std::string& language) {
  return {.message = Message("The demo model knows only English; found the language “{1}”.", language),
          .param = "language",
          .code = "unsupported_language"};
}

}  // namespace tilescribe::protocol
