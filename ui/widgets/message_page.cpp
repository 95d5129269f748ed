// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/message_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

class MessagePage::Icon : public QWidget {
 public:
  explicit Icon(QWidget* parent) : QWidget(parent) { setFixedSize(44, 44); }
  void set(const QString& name, bool is_error) {
    name_ = name;
    is_error_ = is_error;
    update();
  }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    const ThemeColors& colors = colors_of(palette());
    paint_icon(painter, name_, rect(), is_error_ ? colors.error : colors.secondary);
  }

 private:
  QString name_;
  bool is_error_ = false;
};

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent),
      icon_(new Icon(this)),
      text_(new QLabel(this)),
      retry_(new QPushButton(this)),
      details_(new QPushButton(tr("Details…"), this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  text_->setObjectName(QStringLiteral("message"));
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  retry_->setObjectName(QStringLiteral("messageRetry"));
  retry_->setProperty("primary", true);
  details_->setObjectName(QStringLiteral("messageDetails"));
  connect(retry_, &QPushButton::clicked, this, &MessagePage::retryClicked);
  connect(details_, &QPushButton::clicked, this, &MessagePage::detailsClicked);

  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(10);
  buttons->addStretch();
  buttons->addWidget(retry_);
  buttons->addWidget(details_);
  buttons->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(48, 24, 48, 24);
  column->addStretch(2);
  column->addWidget(icon_, 0, Qt::AlignHCenter);
  column->addSpacing(10);
  column->addWidget(text_);
  column->addSpacing(14);
  column->addLayout(buttons);
  column->addStretch(3);
}

void MessagePage::show_message(const QString& icon, const QString& text, bool is_error,
                               const QString& retry) {
  icon_->set(icon, is_error);
  text_->setText(text);
  retry_->setText(retry);
  retry_->setVisible(!retry.isEmpty());
  details_->setVisible(is_error);
}

}  // namespace tilescribe::ui
