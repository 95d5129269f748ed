// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "inference/api/clean_up.h"

/// What is said to a chat service, as texts: OpenAI's chat completions, which others offer too
/// (platform.openai.com/docs/api-reference/chat). No connection is opened here.
namespace tilescribe::cleanup {

/// A segment in a request. Its id there is its place in the group, from 1.
struct SentText {
  std::size_t row = 0;  // of the transcript's segments
  std::string text;
};
using Group = std::vector<SentText>;

/// At most so many characters and segments are in a group; a longer segment is a group of its own.
inline constexpr std::size_t most_characters = 3000, most_segments = 50;

/// The segments with text, in order.
std::vector<Group> groups_of(const Transcript& transcript);

/// The body of a request. With `steady` it asks for the most probable answer, which some models refuse.
std::string request_body(const Group& group, const CleanUpOptions& options, bool steady = true);

/// A text for each segment of the group. Throws Error unless the answer has exactly that.
/// JSON may stand in a code fence, behind what a model thought aloud (<think>). Line ends become spaces.
std::vector<std::string> texts_of(const std::string& body, const Group& group);

}  // namespace tilescribe::cleanup
