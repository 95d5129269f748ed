// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBoxLayout>
#include <QFormLayout>
#include <initializer_list>

namespace tilescribe::ui {

/// What stands in a row or a column: a widget, a layout, or empty room.
struct LayoutItem {
  LayoutItem() = default;
  LayoutItem(QWidget* shown, int share = 0, Qt::Alignment where = {})
      : widget(shown), stretch(share), alignment(where) {}
  LayoutItem(QLayout* nested, int share = 0) : layout(nested), stretch(share) {}

  QWidget* widget = nullptr;
  QLayout* layout = nullptr;
  int stretch = 0;  // its share of the room that is left
  Qt::Alignment alignment;
  int gap = 0;  // empty room, logical pixels
};

LayoutItem fixed_room(int pixels);    // so much empty room
LayoutItem free_room(int share = 1);  // all that is left, shared with what else takes it

/// A layout with these items. It becomes that of `parent`; null: it goes into another layout. Margins and
/// spacing are logical pixels; a spacing of -1 is the style's.
QHBoxLayout* make_row(QWidget* parent, const QMargins& margins, int spacing,
                      std::initializer_list<LayoutItem> items);
QVBoxLayout* make_column(QWidget* parent, const QMargins& margins, int spacing,
                         std::initializer_list<LayoutItem> items);

/// Rows of a label and a field that takes the room beside it. A label stands at the height of its field's
/// text, in a taller field at that of the first line.
class FormLayout : public QFormLayout {
 public:
  explicit FormLayout(QWidget* parent = nullptr);
  void setGeometry(const QRect& place) override;
};

}  // namespace tilescribe::ui
