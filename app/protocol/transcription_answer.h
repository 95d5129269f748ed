// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/protocol/api_error.h"
#include "app/protocol/transcription_form.h"
#include "inference/api/spacing.h"
#include "inference/api/transcript.h"

namespace tilescribe::protocol {

/// The words of a segment. Where the segment does not know them, each has its share of the segment's time and
/// is marked estimated, with probability 0.
std::vector<TimedWord> words_of(const Segment& segment);

/// The answer in the format that was asked for. verbose_json has words at the top and inside the segments, if
/// they were asked for; with each stands whether its time is estimated, which is ours. `language` is what it
/// states: what the client asked for, or what is known of the model.
Answer transcription_answer(const TranscriptionRequest& request, const Transcript& transcript,
                            const std::string& language);

/// The answer as server-sent events. Each has a line `event:` and a line `data:`.
class EventWriter {
 public:
  /// A transcript.text.delta and a transcript.text.segment. The deltas of all segments together are the
  /// transcript's text.
  std::string segment(const Segment& segment);
  /// transcript.text.done; with the words if they were asked for.
  static std::string done(const TranscriptionRequest& request, const Transcript& transcript);
  static std::string error(const ApiError& error);
  /// A comment, which clients pass over. It keeps a connection open.
  static std::string keep_alive() { return ": still here\n\n"; }

 private:
  JoinedText text_;  // of all segments so far
  int count_ = 0;
};

/// GET /v1/models, and GET /v1/models/NAME.
Answer models_answer(const std::vector<std::string>& names);
Answer model_answer(const std::string& name);
/// 404: `names` are those that there are.
ApiError unknown_model(const std::string& name, const std::vector<std::string>& names);

/// 400: the demo model knows only English.
ApiError unknown_language(const std::string& language);

}  // namespace tilescribe::protocol
