// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/message_page.h"

#include <QPushButton>

#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"

namespace tilescribe::ui {

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent),
      icon_(new ThemeIcon(44, &ThemeColors::secondary, {}, this)),
      text_(named("message", new WrappedLabel(this))),
      retry_(named("messageRetry", new QPushButton(this))),
      details_(named("messageDetails", new QPushButton(tr("Details…"), this))) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  text_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  retry_->setProperty("primary", true);
  connect(retry_, &QPushButton::clicked, this, &MessagePage::retryClicked);
  connect(details_, &QPushButton::clicked, this, &MessagePage::detailsClicked);

  QLayout* buttons = make_row(nullptr, {}, 10, {free_room(), retry_, details_, free_room()});
  make_column(this, {48, 24, 48, 24}, -1,
              {free_room(2),
               {icon_, 0, Qt::AlignHCenter},
               fixed_room(10),
               text_,
               fixed_room(14),
               buttons,
               free_room(3)});
}

void MessagePage::show_message(const QString& icon, const QString& text, bool is_error,
                               const QString& retry) {
  icon_->set(icon, is_error ? &ThemeColors::error : &ThemeColors::secondary);
  text_->setText(text);
  retry_->setText(retry);
  retry_->setVisible(!retry.isEmpty());
  details_->setVisible(is_error);
}

}  // namespace tilescribe::ui
