// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/protocol/multipart.h"

namespace tilescribe::protocol {

enum class ResponseFormat { json, text, srt, vtt, verbose_json, diarized_json };

/// What a client asks of POST /v1/audio/transcriptions, besides the sound.
struct TranscriptionRequest {
  std::string model = {};      // as the client calls it; empty: not said
  std::string file_name = {};  // of the sound; for people
  std::string prompt = {};     // instruction to the model; empty: the checkpoint's own
  std::string language = {};   // in lower case; empty: not said
  float temperature = 0.0F;
  ResponseFormat format = ResponseFormat::json;
  bool words = false;     // with the times of words; only verbose_json and a stream can hold them
  bool stream = false;    // as server-sent events
  bool channels = false;  // each channel of the sound is a speaker's; so for diarized_json
};

/// Reads such a request from its form. Fields may come in any order, the file first or last, and names of
/// lists with or without brackets. The file's bytes go to `file` as they come. Fields that are not known are
/// passed over; those that ask for what is not there are refused. Throws RequestError.
class TranscriptionForm : public PartSink {
 public:
  explicit TranscriptionForm(std::function<void(std::string_view)> file) : file_(std::move(file)) {}

  void begin_part(PartHead head) override;
  void part_data(std::string_view bytes) override;
  void end_part() override;

  /// What was asked for, once the form has ended.
  TranscriptionRequest request() const;

  static constexpr std::size_t most_field_bytes = 65536;  // of all fields together

 private:
  std::string field(const std::string& name) const;
  std::vector<std::string> list(const std::string& name) const;
  bool flag(const std::string& name) const;
  float temperature() const;
  ResponseFormat format() const;
  std::string language() const;
  bool asks_for_words() const;
  bool asks_for_channels() const;
  void refuse_what_is_not_there() const;

  std::function<void(std::string_view)> file_;
  std::map<std::string, std::vector<std::string>> fields_;  // by name without brackets
  std::string name_, value_;                                // of the part that is being read
  bool in_file_ = false;
  std::optional<std::string> file_name_;  // none: no file yet
  std::uint64_t file_bytes_ = 0;
  std::size_t field_bytes_ = 0;
};

}  // namespace tilescribe::protocol
