// SPDX-License-Identifier: Apache-2.0
#include "tests/support/window_flaws.h"

#include <QAbstractButton>
#include <QLabel>
#include <QtTest>

#include "tests/support/patience.h"

namespace tilescribe::test {
namespace {

QString described(const QWidget* widget) {
  const auto* label = qobject_cast<const QLabel*>(widget);
  const auto* button = qobject_cast<const QAbstractButton*>(widget);
  return QStringLiteral("%1 '%2' %3")
      .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
           label != nullptr    ? label->text()
           : button != nullptr ? button->text()
                               : QString());
}

/// What a widget does with its own parts is its own business.
bool is_opaque(const QWidget* widget) {
  return widget->inherits("QAbstractScrollArea") || widget->inherits("QLineEdit") ||
         widget->inherits("QComboBox") || widget->inherits("QAbstractSpinBox");
}

/// The first flaw found in the layout of a window; empty: none.
QString flaw_in(const QWidget& parent) {
  QList<QWidget*> children;
  for (auto* child : parent.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    // A splitter's handle is wider than it looks, to be caught with the mouse.
    if (child->isVisible() && !child->isWindow() && !child->inherits("QSplitterHandle"))
      children.append(child);
  }
  for (qsizetype i = 0; i < children.size(); ++i) {
    const QWidget* child = children[i];
    if (!parent.rect().contains(child->geometry()))
      return described(child) + QStringLiteral(" sticks out of ") + described(&parent);
    for (qsizetype j = i + 1; j < children.size(); ++j) {
      if (child->geometry().intersects(children[j]->geometry())) {
        return described(child) + QStringLiteral(" overlaps ") + described(children[j]);
      }
    }
    if (child->inherits("QAbstractButton")) {
      const QSize wanted = child->sizeHint();
      if (child->width() < wanted.width() || child->height() < wanted.height())
        return described(child) + QStringLiteral(" is cut");
    }
    if (const auto* label = qobject_cast<const QLabel*>(child)) {
      const int needed =
          label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
      if (label->height() < needed || (!label->wordWrap() && label->width() < label->sizeHint().width())) {
        return described(child) + QStringLiteral(" is cut");
      }
    }
    if (is_opaque(child)) continue;
    if (QString inside = flaw_in(*child); !inside.isEmpty()) return inside;
  }
  return {};
}

}  // namespace

QString flaw_after_layout(const QWidget& window) {
  QString flaw;
  const auto none = [&] { return (flaw = flaw_in(window)).isEmpty(); };
  return QTest::qWaitFor(none, patience_ms) ? QString() : flaw;
}

}  // namespace tilescribe::test
