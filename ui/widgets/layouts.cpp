// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/layouts.h"

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

}  // namespace tilescribe::ui
