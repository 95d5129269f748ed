// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QLabel>

class QHBoxLayout;
class QPushButton;

namespace tilescribe::ui {

/// A message across the window that stays until it is dismissed or no longer applies.
class Banner : public QFrame {
  Q_OBJECT

 public:
  Banner(const QString& icon, const QString& name, bool dismissible, QWidget* parent = nullptr);

  QString text() const { return text_->text(); }
  void set_text(const QString& text);
  /// `name`: its object name.
  QPushButton* add_button(const char* name, const QString& text);

 signals:
  void dismissed();

 private:
  QLabel* text_;
  QHBoxLayout* row_;
  int buttons_at_ = 0;  // where the next button is inserted
};

}  // namespace tilescribe::ui
