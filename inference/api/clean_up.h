// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/api/message.h"
#include "inference/api/transcript.h"

/// A language model of the user's choice corrects a text: behind a chat address in OpenAI's format, which
/// many programs and services offer. Only clean_up() opens a connection, and only to that address.
namespace tilescribe {

struct CleanUpOptions {
  std::string address = {};      // as checked_chat_address takes it; empty: none was entered
  std::string model = {};        // its name there
  std::string key = {};          // sent as "Authorization: Bearer KEY"; empty: not sent
  std::string instruction = {};  // what is to be corrected, in plain words
  double answer_s = 300.0;       // how long an answer may take, seconds
  bool operator==(const CleanUpOptions&) const = default;
};

/// An address as a person types it, without what it must not end in: "http://localhost:11434/v1/" becomes
/// "http://localhost:11434/v1". Throws Error unless it begins with http:// or https://.
std::string checked_chat_address(const std::string& typed);

/// Whether others may read what is sent to this address on its way: http, and not to this computer.
bool is_readable_on_the_way(const std::string& address);

struct CleanUpProgress {
  std::size_t done = 0;   // segments answered, or given up
  std::size_t total = 0;  // that have text
};

/// A segment that would change.
struct CleanedText {
  std::size_t row = 0;  // of the transcript's segments
  std::string text;     // one line of valid UTF-8, not empty
};

/// Segments that stay as they are, and why.
struct CleanUpProblem {
  Message why;
  std::size_t segments = 0;
};

struct CleanUpResult {
  std::vector<CleanedText> changed = {};      // in ascending order
  std::vector<CleanUpProblem> problems = {};  // the same reason stands once
  std::size_t asked = 0;                      // segments with text
  std::size_t not_sent = 0;                   // of them, after a stop or a failure that ends the work
  bool stopped = false;                       // on request: what had come by then is there
};

/// Sends the text of a transcript in groups of segments, one request after the other, and checks each answer.
/// A group whose answer can't be used stays as it is. A failure that the next request would have too ends the
/// work. Throws Error for options that can't be used; then nothing is sent. `progress` is called on this
/// thread.
CleanUpResult clean_up(const Transcript& transcript, const CleanUpOptions& options,
                       const std::function<void(const CleanUpProgress&)>& progress,
                       const std::stop_token& stop);

/// The segment with a corrected text. Tokens, words and their times stay with the words that stay, and what
/// the model wrote is kept in Segment::heard.
Segment with_clean_text(Segment segment, const std::string& text);

}  // namespace tilescribe
