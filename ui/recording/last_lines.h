// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>

namespace tilescribe::ui {

/// The last two lines of a text that grows, provisional words lighter and slanted as on the record page.
class LastLines : public QWidget {
  Q_OBJECT

 public:
  explicit LastLines(QWidget* parent = nullptr);

  /// `provisional` follows right behind `fixed`, with the space between them. `fixed` may be the end of a
  /// longer text: a few hundred characters are enough.
  void set_text(const QString& fixed, const QString& provisional);
  /// What to say while there is no text.
  void set_hint(const QString& hint);
  /// The lines as painted, oldest first; at most two.
  QStringList lines() const;

  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString fixed_;
  QString provisional_;
  QString hint_;
};

}  // namespace tilescribe::ui
