// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "inference/api/export.h"
#include "inference/api/transcript.h"

namespace tilescribe::exporting {

/// A piece of running text, on one line.
struct Passage {
  double start_s = 0.0;  // seconds from the start of the audio
  std::string text;      // never empty
  std::string by = {};   // "Name: " or a dash, as label_of says; empty: the same as before
};

/// What stands before what `speaker` says, where `before` was the last to speak: "Name: ", a dash where it is
/// not known who speaks, and nothing where it is the same one. On one line.
std::string label_of(std::string_view speaker, std::string_view before);

/// The transcript as the options' layout divides it. A paragraph ends at a pause behind a sentence, or at one
/// twice as long. A passage is one speaker's.
std::vector<Passage> passages_of(const Transcript& transcript, const ExportOptions& options);

/// "1:02:03" or "2:03": where a passage begins, for people.
std::string clock_of(double seconds);

/// What a document says below its title: the length of the audio and the model, as far as they are known.
std::string about_line(const Transcript& transcript);

/// Whether any segment has a time.
bool has_times(const Transcript& transcript);

/// Valid UTF-8 for XML and HTML: `&`, `<`, `>` and `"` as entities; what XML can't hold, as U+FFFD.
std::string escape_markup(std::string_view text);

}  // namespace tilescribe::exporting
