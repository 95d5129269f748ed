// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace tilescribe::ui {

class ThemeIcon;

/// A message in place of the text: an icon, a line, and a button if something can be done.
class MessagePage : public QWidget {
  Q_OBJECT

 public:
  explicit MessagePage(QWidget* parent = nullptr);

  /// `retry` is the text of its button; empty: no button.
  void show_message(const QString& icon, const QString& text, bool is_error = false,
                    const QString& retry = {});

 signals:
  void retryClicked();
  void detailsClicked();

 private:
  ThemeIcon* icon_;
  QLabel* text_;
  QPushButton* retry_;
  QPushButton* details_;
};

}  // namespace tilescribe::ui
