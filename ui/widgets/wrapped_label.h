// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QLabel>

namespace tilescribe::ui {

/// Words in as many lines as they need. Layouts ask for their height again and again, for the same few
/// widths, and QLabel lays them out each time: in pages inside pages that is hundreds of times for one
/// change. This one remembers. Its format, margins and indent are set before it is first laid out.
class WrappedLabel : public QLabel {
 public:
  explicit WrappedLabel(QWidget* parent = nullptr);
  explicit WrappedLabel(const QString& text, QWidget* parent = nullptr);

  int heightForWidth(int width) const override;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  mutable QString measured_;         // the text that has heights_
  mutable QHash<int, int> heights_;  // for each width, logical pixels
};

}  // namespace tilescribe::ui
