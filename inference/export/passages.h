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
};

/// The transcript as the options' layout divides it. A paragraph ends at a pause behind a sentence, or at one
/// twice as long.
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
