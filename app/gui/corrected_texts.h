// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <set>

#include "app/gui/transcript_store.h"
#include "ui/document/transcript_document.h"

namespace tilescribe {

/// Keeps what is corrected: every edit is in the transcript's file within two seconds. The store's thread has
/// a copy of each text that is corrected, and does the edits to it as they come. So the document is copied
/// once, and each file is replaced as a whole.
class CorrectedTexts : public QObject {
  Q_OBJECT

 public:
  explicit CorrectedTexts(TranscriptStore& store);

  /// From now on, corrections of the document go to this file. What goes to another stays there.
  void follow(const std::shared_ptr<ui::TranscriptDocument>& document, const std::shared_ptr<KeptText>& kept);
  /// A text was read from this file: whatever went there before gets a new file when it is corrected again.
  void release(const QString& path);
  /// The file is about to be deleted: what is corrected is written once more, and nothing after that.
  void let_go(const QString& path);
  /// The document whose file this is, as far as the GUI thread knows; 0: none.
  ui::DocumentId document_of(const QString& path) const;
  /// What is to go to this file and is not known to be there; null: nothing. Its text is newer than the file,
  /// and whoever else writes the file takes over this.
  std::shared_ptr<KeptText> unsaved(const QString& path) const;
  /// The file of a document, as far as the GUI thread knows; empty: none.
  QString path_of(ui::DocumentId id) const;
  /// Writes what is not written yet. The store's flush() waits for it.
  void flush() { write_due(true); }
  /// Whether something is not written yet.
  bool unwritten() const { return !writing_.empty() || due(); }
  /// Whether the last attempt to write one of the texts failed.
  bool failing() const { return !failed_.empty(); }

 signals:
  /// Something can't be written. It is tried again; this tells the first time alone, until it works.
  void failed(const tilescribe::Failure& failure);
  void failingChanged();

 private:
  struct Text {
    std::shared_ptr<KeptText> kept;
    bool copied = false;  // the store's thread has it
    bool due = false;     // it has corrections that are not written
  };

  void correct(ui::TranscriptDocument& document, const std::vector<ui::Correction>& corrections);
  /// Whether something is to be written, for the first time or again.
  bool due() const;
  void write_due(bool also_writing);  // also: what has changed since its writing began
  void write(const std::shared_ptr<KeptText>& kept);
  void written(const std::shared_ptr<KeptText>& kept, const std::optional<Failure>& failure);

  TranscriptStore& store_;
  std::map<ui::DocumentId, Text> texts_;
  std::set<std::shared_ptr<KeptText>> writing_;
  std::set<std::shared_ptr<KeptText>> failed_;  // also of documents that are gone, or have another file
  QTimer timer_;
};

}  // namespace tilescribe
