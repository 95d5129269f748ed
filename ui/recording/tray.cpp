// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/tray.h"

#include <QPainter>

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

/// The application's icon, with a red dot in its corner.
QIcon live_icon() {
  QIcon icon;
  for (const int size : {16, 22, 32, 64}) {
    QPixmap picture = application_icon().pixmap(size, size);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = size * 0.5;
    painter.setPen(QPen(Qt::white, size / 16.0));
    painter.setBrush(theme_colors(false).record);
    painter.drawEllipse(QRectF(size - side - 0.5, size - side - 0.5, side - 0.5, side - 0.5));
    painter.end();
    icon.addPixmap(picture);
  }
  return icon;
}

}  // namespace

Tray::Tray(QObject* parent)
    : QObject(parent), icon_(application_icon()), record_(menu_.addAction(QString())) {
  record_->setObjectName(QStringLiteral("trayRecord"));
  QAction* show_window = menu_.addAction(tr("Show Tilescribe"));
  line_ = menu_.addSeparator();
  QAction* quit = menu_.addAction(tr("Quit"));
  icon_.setContextMenu(&menu_);
  connect(record_, &QAction::triggered, this, &Tray::recordClicked);
  connect(show_window, &QAction::triggered, this, &Tray::showClicked);
  connect(quit, &QAction::triggered, this, &Tray::quitClicked);
  connect(&icon_, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
    if (reason == QSystemTrayIcon::Trigger) emit showClicked();
  });
  connect(&icon_, &QSystemTrayIcon::messageClicked, this, &Tray::showClicked);
  set_state({});
}

void Tray::show() {
  shown_ = true;
  if (QSystemTrayIcon::isSystemTrayAvailable()) icon_.show();
}

void Tray::tell(const QString& title, const QString& text) {
  icon_.showMessage(title, text, application_icon());
  emit told(text);
}

void Tray::set_state(const RecordState& state) {
  const bool live = takes_sound(state.phase);
  record_->setText(live ? tr("Stop recording") : tr("Start recording"));
  record_->setEnabled(state.phase != RecordPhase::starting);
  const QString phase = phase_text(state.phase);
  icon_.setToolTip(phase.isEmpty() ? tr("Tilescribe")
                                   : tr("Tilescribe: %1, %2").arg(phase, clock_text(state.elapsed_s)));
  if (live == live_) return;
  live_ = live;
  icon_.setIcon(live ? live_icon() : application_icon());
}

}  // namespace tilescribe::ui
