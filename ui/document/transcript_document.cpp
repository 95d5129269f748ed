// SPDX-License-Identifier: Apache-2.0
#include "ui/document/transcript_document.h"

#include <QStringList>
#include <algorithm>
#include <atomic>

#include "inference/api/spacing.h"

namespace tilescribe::ui {

namespace {

DocumentId next_document_id() {
  static DocumentId last = 0;
  return ++last;
}

bool same_text(const Segment& a, const Segment& b) {
  return a.window == b.window && a.text == b.text;
}

bool same_marks(const Segment& a, const Segment& b) {
  return a.start_s == b.start_s && a.end_s == b.end_s && a.looped == b.looped && a.speaker == b.speaker;
}

}  // namespace

TranscriptDocument::TranscriptDocument(Transcript transcript)
    : id_(next_document_id()), transcript_(std::make_shared<Transcript>(std::move(transcript))) {
  ids_ = new_ids(transcript_->segments.size());
}

std::vector<SegmentId> TranscriptDocument::new_ids(std::size_t count) {
  std::vector<SegmentId> ids(count);
  for (SegmentId& id : ids) id = ++last_id_;
  return ids;
}

/// A snapshot keeps what it had, and may be in use on another thread. Nobody else makes new ones, so one that
/// is alone stays alone; the fence orders what others read before what is written now.
Transcript& TranscriptDocument::writable() {
  if (transcript_.use_count() > 1) transcript_ = std::make_shared<Transcript>(*transcript_);
  std::atomic_thread_fence(std::memory_order_acquire);
  return *transcript_;
}

int TranscriptDocument::row_of(SegmentId id) const {
  const auto found = std::find(ids_.begin(), ids_.end(), id);
  return found == ids_.end() ? -1 : static_cast<int>(found - ids_.begin());
}

QString TranscriptDocument::last_words(int count) const {
  QString text;
  const std::vector<Segment>& segments = transcript().segments;
  for (auto segment = segments.rbegin(); segment != segments.rend() && text.size() <= count; ++segment) {
    if (space_between(segment->text, text.toStdString())) text.prepend(QLatin1Char(' '));
    text.prepend(QString::fromStdString(segment->text));
  }
  if (text.size() <= count) return text;
  constexpr qsizetype longest_word = 40;  // characters; longer text without a space is Chinese or Japanese
  const qsizetype from = text.size() - count - 1, space = text.indexOf(QLatin1Char(' '), from);
  return space < 0 || space > from + longest_word ? text.right(count) : text.mid(space + 1);
}

QStringList TranscriptDocument::speakers() const {
  QStringList names;
  const std::string* before = nullptr;
  for (const Segment& segment : transcript().segments) {
    if (segment.speaker.empty() || (before != nullptr && *before == segment.speaker)) continue;
    before = &segment.speaker;
    const QString name = QString::fromStdString(segment.speaker);
    if (!names.contains(name)) names.append(name);
  }
  return names;
}

void TranscriptDocument::tell(bool of_tail) {
  ++revision_;
  if (of_tail) emit tailChanged();
  emit changed();
}

void TranscriptDocument::begin(Transcript so_far) {
  transcript_ = std::make_shared<Transcript>(std::move(so_far));
  ids_ = new_ids(transcript_->segments.size());
  utterance_open_ = false;
  undo_stack_.clear();
  const bool had_tail = drop_tail();
  emit segmentsReplaced(0);
  tell(had_tail);
}

void TranscriptDocument::append(Segment segment) {
  const bool had_tail = segment.window >= tail_.window && drop_tail();
  writable().segments.push_back(std::move(segment));
  ids_.push_back(++last_id_);
  emit segmentsAppended(size() - 1);
  tell(had_tail);
}

void TranscriptDocument::append_words(const LivePiece& piece) {
  const std::size_t first = piece.text.find_first_not_of(" \n\t");
  if (first != std::string::npos && utterance_open_) {
    const bool had_tail = drop_tail();
    Segment& last = writable().segments.back();
    last.text += piece.text;
    last.end_s = piece.end_s;
    emit segmentsChanged(size() - 1, size() - 1);
    tell(had_tail);
  } else if (first != std::string::npos) {
    Segment segment;
    segment.start_s = piece.start_s;
    segment.end_s = piece.end_s;
    segment.text = piece.text.substr(first);
    segment.window = piece.utterance;
    append(std::move(segment));
    utterance_open_ = true;
  }
  if (piece.closes) utterance_open_ = false;
}

void TranscriptDocument::set_tail(ProvisionalTail tail) {
  tail.continues = utterance_open_;
  if (tail == tail_ || (tail.text.isEmpty() && tail_.text.isEmpty())) return;
  tail_ = std::move(tail);
  tell(true);
}

void TranscriptDocument::finish(Transcript last) {
  const std::shared_ptr<const Transcript> before =
      std::exchange(transcript_, std::make_shared<Transcript>(std::move(last)));
  const std::vector<Segment>& old = before->segments;
  const std::vector<Segment>& segments = transcript_->segments;
  const std::size_t common = std::min(old.size(), segments.size());
  std::vector<SegmentId> ids = std::exchange(ids_, {});
  ids.resize(common);
  std::size_t same = common;  // rows before the first that differs in its text
  int first_marked = -1, last_marked = -1;
  for (std::size_t row = 0; row < common; ++row) {
    if (!same_text(old[row], segments[row])) {
      same = std::min(same, row);
      ids[row] = ++last_id_;
    } else if (row < same && !same_marks(old[row], segments[row])) {
      last_marked = static_cast<int>(row);
      if (first_marked < 0) first_marked = last_marked;
    }
  }
  const std::vector<SegmentId> more = new_ids(segments.size() - common);
  ids.insert(ids.end(), more.begin(), more.end());
  ids_ = std::move(ids);
  utterance_open_ = false;
  undo_stack_.clear();
  const bool had_tail = drop_tail();
  const int first_other = static_cast<int>(same);
  if (same < old.size()) {
    emit segmentsReplaced(first_other);
  } else if (same < segments.size()) {
    emit segmentsAppended(first_other);
  }
  if (first_marked >= 0) emit segmentsChanged(first_marked, last_marked);
  tell(had_tail);
}

void TranscriptDocument::end_early(const std::string& source) {
  utterance_open_ = false;
  const bool had_tail = drop_tail();
  Transcript& transcript = writable();
  if (transcript.source.empty()) transcript.source = source;
  if (transcript.duration_s <= 0.0 && !transcript.segments.empty())
    transcript.duration_s = transcript.segments.back().end_s;
  transcript.cancelled = true;
  tell(had_tail);
}

}  // namespace tilescribe::ui
