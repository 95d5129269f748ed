// SPDX-License-Identifier: Apache-2.0
#include "ui/captions/caption_overlay.h"

#include <QCloseEvent>
#include <QCursor>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QScreen>
#include <QWindow>
#include <algorithm>
#include <utility>

#include "ui/captions/caption_view.h"
#include "ui/settings/settings.h"
#include "ui/widgets/layouts.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int least_width = 240;
constexpr int edge_width = 10;
constexpr int from_border = 40;  // below, where no place is kept
constexpr int keep_after_ms = 300;

QScreen* screen_called(const QString& name) {
  for (QScreen* screen : QGuiApplication::screens()) {
    if (screen->name() == name) return screen;
  }
  return nullptr;
}

}  // namespace

QRect caption_place_in(const QRect& area, const QRect& kept, int height) {
  height = std::min(height, area.height());
  const int usual = area.width() * 7 / 10;
  const int width =
      std::clamp(kept.isEmpty() ? usual : kept.width(), std::min(least_width, area.width()), area.width());
  QPoint corner = kept.topLeft();
  if (kept.isEmpty()) corner = {(area.width() - width) / 2, area.height() - height - from_border};
  return {area.left() + std::clamp(corner.x(), 0, area.width() - width),
          area.top() + std::clamp(corner.y(), 0, area.height() - height), width, height};
}

CaptionOverlay::CaptionOverlay(Settings& settings)
    : QWidget(nullptr,
              Qt::Tool | Qt::FramelessWindowHint | Qt::WindowStaysOnTopHint | Qt::WindowDoesNotAcceptFocus),
      settings_(settings),
      view_(new CaptionView(this)) {
  setObjectName(QStringLiteral("captionOverlay"));
  setWindowTitle(tr("Captions"));
  setAttribute(Qt::WA_TranslucentBackground);
  setAttribute(Qt::WA_ShowWithoutActivating);
  setAttribute(Qt::WA_QuitOnClose, false);
  setContextMenuPolicy(Qt::ActionsContextMenu);
  setMouseTracking(true);
  view_->setAttribute(Qt::WA_TransparentForMouseEvents);
  make_column(this, {}, 0, {view_});
  keep_.setSingleShot(true);
  keep_.setInterval(keep_after_ms);
  connect(&keep_, &QTimer::timeout, this, &CaptionOverlay::keep);
  setMinimumWidth(least_width);
  // The screen it stood on goes, comes back, or becomes smaller.
  const auto watch = [this](const QScreen* screen) {
    connect(screen, &QScreen::availableGeometryChanged, this, &CaptionOverlay::place_soon);
  };
  for (const QScreen* screen : QGuiApplication::screens()) watch(screen);
  connect(qGuiApp, &QGuiApplication::screenAdded, this, watch);
  for (const auto changed : {&QGuiApplication::screenAdded, &QGuiApplication::screenRemoved})
    connect(qGuiApp, changed, this, &CaptionOverlay::place_soon);
}

/// Once all screens have their new places. What the desktop does until then is not the user's wish.
void CaptionOverlay::place_soon() {
  if (keep_.isActive()) keep_.stop();
  caught_ = false;
  QMetaObject::invokeMethod(
      this,
      [this] {
        if (isVisible()) place();
      },
      Qt::QueuedConnection);
}

void CaptionOverlay::set_style(const CaptionStyle& style) {
  if (keep_.isActive()) keep();
  style_ = style;
  fit(screen()->availableGeometry());
  if (isVisible()) place();
}

/// Large letters may need more room than a small screen has.
void CaptionOverlay::fit(const QRect& area) {
  if (style_.size != view_->style_of_text().size) view_->set_style(style_);
  CaptionStyle style = style_;
  style.lines = std::min(style.lines, view_->lines_in(area.height()));
  view_->set_style(style);
  setFixedHeight(view_->sizeHint().height());
}

void CaptionOverlay::set_click_through(bool on) {
  if (on == click_through()) return;
  const bool seen = isVisible();
  if (seen) keep();
  setWindowFlag(Qt::WindowTransparentForInput, on);  // hides it
  if (seen) show();
}

void CaptionOverlay::move_to(Qt::Edge edge) {
  const QRect area = screen()->availableGeometry();
  const int y = edge == Qt::TopEdge ? from_border : area.height() - height() - from_border;
  setGeometry(caption_place_in(area, {QPoint(pos().x() - area.left(), y), size()}, height()));
  keep();
}

Qt::Edges CaptionOverlay::edges_at(const QPoint& place) const {
  if (place.x() < edge_width) return Qt::LeftEdge;
  if (place.x() >= width() - edge_width) return Qt::RightEdge;
  return {};
}

void CaptionOverlay::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  caught_ = true;
  grip_ = event->globalPosition().toPoint();
  gripped_ = geometry();
  pulled_ = edges_at(event->position().toPoint());
  QWindow* window = windowHandle();
  // Lets the desktop do it if possible (required on Wayland).
  dragged_ = window == nullptr ||
             !(pulled_ == Qt::Edges() ? window->startSystemMove() : window->startSystemResize(pulled_));
}

void CaptionOverlay::mouseMoveEvent(QMouseEvent* event) {
  if (!event->buttons().testFlag(Qt::LeftButton)) {
    setCursor(edges_at(event->position().toPoint()) == Qt::Edges() ? Qt::SizeAllCursor : Qt::SizeHorCursor);
    return;
  }
  if (!dragged_) return;
  const QPoint by = event->globalPosition().toPoint() - grip_;
  if (pulled_ == Qt::Edges()) return move(gripped_.topLeft() + by);
  QRect now = gripped_;
  if (pulled_.testFlag(Qt::LeftEdge))
    now.setLeft(std::min(now.left() + by.x(), now.right() + 1 - least_width));
  if (pulled_.testFlag(Qt::RightEdge))
    now.setRight(std::max(now.right() + by.x(), now.left() + least_width - 1));
  setGeometry(now);
}

void CaptionOverlay::mouseReleaseEvent(QMouseEvent* /*event*/) {
  if (std::exchange(dragged_, false)) keep();
}

void CaptionOverlay::changed_by_user() {
  if (caught_ && isVisible()) keep_.start();
}

void CaptionOverlay::moveEvent(QMoveEvent* event) {
  QWidget::moveEvent(event);
  changed_by_user();
}

void CaptionOverlay::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  changed_by_user();
}

void CaptionOverlay::showEvent(QShowEvent* event) {
  if (!event->spontaneous()) place();
  QWidget::showEvent(event);
}

void CaptionOverlay::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  if (keep_.isActive()) keep();
  caught_ = false;
}

void CaptionOverlay::closeEvent(QCloseEvent* event) {
  QWidget::closeEvent(event);
  emit left();
}

/// Remembers the place on the screen that its middle is on.
void CaptionOverlay::keep() {
  keep_.stop();
  const QScreen* on = QGuiApplication::screenAt(geometry().center());
  if (on == nullptr) return;
  settings_.caption_screen.set(on->name());
  settings_.set_caption_place(on->name(), geometry().translated(-on->availableGeometry().topLeft()));
}

/// On the screen where it was last if that is there, and else on the one that is looked at.
void CaptionOverlay::place() {
  const QScreen* on = screen_called(settings_.caption_screen.get());
  if (on == nullptr) on = QGuiApplication::screenAt(QCursor::pos());
  if (on == nullptr) on = QGuiApplication::primaryScreen();
  fit(on->availableGeometry());
  setGeometry(caption_place_in(on->availableGeometry(), settings_.caption_place(on->name()), height()));
}

}  // namespace tilescribe::ui
