// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/keys_help.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>
#include <array>
#include <span>

#include "ui/profiling/profiling_texts.h"

namespace tilescribe::ui {

namespace {

struct Key {
  const char* keys;
  const char* what;
};

constexpr std::array<Key, 13> timeline_keys{{
    {QT_TRANSLATE_NOOP("Profiling", "Left, right"),
     QT_TRANSLATE_NOOP("Profiling", "To the previous or next one in the same row, with its details")},
    {QT_TRANSLATE_NOOP("Profiling", "Up, down"),
     QT_TRANSLATE_NOOP("Profiling", "To what runs at that time in the row above or below")},
    {QT_TRANSLATE_NOOP("Profiling", "Home, End"),
     QT_TRANSLATE_NOOP("Profiling", "To the first or last in the row")},
    {QT_TRANSLATE_NOOP("Profiling", "N, P"),
     QT_TRANSLATE_NOOP("Profiling", "To the next or previous one in time within the selection, in any row")},
    {QT_TRANSLATE_NOOP("Profiling", "Enter, Space"),
     QT_TRANSLATE_NOOP("Profiling", "Select its kernel or stage; with Ctrl, add it or remove it")},
    {QT_TRANSLATE_NOOP("Profiling", "Shift with an arrow"), QT_TRANSLATE_NOOP("Profiling", "Move the view")},
    {QT_TRANSLATE_NOOP("Profiling", "Plus, minus"), QT_TRANSLATE_NOOP("Profiling", "Zoom in or out")},
    {QT_TRANSLATE_NOOP("Profiling", "0"), QT_TRANSLATE_NOOP("Profiling", "Show all of it")},
    {QT_TRANSLATE_NOOP("Profiling", "G"),
     QT_TRANSLATE_NOOP("Profiling", "Go to the longest gap; again: to the next one")},
    {QT_TRANSLATE_NOOP("Profiling", "Esc"), QT_TRANSLATE_NOOP("Profiling", "Select everything again")},
    {QT_TRANSLATE_NOOP("Profiling", "Wheel"),
     QT_TRANSLATE_NOOP("Profiling", "Zoom around the pointer; with Shift, move")},
    {QT_TRANSLATE_NOOP("Profiling", "Drag"),
     QT_TRANSLATE_NOOP("Profiling", "Move; in the ruler or with Shift, measure and select a time range")},
    {QT_TRANSLATE_NOOP("Profiling", "Click, double click"),
     QT_TRANSLATE_NOOP("Profiling", "Select what is under the pointer; go there")},
}};
constexpr std::array<Key, 4> flame_keys{{
    {QT_TRANSLATE_NOOP("Profiling", "Arrows"), QT_TRANSLATE_NOOP("Profiling", "Move from bar to bar")},
    {QT_TRANSLATE_NOOP("Profiling", "Enter, Space"),
     QT_TRANSLATE_NOOP("Profiling", "Select what the bar stands for")},
    {QT_TRANSLATE_NOOP("Profiling", "Plus, minus"),
     QT_TRANSLATE_NOOP("Profiling", "Zoom into the bar and out again")},
    {QT_TRANSLATE_NOOP("Profiling", "Esc"),
     QT_TRANSLATE_NOOP("Profiling", "Zoom out, then select everything")},
}};
constexpr std::array<Key, 3> table_keys{{
    {QT_TRANSLATE_NOOP("Profiling", "Up, down"),
     QT_TRANSLATE_NOOP("Profiling", "Select the row above or below")},
    {QT_TRANSLATE_NOOP("Profiling", "Shift or Ctrl"),
     QT_TRANSLATE_NOOP("Profiling", "With a click or an arrow: select several rows")},
    {QT_TRANSLATE_NOOP("Profiling", "Click on a heading"),
     QT_TRANSLATE_NOOP("Profiling", "Sort by that column")},
}};
constexpr std::array<Key, 3> window_keys{{
    {QT_TRANSLATE_NOOP("Profiling", "Ctrl+1 to Ctrl+5"),
     QT_TRANSLATE_NOOP("Profiling", "The pages, from Overview to Compare")},
    {QT_TRANSLATE_NOOP("Profiling", "Ctrl+0"),
     QT_TRANSLATE_NOOP("Profiling", "Show everything: clear the selection")},
    {QT_TRANSLATE_NOOP("Profiling", "Alt+Left, Alt+Right"),
     QT_TRANSLATE_NOOP("Profiling", "To the selection before, and forward again")},
}};

QString section(const QString& title, std::span<const Key> keys) {
  QString text =
      QStringLiteral("<p style='margin-top: 14px'><b>%1</b></p><table cellspacing='0' cellpadding='2'>")
          .arg(title);
  for (const Key& key : keys) {
    text += QStringLiteral("<tr><td width='160'>%1</td><td>%2</td></tr>")
                .arg(ProfilingTexts::tr(key.keys), ProfilingTexts::tr(key.what));
  }
  return text + QStringLiteral("</table>");
}

}  // namespace

QString keys_help() {
  return section(ProfilingTexts::tr("Timeline"), timeline_keys) +
         section(ProfilingTexts::tr("Flame"), flame_keys) +
         section(ProfilingTexts::tr("Kernel table"), table_keys) +
         section(ProfilingTexts::tr("Everywhere"), window_keys);
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
