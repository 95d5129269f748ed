// SPDX-License-Identifier: Apache-2.0
#include "ui/document/text_replacing.h"

#include <functional>
#include <numeric>

#include "inference/api/segment_edit.h"

namespace tilescribe::ui {

int ReplacedTexts::places() const {
  return std::accumulate(rows.begin(), rows.end(), 0,
                         [](int sum, const Row& row) { return sum + row.places; });
}

void ReplacedTexts::apply(std::vector<Segment>& segments) const {
  std::vector<Segment> left;
  left.reserve(segments.size());
  auto changed = rows.begin();
  for (std::size_t row = 0; row < segments.size(); ++row) {
    const bool changes = changed != rows.end() && changed->row == static_cast<int>(row);
    if (!changes) {
      left.push_back(std::move(segments[row]));
    } else if (!changed->goes) {
      left.push_back(with_text(std::move(segments[row]), changed->text));
    }
    if (changes) ++changed;
  }
  segments = std::move(left);
}

std::vector<MarkedPiece> marked_replacement(const QString& text, const TextSearch& search,
                                            const QString& with) {
  std::vector<MarkedPiece> pieces;
  const auto add = [&](WordChange change, const QString& piece) {
    if (!piece.isEmpty()) pieces.push_back({change, piece.toStdString()});
  };
  qsizetype done = 0;
  for (const TextRange& match : search.all(text)) {
    add(WordChange::same, text.mid(done, match.begin - done));
    add(WordChange::lost, text.mid(match.begin, match.length));
    add(WordChange::added, search.replacement(text, match, with));
    done = match.end();
  }
  add(WordChange::same, text.mid(done));
  return pieces;
}

std::size_t texts_fingerprint(const std::vector<Segment>& segments) {
  std::size_t mixed = segments.size();
  for (const Segment& segment : segments) mixed = mixed * 1'000'003 + std::hash<std::string>()(segment.text);
  return mixed;
}

}  // namespace tilescribe::ui
