// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>

#include "ui/document/text_search.h"

class QLineEdit;
class QPushButton;
class QToolButton;

namespace tilescribe::ui {

class TranscriptView;

/// Search in the transcript: Enter goes to the next match, Shift+Enter to the previous one, Escape closes.
/// Below it, what takes the place of the matches, where the transcript can be corrected.
class FindBar : public QFrame {
  Q_OBJECT

 public:
  explicit FindBar(TranscriptView& view, QWidget* parent = nullptr);

  void open();  // uses the selected text, if any
  void open_to_replace();
  void close_bar();
  /// Whether matches can be replaced.
  void set_editable(bool editable);
  QString result() const { return result_->text(); }  // "3 matches", as shown

 signals:
  /// Every match of these is to be replaced.
  void replaceAllRequested(const tilescribe::ui::SearchTerms& terms, const QString& with);
  /// The same in all transcripts; nothing has been looked for yet.
  void everywhereRequested(const tilescribe::ui::SearchTerms& terms, const QString& with);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QToolButton* make_switch(const char* name, const QString& text, const QString& tip);
  void show_replace(bool shown);
  SearchTerms terms() const;
  void search(bool backwards, bool from_selection_start);
  void count();
  void count_on();
  void replace_one();

  TranscriptView& view_;
  QLineEdit* text_;
  QToolButton* cases_;
  QToolButton* regular_;
  QLabel* result_;
  QLineEdit* with_;
  QPushButton* replace_;
  QPushButton* replace_all_;
  QPushButton* everywhere_;
  bool editable_ = false;
  bool replaces_ = false;  // the second row was asked for
  // Counting goes on where it stopped, so that a long transcript holds nothing up.
  QTimer count_timer_;
  TextSearch counted_;
  int counted_blocks_ = 0;
  int matches_ = 0;
};

}  // namespace tilescribe::ui
