// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/layouts.h"

#include <QAbstractScrollArea>
#include <QLabel>

namespace tilescribe::ui {

namespace {

template <class Layout>
Layout* filled(Layout* layout, const QMargins& margins, int spacing,
               std::initializer_list<LayoutItem> items) {
  layout->setContentsMargins(margins);
  layout->setSpacing(spacing);
  for (const LayoutItem& item : items) {
    if (item.widget != nullptr) {
      layout->addWidget(item.widget, item.stretch, item.alignment);
    } else if (item.layout != nullptr) {
      layout->addLayout(item.layout, item.stretch);
    } else if (item.gap > 0) {
      layout->addSpacing(item.gap);
    } else {
      layout->addStretch(item.stretch);
    }
  }
  return layout;
}

/// The widget at the beginning of a field.
QWidget* first_widget(QLayoutItem& field) {
  if (field.layout() == nullptr) return field.widget();
  QLayoutItem* const first = field.layout()->itemAt(0);
  return first == nullptr ? nullptr : first_widget(*first);
}

/// Where the first line of a field's text is, in its window's coordinates.
QRect first_line(const QWidget& field) {
  QRect line = field.geometry();
  const int text = field.fontMetrics().height();
  if (qobject_cast<const QLabel*>(&field) != nullptr) line.setHeight(text);
  if (const auto* scrolled = qobject_cast<const QAbstractScrollArea*>(&field)) {
    constexpr int text_margin = 4;  // of a text document
    line.setHeight(text + 2 * (scrolled->frameWidth() + text_margin));
  }
  return line;
}

}  // namespace

LayoutItem fixed_room(int pixels) {
  LayoutItem item;
  item.gap = pixels;
  return item;
}

LayoutItem free_room(int share) {
  LayoutItem item;
  item.stretch = share;
  return item;
}

QHBoxLayout* make_row(QWidget* parent, const QMargins& margins, int spacing,
                      std::initializer_list<LayoutItem> items) {
  return filled(new QHBoxLayout(parent), margins, spacing, items);
}

QVBoxLayout* make_column(QWidget* parent, const QMargins& margins, int spacing,
                         std::initializer_list<LayoutItem> items) {
  return filled(new QVBoxLayout(parent), margins, spacing, items);
}

FormLayout::FormLayout(QWidget* parent) : QFormLayout(parent) {
  setHorizontalSpacing(16);
  setVerticalSpacing(10);
  setFieldGrowthPolicy(AllNonFixedFieldsGrow);
}

void FormLayout::setGeometry(const QRect& place) {
  QFormLayout::setGeometry(place);
  for (int row = 0; row < rowCount(); ++row) {
    QLayoutItem* const label = itemAt(row, LabelRole);
    QLayoutItem* const field = itemAt(row, FieldRole);
    if (label == nullptr || field == nullptr || !isRowVisible(row)) continue;
    const QWidget* const first = first_widget(*field);
    if (first == nullptr) continue;
    const QRect line = first_line(*first);
    QRect own = label->geometry();
    own.setHeight(label->sizeHint().height());
    own.moveTop(line.top() + (line.height() - own.height()) / 2);
    label->setGeometry(own);
  }
}

}  // namespace tilescribe::ui
