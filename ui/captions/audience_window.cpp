// SPDX-License-Identifier: Apache-2.0
#include "ui/captions/audience_window.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScreen>
#include <algorithm>

#include "ui/captions/caption_view.h"

namespace tilescribe::ui {

constexpr double margin_share = 0.06;  // of the width, on each side

AudienceWindow::AudienceWindow() : QWidget(nullptr, Qt::Window), view_(new CaptionView(this)) {
  setObjectName(QStringLiteral("audienceWindow"));
  setWindowTitle(tr("Captions for the audience"));
  setAttribute(Qt::WA_QuitOnClose, false);
  setCursor(Qt::BlankCursor);
  view_->set_filled(false);
  // Otherwise the desktop would move it to another screen, in front of what is worked on there.
  connect(qGuiApp, &QGuiApplication::screenRemoved, this, [this](const QScreen* gone) {
    if (isVisible() && screen() == gone) close();
  });
}

void AudienceWindow::set_style(const CaptionStyle& style) {
  style_ = style;
  fit();
  update();
}

void AudienceWindow::show_on(QScreen* screen) {
  // A window in full screen stays where it is.
  if (isVisible() && this->screen() != screen) hide();
  setScreen(screen);
  setGeometry(screen->geometry());
  showFullScreen();
  activateWindow();
}

/// In the middle of the screen.
void AudienceWindow::fit() {
  CaptionStyle style = style_;
  view_->set_style(style);
  style.lines = std::min(style.lines, view_->lines_in(height()));
  view_->set_style(style);
  const int margin = static_cast<int>(width() * margin_share);
  const int tall = view_->sizeHint().height();
  view_->setGeometry(margin, std::max(0, (height() - tall) / 2), width() - 2 * margin, tall);
}

void AudienceWindow::paintEvent(QPaintEvent* /*event*/) {
  QPainter(this).fillRect(rect(), caption_ink(style_.colors).background);
}

void AudienceWindow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void AudienceWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    close();
  } else {
    QWidget::keyPressEvent(event);
  }
}

void AudienceWindow::closeEvent(QCloseEvent* event) {
  QWidget::closeEvent(event);
  emit left();
}

}  // namespace tilescribe::ui
