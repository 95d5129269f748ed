// SPDX-License-Identifier: Apache-2.0
// The half of TranscriptDocument that corrects: every edit is a list of rows that become others.
#include <QUndoCommand>
#include <algorithm>
#include <utility>

#include "inference/api/segment_edit.h"
#include "ui/document/text_replacing.h"
#include "ui/document/transcript_document.h"

namespace tilescribe::ui {

struct TranscriptDocument::Rows {
  std::vector<SegmentId> ids;
  std::vector<Segment> segments;
};

/// Rows that become others. Several are in the order of their rows, as these are before.
struct TranscriptDocument::Patch {
  int first;
  Rows before;
  Rows after;

  bool same_rows() const { return before.ids == after.ids; }
};

namespace {

/// One letter after the other: what differs between two texts, where one is the other with something more.
struct Typing {
  qsizetype at = 0;
  QString text = {};   // empty: more than that differs
  bool added = false;  // or deleted
};

Typing typing_of(const std::string& before, const std::string& after) {
  const QString a = QString::fromStdString(before), b = QString::fromStdString(after);
  const qsizetype most = std::min(a.size(), b.size());
  qsizetype begin = 0, behind = 0;
  while (begin < most && a.at(begin) == b.at(begin)) ++begin;
  while (behind < most - begin && a.at(a.size() - 1 - behind) == b.at(b.size() - 1 - behind)) ++behind;
  if (begin + behind != most) return {};
  const QString& longer = a.size() > b.size() ? a : b;
  return {begin, longer.mid(begin, longer.size() - most), b.size() > a.size()};
}

/// Whether two typings are one step: neighbours, and no new word begins.
bool one_step(const Typing& first, const Typing& second) {
  if (first.text.isEmpty() || second.text.isEmpty() || first.added != second.added) return false;
  if (!first.added)
    return second.at + second.text.size() == first.at || second.at == first.at;  // Backspace, or Delete
  return second.at == first.at + first.text.size() && second.text.size() == 1 &&
         (!first.text.back().isSpace() || second.text.at(0).isSpace());
}

}  // namespace

void Correction::apply(std::vector<Segment>& to) const {
  const auto at = to.begin() + first;
  const std::size_t same = std::min(segments.size(), static_cast<std::size_t>(removed));
  std::copy_n(segments.begin(), same, at);
  const auto behind = at + static_cast<std::ptrdiff_t>(same);
  if (segments.size() > same) {
    to.insert(behind, segments.begin() + static_cast<std::ptrdiff_t>(same), segments.end());
  } else {
    to.erase(behind, at + removed);
  }
}

class TranscriptDocument::Edit : public QUndoCommand {
 public:
  Edit(TranscriptDocument& document, std::vector<Patch> patches)
      : document_(document), patches_(std::move(patches)) {
    if (const Patch& only = patches_.front(); patches_.size() == 1 && is_text(only))
      typing_ = typing_of(only.before.segments[0].text, only.after.segments[0].text);
  }
  void undo() override { document_.apply(patches_, true); }
  void redo() override { document_.apply(patches_, false); }
  int id() const override { return 1; }

  bool mergeWith(const QUndoCommand* next) override {
    const auto& other = static_cast<const Edit&>(*next);
    if (patches_.size() != 1 || other.patches_.size() != 1) return false;
    Patch& mine = patches_.front();
    const Patch& last = other.patches_.front();
    if (!is_text(mine) || mine.after.ids != last.before.ids) return false;
    if (!other.tidies_ && !(is_text(last) && one_step(typing_, other.typing_))) return false;
    if (typing_.added) {
      typing_.text += other.typing_.text;
    } else {
      typing_.at = other.typing_.at;
    }
    if (other.tidies_) typing_ = {};
    mine.after = last.after;
    return true;
  }

  void set_tidies() { tidies_ = true; }

 private:
  static bool is_text(const Patch& patch) { return patch.before.ids.size() == 1 && patch.same_rows(); }

  TranscriptDocument& document_;
  std::vector<Patch> patches_;
  Typing typing_;
  bool tidies_ = false;
};

TranscriptDocument::Rows TranscriptDocument::rows(int first, int count) const {
  const auto from = static_cast<std::ptrdiff_t>(first), to = from + count;
  const std::vector<Segment>& all = transcript_->segments;
  return {{ids_.begin() + from, ids_.begin() + to}, {all.begin() + from, all.begin() + to}};
}

TranscriptDocument::Patch TranscriptDocument::text_patch(int row, const std::string& text) const {
  Patch patch{row, rows(row, 1), rows(row, 1)};
  patch.after.segments[0] = with_text(std::move(patch.after.segments[0]), text);
  return patch;
}

void TranscriptDocument::push(std::vector<Patch> patches) {
  if (!patches.empty()) undo_stack_.push(new Edit(*this, std::move(patches)));
}

/// Puts rows in the place of others, and tells of them. Those with the same ids stay and have changed.
Correction TranscriptDocument::exchange(int first, const Rows& from, const Rows& to) {
  const int removed = static_cast<int>(from.ids.size());
  Correction correction{first, removed, to.segments};
  correction.apply(writable().segments);
  const auto at = ids_.erase(ids_.begin() + first, ids_.begin() + first + removed);
  ids_.insert(at, to.ids.begin(), to.ids.end());
  const std::size_t most = std::min(from.ids.size(), to.ids.size());
  std::size_t before = 0, behind = 0;
  while (before < most && from.ids[before] == to.ids[before]) ++before;
  while (behind < most - before &&
         from.ids[from.ids.size() - 1 - behind] == to.ids[to.ids.size() - 1 - behind])
    ++behind;
  const int others = static_cast<int>(before + behind);
  const int added = static_cast<int>(to.ids.size());
  if (removed != others || added != others)
    emit segmentsSpliced(first + static_cast<int>(before), removed - others, added - others);
  if (before > 0) emit segmentsChanged(first, first + static_cast<int>(before) - 1);
  if (behind > 0) emit segmentsChanged(first + added - static_cast<int>(behind), first + added - 1);
  return correction;
}

/// Does patches from the last row to the first, so that each finds its rows where they are, or takes them
/// back in the other order. Texts alone are told of together.
void TranscriptDocument::apply(const std::vector<Patch>& patches, bool undo) {
  std::vector<Correction> corrections;
  const bool texts =
      std::all_of(patches.begin(), patches.end(), [](const Patch& patch) { return patch.same_rows(); });
  const auto apply_one = [&](const Patch& patch) {
    const Rows& from = undo ? patch.after : patch.before;
    const Rows& to = undo ? patch.before : patch.after;
    if (!texts) return corrections.push_back(exchange(patch.first, from, to));
    corrections.push_back({patch.first, static_cast<int>(to.ids.size()), to.segments});
    corrections.back().apply(writable().segments);
  };
  if (undo) {
    std::for_each(patches.begin(), patches.end(), apply_one);
  } else {
    std::for_each(patches.rbegin(), patches.rend(), apply_one);
  }
  if (texts) {
    const Patch& last = patches.back();
    emit segmentsChanged(patches.front().first, last.first + static_cast<int>(last.before.ids.size()) - 1);
  }
  tell();
  emit corrected(corrections);
}

void TranscriptDocument::edit(SegmentId id, const QString& text) {
  const int row = row_of(id);
  const std::string next = text.toStdString();
  if (row < 0 || next == transcript_->segments[static_cast<std::size_t>(row)].text) return;
  push({text_patch(row, next)});
}

bool TranscriptDocument::split(SegmentId id, qsizetype at) {
  const int row = row_of(id);
  if (row < 0) return false;
  Patch patch{row, rows(row, 1), {}};
  const Segment& whole = patch.before.segments[0];
  const QString text = QString::fromStdString(whole.text);
  auto [first, second] =
      split_segment(whole, static_cast<std::size_t>(text.left(std::max(at, qsizetype{0})).toUtf8().size()));
  if (first.text.empty() || second.text.empty()) return false;
  patch.after = {{id, ++last_id_}, {std::move(first), std::move(second)}};
  push({std::move(patch)});
  return true;
}

qsizetype TranscriptDocument::merge(int row) {
  if (row < 0 || row + 1 >= size()) return -1;
  Patch patch{row, rows(row, 2), {}};
  const Segment &first = patch.before.segments[0], &second = patch.before.segments[1];
  patch.after = {{patch.before.ids[0]}, {joined_segment(first, second)}};
  const QString text = QString::fromStdString(patch.after.segments[0].text);
  const qsizetype at = text.size() - QString::fromStdString(second.text).size();
  push({std::move(patch)});
  return at;
}

bool TranscriptDocument::move_edge(SegmentId id, SegmentEdge edge, double seconds) {
  const int row = row_of(id);
  if (row < 0 || !edge_room(row, edge).holds(seconds)) return false;
  Patch patch{row, rows(row, 1), rows(row, 1)};
  Segment& segment = patch.after.segments[0];
  if ((edge == SegmentEdge::begin ? segment.start_s : segment.end_s) == seconds) return true;
  segment = with_edge(std::move(segment), edge, seconds);
  push({std::move(patch)});
  return true;
}

bool TranscriptDocument::remove(int first, int count) {
  if (first < 0 || count < 1 || first + count > size() || count == size()) return false;
  push({{first, rows(first, count), {}}});
  return true;
}

void TranscriptDocument::replace(int first, int count, const QStringList& texts) {
  if (first < 0 || count < 1 || first + count > size() || texts.isEmpty()) return;
  if (count == 1 && texts.size() == 1) return edit(segment_id(first), texts.first());
  Patch patch{first, rows(first, count), {}};
  std::vector<std::string> plain;
  for (const QString& text : texts) plain.push_back(text.toStdString());
  patch.after.segments = with_texts(patch.before.segments, plain);
  patch.after.ids = patch.before.ids;
  patch.after.ids.resize(std::min(patch.after.ids.size(), patch.after.segments.size()));
  while (patch.after.ids.size() < patch.after.segments.size()) patch.after.ids.push_back(++last_id_);
  push({std::move(patch)});
}

int TranscriptDocument::replace_all(const TextSearch& search, const QString& with) {
  const ReplacedTexts replaced = replaced_texts(transcript_->segments, search, with);
  std::vector<Patch> patches;
  for (const ReplacedTexts::Row& row : replaced.rows) {
    patches.push_back(text_patch(row.row, row.text));
    if (row.goes) patches.back().after = {};
  }
  push(std::move(patches));
  return replaced.matches;
}

void TranscriptDocument::rewrite(const std::vector<std::pair<int, Segment>>& segments) {
  std::vector<Patch> patches;
  for (const auto& [row, segment] : segments) {
    if (row < 0 || row >= size()) continue;
    patches.push_back({row, rows(row, 1), {{segment_id(row)}, {segment}}});
  }
  push(std::move(patches));
}

void TranscriptDocument::name_speaker(SegmentId id, const QString& name, bool only_here) {
  const int here = row_of(id);
  if (here < 0) return;
  const std::string before = transcript_->segments[static_cast<std::size_t>(here)].speaker;
  const std::string after = name.simplified().toStdString();
  if (after == before) return;
  std::vector<std::pair<int, Segment>> named;
  for (int row = only_here ? here : 0; row < (only_here ? here + 1 : size()); ++row) {
    const Segment& segment = transcript_->segments[static_cast<std::size_t>(row)];
    if (segment.speaker != before) continue;
    named.emplace_back(row, segment);
    named.back().second.speaker = after;
  }
  rewrite(named);
}

int TranscriptDocument::restore_heard() {
  std::vector<std::pair<int, Segment>> restored;
  for (int row = 0; row < size(); ++row) {
    const Segment& segment = transcript_->segments[static_cast<std::size_t>(row)];
    if (segment.heard.empty()) continue;
    restored.emplace_back(row, with_text(segment, segment.heard));
    restored.back().second.heard.clear();
  }
  rewrite(restored);
  return static_cast<int>(restored.size());
}

void TranscriptDocument::tidy(int row) {
  if (row < 0 || row >= size()) return;
  const std::string& before = transcript_->segments[static_cast<std::size_t>(row)].text;
  const std::string text = trimmed(before);
  const bool goes = text.empty() && size() > 1;
  if (text == before && !goes) return;
  Patch patch = text_patch(row, text);
  if (goes) patch.after = {};
  std::vector<Patch> patches;
  patches.push_back(std::move(patch));
  auto* step = new Edit(*this, std::move(patches));
  step->set_tidies();
  undo_stack_.push(step);
}

}  // namespace tilescribe::ui
