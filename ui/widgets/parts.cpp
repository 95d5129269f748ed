// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/parts.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFrame>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include "ui/theme/icons.h"
#include "ui/widgets/wrapped_label.h"

namespace tilescribe::ui {

QFrame* make_hairline(QWidget* parent) {
  auto* line = named("hairline", new QFrame(parent));
  line->setFixedHeight(1);
  return line;
}

namespace {

/// A form gives a QLabel at least the height of its hint, which is for narrow lines. This one asks for what
/// its words need in the width that they get.
class Note : public WrappedLabel {
 public:
  using WrappedLabel::WrappedLabel;
  QSize sizeHint() const override { return {WrappedLabel::sizeHint().width(), fontMetrics().height()}; }
};

}  // namespace

QLabel* make_note(const QString& text, QWidget* parent) {
  auto* note = new Note(text, parent);
  note->setProperty("quiet", true);
  note->setAlignment(Qt::AlignTop | Qt::AlignLeft);  // directly under what it explains
  return note;
}

QToolButton* make_tool_button(const char* icon, const QString& text, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(line_icon(QLatin1String(icon)));
  button->setFocusPolicy(Qt::StrongFocus);
  button->setToolTip(text);
  button->setAccessibleName(text);
  return button;
}

QDialogButtonBox* make_apply_buttons(QDialog* dialog) {
  auto* buttons = new QDialogButtonBox(dialog);
  auto* apply = new QPushButton(QCoreApplication::translate("ApplyButtons", "Apply"), dialog);
  apply->setObjectName(QStringLiteral("apply"));
  apply->setProperty("primary", true);  // before the box polishes it
  buttons->addButton(apply, QDialogButtonBox::AcceptRole);
  buttons->addButton(QCoreApplication::translate("ApplyButtons", "Cancel"), QDialogButtonBox::RejectRole);
  apply->setDefault(true);
  QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  return buttons;
}

QScrollArea* make_scrolled(QLabel* text, const QString& accessible_name, QWidget* parent) {
  auto* scroll = new QScrollArea(parent);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setWidget(text);
  scroll->setAccessibleName(accessible_name);
  return scroll;
}

void make_listing(QPlainTextEdit& page) {
  page.setReadOnly(true);
  page.setTabChangesFocus(true);
  page.setFrameShape(QFrame::NoFrame);
  page.setLineWrapMode(QPlainTextEdit::NoWrap);
  page.document()->setDocumentMargin(page_margin);
  page.setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
}

void paint_row_box(QPainter& painter, const QRect& box, const ThemeColors& colors, bool chosen,
                   bool pointed_at, bool focused) {
  if (chosen || pointed_at) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(chosen ? colors.selected_row : colors.base);
    painter.drawRoundedRect(box, 8, 8);
  }
  if (!focused) return;
  painter.setPen(QPen(colors.accent, 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(box).adjusted(0.75, 0.75, -0.75, -0.75), 8, 8);
}

void paint_elided(QPainter& painter, const QRect& place, const QString& text, Qt::TextElideMode mode) {
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                   painter.fontMetrics().elidedText(text, mode, place.width()));
}

ThemeIcon::ThemeIcon(int size, Color color, const QString& name, QWidget* parent)
    : QWidget(parent), name_(name), color_(color) {
  setFixedSize(size, size);
}

void ThemeIcon::set(const QString& name, Color color) {
  name_ = name;
  color_ = color;
  update();
}

void ThemeIcon::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  paint_icon(painter, name_, rect(), colors_of(palette()).*color_);
}

}  // namespace tilescribe::ui
