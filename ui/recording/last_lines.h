// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>

namespace tilescribe::ui {

/// The last two lines of a growing text. Provisional words are lighter and italic, as on the record page.
class LastLines : public QWidget {
  Q_OBJECT

 public:
  explicit LastLines(QWidget* parent = nullptr);

  /// `provisional` directly follows `fixed` and includes the space between them. `fixed` may be the end of a
  /// longer text; a few hundred characters are enough.
  void set_text(const QString& fixed, const QString& provisional);
  /// Text to show while there is no other.
  void set_hint(const QString& hint);
  /// The painted lines, oldest first; at most two.
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
