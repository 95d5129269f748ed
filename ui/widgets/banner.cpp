// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

/// A line icon in the banner's own text colour.
class BannerIcon : public QWidget {
 public:
  BannerIcon(QString name, QWidget* parent) : QWidget(parent), name_(std::move(name)) {
    setFixedSize(20, 20);
  }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    paint_icon(painter, name_, rect(), colors_of(palette()).on_notice);
  }

 private:
  QString name_;
};

}  // namespace

Banner::Banner(const QString& icon, const QString& name, bool dismissible, QWidget* parent)
    : QFrame(parent), text_(new QLabel(this)), row_(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("banner"));
  setAccessibleName(name);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  row_->setContentsMargins(12, 8, 8, 8);
  row_->setSpacing(10);
  row_->addWidget(new BannerIcon(icon, this), 0, Qt::AlignVCenter);
  row_->addWidget(text_, 1);
  buttons_at_ = row_->count();
  if (dismissible) {
    auto* close = new QToolButton(this);
    close->setIcon(line_icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::StrongFocus);
    close->setToolTip(tr("Dismiss"));
    close->setAccessibleName(tr("Dismiss: %1").arg(name));
    row_->addWidget(close, 0, Qt::AlignVCenter);
    connect(close, &QToolButton::clicked, this, [this] {
      hide();
      emit dismissed();
    });
  }
  hide();
}

QString Banner::text() const {
  return text_->text();
}

void Banner::set_text(const QString& text) {
  text_->setText(text);
  setAccessibleDescription(text);
}

QPushButton* Banner::add_button(const char* name, const QString& text) {
  auto* button = new QPushButton(text, this);
  button->setObjectName(QLatin1String(name));
  row_->insertWidget(buttons_at_++, button, 0, Qt::AlignVCenter);
  return button;
}

}  // namespace tilescribe::ui
