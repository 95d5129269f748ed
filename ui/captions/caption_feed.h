// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "ui/document/transcript_document.h"

namespace tilescribe::ui {

/// What is said in a live document, as captions need it: the words that have become fixed, what follows them
/// for now, and when there was a long pause. Words that are told once are never taken back.
class CaptionFeed : public QObject {
  Q_OBJECT

 public:
  explicit CaptionFeed(QObject* parent = nullptr);

  /// Follows this document from now on, beginning with the last words that it has; null: none.
  void follow(std::shared_ptr<TranscriptDocument> document);
  /// Tells of no more words of it. Those that were told stay until they have been read.
  void let_go();
  /// So long a time without a new word is a pause, milliseconds; 0: no pause is told of.
  void set_pause(int milliseconds);
  /// Whether something else is to be read after the words. Then a pause is told of in any case.
  void set_more_to_read(bool more);
  /// How long words that nothing follows are read, milliseconds.
  int reading_ms() const;

 signals:
  void appended(const QString& text);  // fixed, with the space before it
  void tailChanged(const QString& text);
  void cleared();  // a pause, or another document

 private:
  void read();
  void told();

  std::shared_ptr<TranscriptDocument> document_;
  int row_ = -1;  // the last one that was told
  QString seen_;  // of its text
  int pause_ms_ = 0;
  bool more_to_read_ = false;
  QTimer pause_;
};

}  // namespace tilescribe::ui
