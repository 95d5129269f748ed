// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/small_window.h"

#include <QCursor>
#include <QGuiApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QScreen>
#include <QToolButton>
#include <QWindow>

#include "ui/format.h"
#include "ui/recording/last_lines.h"
#include "ui/recording/level_meter.h"
#include "ui/recording/record_button.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

constexpr int window_width = 420;  // logical pixels
constexpr int from_edge = 24;      // distance from the screen's edge, if no place is stored

SmallWindow::SmallWindow(Settings& settings)
    : QWidget(nullptr,
              Qt::Tool | Qt::FramelessWindowHint | Qt::WindowStaysOnTopHint | Qt::WindowDoesNotAcceptFocus),
      settings_(settings),
      record_(new RecordButton(34, this)),
      elapsed_(named("smallElapsed", new QLabel(clock_text(0.0), this))),
      note_(new QLabel(this)),
      meter_(new LevelMeter(this)),
      lines_(new LastLines(this)) {
  setObjectName(QStringLiteral("smallWindow"));
  setAttribute(Qt::WA_ShowWithoutActivating);
  setAttribute(Qt::WA_QuitOnClose, false);
  setToolTip(tr("Drag to move, double-click to show the record page"));
  setFixedWidth(window_width);
  elapsed_->setFont(heading_font(elapsed_->font()));
  note_->setProperty("quiet", true);
  meter_->setMinimumWidth(80);
  lines_->set_hint(tr("The last two lines appear here."));
  QToolButton* close = make_tool_button("close", tr("Hide this window. A recording continues."), this);
  QLayout* head = make_row(nullptr, {}, 12, {record_, elapsed_, {meter_, 1}, note_, close});
  make_column(this, {14, 10, 10, 12}, 8, {head, lines_});
  connect(record_, &RecordButton::clicked, this, &SmallWindow::recordClicked);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
}

void SmallWindow::set_state(const RecordState& state) {
  const QString phase = phase_text(state.phase);
  setWindowTitle(phase.isEmpty() ? tr("Tilescribe") : tr("Tilescribe: %1").arg(phase));
  record_->set_stops(takes_sound(state.phase));
  elapsed_->setText(clock_text(state.elapsed_s));
  meter_->set_level(state.phase == RecordPhase::recording ? state.level : SoundLevel{});
  note_->setText(state.phase == RecordPhase::recording ? lag_text(state.lag_s) : phase);
}

void SmallWindow::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  painter.fillRect(rect(), colors.base);
  painter.setPen(palette().color(QPalette::Dark));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void SmallWindow::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  caught_ = true;
  grip_ = event->position().toPoint();
  // Lets the desktop move it if possible (required on Wayland).
  if (windowHandle() != nullptr && windowHandle()->startSystemMove()) grip_ = {};
}

void SmallWindow::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton) && !grip_.isNull())
    move(event->globalPosition().toPoint() - grip_);
}

void SmallWindow::moveEvent(QMoveEvent* event) {
  QWidget::moveEvent(event);
  dragged_ = dragged_ || caught_;  // desktops also move windows by themselves
}

void SmallWindow::showEvent(QShowEvent* event) {
  if (!event->spontaneous()) place();
  QWidget::showEvent(event);
}

void SmallWindow::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  if (dragged_) settings_.small_window.set(pos());
  caught_ = dragged_ = false;
}

/// Goes to where it was dragged, if that is on a screen; else to the lower right corner of the current
/// screen, above the desktop's panel.
void SmallWindow::place() {
  adjustSize();
  const std::optional<QPoint> kept = settings_.small_window.get();
  const QRect remembered(kept.value_or(QPoint()), size());
  const QScreen* screen = QGuiApplication::screenAt(remembered.center());
  if (kept && screen != nullptr) return move(remembered.topLeft());
  screen = QGuiApplication::screenAt(QCursor::pos());
  if (screen == nullptr) screen = QGuiApplication::primaryScreen();
  const QRect room = screen->availableGeometry();
  move(room.bottomRight() - QPoint(width() + from_edge, height() + from_edge));
}

}  // namespace tilescribe::ui
