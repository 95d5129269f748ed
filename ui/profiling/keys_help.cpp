// SPDX-License-Identifier: Apache-2.0
#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QScrollArea>
#include <vector>

#include "ui/profiling/views.h"
#include "ui/shell/actions.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

struct Key {
  QString keys, what;
};

QString section(const QString& title, const std::vector<Key>& keys) {
  QString text =
      QStringLiteral("<p style='margin-top: 14px'><b>%1</b></p><table cellspacing='0' cellpadding='2'>")
          .arg(title);
  for (const Key& key : keys) {
    text += QStringLiteral("<tr><td width='160'>%1</td><td>%2</td></tr>").arg(key.keys, key.what);
  }
  return text + QStringLiteral("</table>");
}

}  // namespace

class KeysDialog : public QDialog {
  Q_DECLARE_TR_FUNCTIONS(tilescribe::ui::KeysDialog)

 public:
  KeysDialog(const QList<QAction*>& everywhere, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("keysDialog"));
    setWindowTitle(tr("Keys and mouse in the profiler"));
    auto* text = named("keysText", new QLabel(keys(everywhere), this));
    text->setTextFormat(Qt::RichText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    make_column(this, {20, 4, 20, 16}, 14, {{make_scrolled(text, windowTitle(), this), 1}, buttons});
    resize(fitted(*this, text->sizeHint() + QSize(60, 80)));
  }

 private:
  /// As rich text.
  static QString keys(const QList<QAction*>& everywhere) {
    std::vector<Key> of_actions;
    for (const QAction* action : everywhere)
      if (!action->isSeparator())
        of_actions.push_back({keys_of(*action).toHtmlEscaped(), bare_text(*action).toHtmlEscaped()});
    return section(tr("Timeline"),
                   {{tr("Left, right"), tr("To the previous or next one in the same row, with its details")},
                    {tr("Up, down"), tr("To what runs at that time in the row above or below")},
                    {tr("Home, End"), tr("To the first or last in the row")},
                    {tr("N, P"), tr("To the next or previous one in time within the selection, in any row")},
                    {tr("Enter, Space"), tr("Select its kernel or stage; with Ctrl, add it or remove it")},
                    {tr("Shift with an arrow"), tr("Move the view")},
                    {tr("Plus, minus"), tr("Zoom in or out")},
                    {tr("0"), tr("Show all of it")},
                    {tr("G"), tr("Go to the longest gap; again: to the next one")},
                    {tr("Esc"), tr("Select everything again")},
                    {tr("Wheel"), tr("Zoom around the pointer; with Shift, move")},
                    {tr("Drag"), tr("Move; in the ruler or with Shift, measure and select a time range")},
                    {tr("Click, double click"), tr("Select what is under the pointer; go there")}}) +
           section(tr("Flame"), {{tr("Arrows"), tr("Move from bar to bar")},
                                 {tr("Enter, Space"), tr("Select what the bar stands for")},
                                 {tr("Plus, minus"), tr("Zoom into the bar and out again")},
                                 {tr("Esc"), tr("Zoom out, then select everything")}}) +
           section(tr("Kernel table"),
                   {{tr("Up, down"), tr("Select the row above or below")},
                    {tr("Shift or Ctrl"), tr("With a click or an arrow: select several rows")},
                    {tr("Click on a heading"), tr("Sort by that column")}}) +
           section(tr("Everywhere"), of_actions);
  }
};

QDialog* make_keys_dialog(const QList<QAction*>& everywhere, QWidget* parent) {
  return new KeysDialog(everywhere, parent);
}

}  // namespace tilescribe::ui
