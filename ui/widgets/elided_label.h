// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace tilescribe::ui {

/// One line of text, shortened to fit. If it is shortened, the whole text is its tooltip; it is always its
/// accessible name.
class ElidedLabel : public QWidget {
  Q_OBJECT

 public:
  explicit ElidedLabel(Qt::TextElideMode mode, QWidget* parent = nullptr);

  QString text() const { return text_; }
  void set_text(const QString& text);
  void set_color(QPalette::ColorRole role);  // PlaceholderText: quiet; BrightText: an error

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void update_tool_tip();

  QString text_;
  Qt::TextElideMode mode_;
  QPalette::ColorRole role_ = QPalette::WindowText;
};

}  // namespace tilescribe::ui
