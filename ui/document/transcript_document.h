// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/live.h"
#include "inference/api/segment_edit.h"
#include "inference/api/transcript.h"
#include "ui/document/text_search.h"

namespace tilescribe::ui {

using DocumentId = quint64;  // unique within a run of the program; 0: none
using SegmentId = quint64;   // unique within its document and never used again; 0: none

/// Text of the window or utterance that is being decoded. It follows the last segment, and is not final.
struct ProvisionalTail {
  QString text = {};  // empty: there is none
  double start_s = 0.0;
  int window = 0;          // or utterance, from 0
  bool continues = false;  // the last segment, which is not complete; the text brings the space between them
  bool operator==(const ProvisionalTail&) const = default;
};

/// What an edit did to a text: these segments stand in place of `removed` rows, from row `first` on. Whoever
/// has the same text has it again after doing so.
struct Correction {
  int first = 0;
  int removed = 0;
  std::vector<Segment> segments = {};

  void apply(std::vector<Segment>& to) const;
};

/// A transcript and its identity: while a job or a recording writes it, while it is shown, and while it is
/// edited. It is the only place on the GUI's side where the text is stored. Lives on the GUI thread.
class TranscriptDocument : public QObject {
  Q_OBJECT

 public:
  explicit TranscriptDocument(Transcript transcript = {});

  DocumentId id() const { return id_; }
  /// Rises with every change.
  quint64 revision() const { return revision_; }

  /// Everything but the tail. Valid until the next change.
  const Transcript& transcript() const { return *transcript_; }
  /// The same for another thread. It stays as it is; the document copies it if it changes meanwhile.
  std::shared_ptr<const Transcript> snapshot() const { return transcript_; }
  int size() const { return static_cast<int>(ids_.size()); }  // segments
  SegmentId segment_id(int row) const { return ids_.at(static_cast<std::size_t>(row)); }
  int row_of(SegmentId id) const;  // -1 if it is not there
  const ProvisionalTail& tail() const { return tail_; }
  /// Those who speak, in the order in which they begin.
  QStringList speakers() const;
  bool has_text() const { return !ids_.empty() || !tail_.text.isEmpty(); }
  /// The text of all segments as one paragraph.
  QString plain_text() const { return QString::fromStdString(transcript().text()); }
  /// The end of that: at most this many characters, starting at the beginning of a word.
  QString last_words(int count) const;

  // For what writes it:
  /// Starts again, with the text that is there already. The new segments have new ids.
  void begin(Transcript so_far = {});
  /// Takes the tail away if it belongs to the segment's window or an earlier one.
  void append(Segment segment);
  /// Appends words of a live session, one segment per utterance, and takes the tail away.
  void append_words(const LivePiece& piece);
  void set_tail(ProvisionalTail tail);
  /// Takes over the final transcript. Segments whose text was there before keep their ids.
  void finish(Transcript last);
  /// The writing ended without a final transcript: what is there is kept. `source` names the file.
  void end_early(const std::string& source);

  // For who corrects it, once it is written: begin() and finish() know nothing of corrections. Each is one
  // step of the undo stack, but letters that are typed or deleted one after the other are a step per word.
  // Unknown ids are ignored; positions are UTF-16 units.
  /// Replaces a segment's text.
  void edit(SegmentId id, const QString& text);
  /// Splits a segment at this position. Returns false if one half would have no text.
  bool split(SegmentId id, qsizetype at);
  /// Makes one segment of this row and the next. Returns where in its text the second begins; -1: there is
  /// none.
  qsizetype merge(int row);
  /// Where a segment's edge can go.
  EdgeRoom edge_room(int row, SegmentEdge which) const {
    return tilescribe::edge_room(transcript().segments, row, which, transcript().duration_s);
  }
  /// Moves the edge of a segment. Returns false where it can't go.
  bool move_edge(SegmentId id, SegmentEdge edge, double seconds);
  /// Takes segments away, but not all.
  bool remove(int first, int count);
  /// Replaces the texts of `count` rows, at least one, by any number of others.
  void replace(int first, int count, const QStringList& texts);
  /// Replaces every match, in one step. What has no text then goes. Returns how many there were.
  int replace_all(const TextSearch& search, const QString& with);
  /// Puts segments in the place of those in these rows, in ascending order, in one step.
  void rewrite(const std::vector<std::pair<int, Segment>>& segments);
  /// Gives a segment to a speaker (empty: it is not known who that is), or all segments of the same speaker.
  void name_speaker(SegmentId id, const QString& name, bool only_here);
  /// Gives every segment that rules changed the words back that the model wrote. Returns how many there were.
  int restore_heard();
  /// The end of somebody's work on a row: white space at the ends of its text goes, and so does a segment
  /// without text unless it is the last one. It belongs to the step before, where that was in the same row.
  void tidy(int row);
  /// Emptied when the document begins again or is finished.
  QUndoStack& undo_stack() { return undo_stack_; }

 signals:
  void segmentsAppended(int first);           // from this row on
  void segmentsChanged(int first, int last);  // other text or times in these rows, the same ids
  void segmentsReplaced(int first);           // from this row on there are other segments, or none
  void segmentsSpliced(int first, int removed, int inserted);  // in the middle: by an edit
  void tailChanged();
  void changed();  // after each of these: the revision has risen
  /// By an edit, or because one was undone; after `changed`. To be done in order.
  void corrected(const std::vector<tilescribe::ui::Correction>& corrections);

 private:
  struct Rows;
  struct Patch;
  class Edit;

  Transcript& writable();
  std::vector<SegmentId> new_ids(std::size_t count);
  Rows rows(int first, int count) const;
  Patch text_patch(int row, const std::string& text) const;
  void push(std::vector<Patch> patches);
  void apply(const std::vector<Patch>& patches, bool undo);
  Correction exchange(int first, const Rows& from, const Rows& to);
  bool drop_tail() { return !std::exchange(tail_, {}).text.isEmpty(); }  // whether there was one
  void tell(bool of_tail = false);

  const DocumentId id_;
  quint64 revision_ = 0;
  std::shared_ptr<Transcript> transcript_;  // with snapshots
  std::vector<SegmentId> ids_;              // of its segments
  SegmentId last_id_ = 0;
  ProvisionalTail tail_;
  bool utterance_open_ = false;  // more words of the last segment will come
  QUndoStack undo_stack_;
};

}  // namespace tilescribe::ui
