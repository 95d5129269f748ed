// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

class QWidget;

namespace tilescribe::test {

/// A text that a user meets, and where: "StageBar.accessibleName", "StageBar painted".
struct SeenText {
  QString text, where;
  bool painted = false;  // perhaps only a part: of a line, or before an ellipsis
};

/// Every text of a window and of what is in it: properties, actions, models with their tool tips, tool tips
/// that are made when they are asked for, and what widgets of ours paint. Hidden widgets count, too, but
/// paint nothing.
QList<SeenText> seen_texts(QWidget& window);

}  // namespace tilescribe::test
