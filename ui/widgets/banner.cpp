// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/banner.h"

#include <QPushButton>
#include <QToolButton>

#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"

namespace tilescribe::ui {

Banner::Banner(const QString& icon, const QString& name, bool dismissible, QWidget* parent)
    : QFrame(parent), text_(new WrappedLabel(this)) {
  setObjectName(QStringLiteral("banner"));
  setAccessibleName(name);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  auto* picture = new ThemeIcon(20, &ThemeColors::on_notice, icon, this);
  row_ = make_row(this, {12, 8, 8, 8}, 10, {{picture, 0, Qt::AlignVCenter}, {text_, 1}});
  buttons_at_ = row_->count();
  if (dismissible) {
    QToolButton* close = make_tool_button("close", tr("Dismiss"), this);
    close->setObjectName(QStringLiteral("dismiss"));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Dismiss: %1").arg(name));
    row_->addWidget(close, 0, Qt::AlignVCenter);
    connect(close, &QToolButton::clicked, this, [this] {
      hide();
      emit dismissed();
    });
  }
  hide();
}

void Banner::set_text(const QString& text) {
  text_->setText(text);
  setAccessibleDescription(text);
}

QPushButton* Banner::add_button(const char* name, const QString& text) {
  auto* button = named(name, new QPushButton(text, this));
  row_->insertWidget(buttons_at_++, button, 0, Qt::AlignVCenter);
  return button;
}

}  // namespace tilescribe::ui
