// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/keys_help.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>
#include <array>
#include <span>

namespace tilescribe::ui {

namespace {

struct Key {
  const char* keys;
  const char* what;
};

constexpr std::array<Key, 13> timeline_keys{{
    {QT_TRANSLATE_NOOP("KeysDialog", "Left, right"),
     QT_TRANSLATE_NOOP("KeysDialog", "To the previous or next one in the same row, with its details")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Up, down"),
     QT_TRANSLATE_NOOP("KeysDialog", "To what runs at that time in the row above or below")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Home, End"),
     QT_TRANSLATE_NOOP("KeysDialog", "To the first or last in the row")},
    {QT_TRANSLATE_NOOP("KeysDialog", "N, P"),
     QT_TRANSLATE_NOOP("KeysDialog", "To the next or previous one in time within the selection, in any row")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Enter, Space"),
     QT_TRANSLATE_NOOP("KeysDialog", "Select its kernel or stage; with Ctrl, add it or remove it")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Shift with an arrow"),
     QT_TRANSLATE_NOOP("KeysDialog", "Move the view")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Plus, minus"), QT_TRANSLATE_NOOP("KeysDialog", "Zoom in or out")},
    {QT_TRANSLATE_NOOP("KeysDialog", "0"), QT_TRANSLATE_NOOP("KeysDialog", "Show all of it")},
    {QT_TRANSLATE_NOOP("KeysDialog", "G"),
     QT_TRANSLATE_NOOP("KeysDialog", "Go to the longest gap; again: to the next one")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Esc"), QT_TRANSLATE_NOOP("KeysDialog", "Select everything again")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Wheel"),
     QT_TRANSLATE_NOOP("KeysDialog", "Zoom around the pointer; with Shift, move")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Drag"),
     QT_TRANSLATE_NOOP("KeysDialog", "Move; in the ruler or with Shift, measure and select a time range")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Click, double click"),
     QT_TRANSLATE_NOOP("KeysDialog", "Select what is under the pointer; go there")},
}};
constexpr std::array<Key, 4> flame_keys{{
    {QT_TRANSLATE_NOOP("KeysDialog", "Arrows"), QT_TRANSLATE_NOOP("KeysDialog", "Move from bar to bar")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Enter, Space"),
     QT_TRANSLATE_NOOP("KeysDialog", "Select what the bar stands for")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Plus, minus"),
     QT_TRANSLATE_NOOP("KeysDialog", "Zoom into the bar and out again")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Esc"),
     QT_TRANSLATE_NOOP("KeysDialog", "Zoom out, then select everything")},
}};
constexpr std::array<Key, 3> table_keys{{
    {QT_TRANSLATE_NOOP("KeysDialog", "Up, down"),
     QT_TRANSLATE_NOOP("KeysDialog", "Select the row above or below")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Shift or Ctrl"),
     QT_TRANSLATE_NOOP("KeysDialog", "With a click or an arrow: select several rows")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Click on a heading"),
     QT_TRANSLATE_NOOP("KeysDialog", "Sort by that column")},
}};
constexpr std::array<Key, 2> window_keys{{
    {QT_TRANSLATE_NOOP("KeysDialog", "Ctrl+1 to Ctrl+5"),
     QT_TRANSLATE_NOOP("KeysDialog", "The pages, from Overview to Compare")},
    {QT_TRANSLATE_NOOP("KeysDialog", "Ctrl+0"),
     QT_TRANSLATE_NOOP("KeysDialog", "Show everything: clear the selection")},
}};

QString translated(const char* text) {
  return QCoreApplication::translate("KeysDialog", text);
}

QString section(const QString& title, std::span<const Key> keys) {
  QString text =
      QStringLiteral("<p style='margin-top: 14px'><b>%1</b></p><table cellspacing='0' cellpadding='2'>")
          .arg(title);
  for (const Key& key : keys) {
    text += QStringLiteral("<tr><td width='160'>%1</td><td>%2</td></tr>")
                .arg(translated(key.keys), translated(key.what));
  }
  return text + QStringLiteral("</table>");
}

}  // namespace

QString keys_help() {
  return section(translated("Timeline"), timeline_keys) + section(translated("Flame"), flame_keys) +
         section(translated("Kernel table"), table_keys) + section(translated("Everywhere"), window_keys);
}

KeysDialog::KeysDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("keysDialog"));
  setWindowTitle(tr("Keys and mouse in the profiler"));
  auto* text = new QLabel(keys_help(), this);
  text->setTextFormat(Qt::RichText);
  text->setObjectName(QStringLiteral("keysText"));
  text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 4, 20, 16);
  column->setSpacing(14);
  column->addWidget(text, 1);
  column->addWidget(buttons);
}

}  // namespace tilescribe::ui
