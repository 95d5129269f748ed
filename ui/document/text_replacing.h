// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "inference/api/transcript.h"
#include "inference/api/word_errors.h"
#include "ui/document/text_search.h"

namespace tilescribe::ui {

/// What becomes of a text when every match in it is replaced.
struct ReplacedTexts {
  struct Row {
    int row = 0;  // of the segments
    std::string text;
    bool goes = false;  // it has no text then, and is not the last one that is left
    int places = 0;     // matches in it
  };
  std::vector<Row> rows = {};  // that change, in ascending order
  int matches = 0;             // also in rows that stay as they are

  int places() const;  // matches in rows that change
  /// Does it. Tokens, words and their times stay with the words that stay.
  void apply(std::vector<Segment>& segments) const;
};

/// A row that has no text then goes, but one always stays. `stopped` is asked between rows; what was found
/// by then is returned.
template <class Stopped>
ReplacedTexts replaced_texts(const std::vector<Segment>& segments, const TextSearch& search,
                             const QString& with, const Stopped& stopped) {
  ReplacedTexts result;
  std::size_t left = segments.size();
  for (std::size_t row = 0; row < segments.size() && !stopped(); ++row) {
    const QString before = QString::fromStdString(segments[row].text);
    int found = 0;
    const QString after = search.replaced(before, with, found).trimmed();
    result.matches += found;
    if (found == 0 || after == before) continue;
    const bool goes = after.isEmpty() && left > 1;
    if (goes) --left;
    result.rows.push_back({static_cast<int>(row), after.toStdString(), goes, found});
  }
  return result;
}

inline ReplacedTexts replaced_texts(const std::vector<Segment>& segments, const TextSearch& search,
                                    const QString& with) {
  return replaced_texts(segments, search, with, [] { return false; });
}

/// A text with each match and what takes its place: same, lost and added pieces.
std::vector<MarkedPiece> marked_replacement(const QString& text, const TextSearch& search,
                                            const QString& with);

/// A number that tells texts apart: that of these segments, whatever their times.
std::size_t texts_fingerprint(const std::vector<Segment>& segments);

}  // namespace tilescribe::ui
