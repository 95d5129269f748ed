// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;
class QToolButton;

namespace tilescribe::ui {

class TranscriptView;

/// Search in the transcript: Enter goes to the next match, Shift+Enter to the previous one, Escape closes.
class FindBar : public QFrame {
  Q_OBJECT

 public:
  explicit FindBar(TranscriptView& view, QWidget* parent = nullptr);

  void open();  // uses the selected text, if any
  void close_bar();
  QString result() const;  // "3 matches", as shown

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void search(bool backwards, bool from_selection_start);
  void count();

  TranscriptView& view_;
  QLineEdit* text_;
  QLabel* result_;
};

}  // namespace tilescribe::ui
