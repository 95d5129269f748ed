// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>

#include "inference/api/capture.h"
#include "ui/recording/record_button.h"
#include "ui/recording/record_state.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace tilescribe::ui {

class Banner;
class ElidedLabel;
class LevelMeter;
class LiveTextView;
class MessagePage;
class SourcePicker;
class TranscriptDocument;

/// The page of a recording: before, while and after it is made. It shows what it is given and reports what
/// the user wants. At its bottom stand the source and its level, the big button with pause beside it, the
/// duration of the recording, and how far its text is behind.
class RecordPage : public QWidget {
  Q_OBJECT

 public:
  explicit RecordPage(QWidget* parent = nullptr);

  void set_state(const RecordState& state);
  const RecordState& state() const { return state_; }
  void set_sources(const SourceList& sources);
  /// The shortcuts of both actions, as people read them.
  void set_keys(const QString& record, const QString& pause);
  SourcePicker& picker() { return *picker_; }
  LiveTextView& text() { return *text_; }
  /// Where recordings are stored, and for how many days (0: forever).
  void set_keeping(const QString& folder, int days);
  /// The sentence that says so; HTML with links "folder" and "keep".
  static QString keeping_text(const QString& folder, int days);
  /// Recording could not start: the sentence stays until the next attempt.
  void set_start_problem(const QString& sentence);
  /// Adds a line to the quiet log below the text.
  void add_notice(const RecordingNotice& notice);
  /// A new recording begins, and is written into this document (null: none): removes the text and the notices
  /// of the last one.
  void begin(const std::shared_ptr<TranscriptDocument>& document);
  void focus_button() { record_->setFocus(); }

 signals:
  void recordClicked();  // starts or stops
  void pauseClicked();   // pauses or resumes
  void closeClicked();   // the page, not the recording
  void settingsClicked();
  void smallWindowClicked();
  void copyAllClicked();
  void folderClicked();
  void demoClicked();   // use the demo model
  void laterClicked();  // record now, transcribe later

 protected:
  void showEvent(QShowEvent* event) override;

 signals:
  void shown();

 private:
  QWidget* make_header();
  QLayout* make_transport();
  QToolButton* tool(const char* icon, const QString& text, void (RecordPage::*clicked)());
  void show_transport();
  void update_message();
  QString invitation() const;

  RecordState state_;
  SourceList sources_;
  QString start_problem_;
  QString record_keys_, pause_keys_;
  ElidedLabel* title_;
  ElidedLabel* remark_;
  QToolButton* copy_ = nullptr;
  Banner* trouble_;
  Banner* offer_;
  QPushButton* demo_ = nullptr;
  QStackedWidget* stack_;
  LiveTextView* text_;
  QMetaObject::Connection text_changes_;  // of the document that is shown
  MessagePage* message_;
  QPlainTextEdit* log_;
  SourcePicker* picker_;
  LevelMeter* meter_;
  RecordButton* record_;
  QPushButton* pause_;
  QLabel* elapsed_;
  QLabel* lag_;
  QLabel* keeping_;
};

}  // namespace tilescribe::ui
