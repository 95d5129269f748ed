// SPDX-License-Identifier: Apache-2.0
#include "ui/playback/waveform_strip.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/format.h"
#include "ui/playback/waveform_columns.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

constexpr double second_ns = 1e9;
constexpr int strip_height = 64;       // logical pixels
constexpr double least_shown_s = 0.5;  // the closest look
constexpr double key_step_s = 1.0;     // of Left and Right
constexpr double page_share = 0.1;     // where the place that is heard stands on a new page, of the width

std::int64_t ns_of(double seconds) {
  return static_cast<std::int64_t>(std::llround(seconds * second_ns));
}

}  // namespace

WaveformStrip::WaveformStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("waveform"));
  setAccessibleName(tr("Waveform"));
  setAccessibleDescription(tr("Left and Right move by a second, + and − zoom, 0 shows everything."));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
  setMouseTracking(true);
}

QSize WaveformStrip::sizeHint() const {
  return {400, strip_height};
}

QSize WaveformStrip::minimumSizeHint() const {
  return {80, strip_height};
}

void WaveformStrip::set_waveform(std::shared_ptr<const Waveform> waveform) {
  waveform_ = std::move(waveform);
  scale_.set_whole(waveform_ ? ns_of(waveform_->length_s) : 0);
  follows_ = true;
  update();
}

void WaveformStrip::set_document(std::shared_ptr<TranscriptDocument> document) {
  disconnect(text_);
  document_ = std::move(document);
  let_go();
  if (document_) {
    text_ = connect(document_.get(), &TranscriptDocument::changed, this, [this] {
      let_go();  // its row may be another one now
      update();
    });
  }
  update();
}

void WaveformStrip::set_editable(bool editable) {
  editable_ = editable;
  if (!editable) let_go();
}

void WaveformStrip::set_position(double seconds, bool playing) {
  if (playing && !playing_) follows_ = true;
  const bool jumped = std::abs(seconds - position_s_) > 1.0;
  if (seconds == position_s_ && playing == playing_) return;
  position_s_ = seconds;
  playing_ = playing;
  if (jumped) follows_ = true;
  if (follows_) follow();
  update();
}

double WaveformStrip::x_of(double seconds) const {
  return scale_.x_of(ns_of(seconds));
}

double WaveformStrip::seconds_at(double x) const {
  return static_cast<double>(scale_.ns_at(x)) / second_ns;
}

// Turns to the page with the place that is heard.
void WaveformStrip::follow() {
  const double x = x_of(position_s_);
  if (x >= 0.0 && x < scale_.width_px()) return;
  const double begin_ns = position_s_ * second_ns - page_share * scale_.span_ns();
  const double most = static_cast<double>(scale_.whole_ns()) - scale_.span_ns();
  const double begin = std::clamp(begin_ns, 0.0, std::max(0.0, most));
  scale_.show(begin, begin + scale_.span_ns());
}

void WaveformStrip::moved_by_user() {
  const double x = x_of(position_s_);
  follows_ = x >= 0.0 && x < scale_.width_px();
  update();
}

void WaveformStrip::zoom(double factor, double x) {
  const double span = std::max(least_shown_s * second_ns, scale_.span_ns() / factor);
  scale_.zoom(scale_.span_ns() / span, x);
  moved_by_user();
}

void WaveformStrip::seek_to(double x) {
  if (!waveform_) return;
  follows_ = true;
  emit seekRequested(seconds_at(std::clamp(x, 0.0, scale_.width_px())));
}

bool WaveformStrip::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && waveform_) {
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), edge_ ? edge_text(*edge_) : clock_text(seconds_at(help->pos().x())),
                       this);
    return true;
  }
  return QWidget::event(event);
}

void WaveformStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  scale_.set_width(width());
}

void WaveformStrip::wheelEvent(QWheelEvent* event) {
  const QPoint turned = event->angleDelta();
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    zoom(std::pow(1.2, turned.y() / 120.0), event->position().x());
  } else {
    scale_.pan(0.5 * (std::abs(turned.x()) > std::abs(turned.y()) ? turned.x() : turned.y()));
    moved_by_user();
  }
  event->accept();
}

void WaveformStrip::keyPressEvent(QKeyEvent* event) {
  if (!waveform_) return QWidget::keyPressEvent(event);
  if (event->key() == Qt::Key_Escape && holds_) return let_go();
  const double middle = std::clamp(x_of(position_s_), 0.0, scale_.width_px());
  switch (event->key()) {
    case Qt::Key_Left:
      return emit seekRequested(std::max(0.0, position_s_ - key_step_s));
    case Qt::Key_Right:
      return emit seekRequested(std::min(waveform_->length_s, position_s_ + key_step_s));
    case Qt::Key_Home:
      return emit seekRequested(0.0);
    case Qt::Key_End:
      return emit seekRequested(waveform_->length_s);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(2.0, middle);
    case Qt::Key_Minus:
      return zoom(0.5, middle);
    case Qt::Key_0:
      scale_.show_whole();
      return moved_by_user();
    default:
      return QWidget::keyPressEvent(event);
  }
}

void WaveformStrip::paintEvent(QPaintEvent*) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  painter.fillRect(rect(), colors.window);
  paint_segments(painter);
  paint_sound(painter);
  const double x = x_of(position_s_);
  if (waveform_ && x >= 0.0 && x <= width()) {
    painter.fillRect(QRectF(std::min(x, width() - 2.0), 0.0, 2.0, height()), colors.text);
  }
  if (edge_) painter.fillRect(QRectF(x_of(edge_->at_s) - 1.0, 0.0, 2.0, height()), colors.accent);
  if (hasFocus()) {
    painter.setPen(QPen(colors.accent, 1.5));
    painter.drawRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75));
  }
}

// The time of each segment is paper, with a line where it begins; what is heard is marked as in the text.
void WaveformStrip::paint_segments(QPainter& painter) const {
  if (!document_) return;
  const ThemeColors& colors = colors_of(palette());
  const std::vector<Segment>& segments = document_->transcript().segments;
  const int heard = segment_at(segments, position_s_);
  const double end_s = scale_.end_ns() / second_ns;
  double painted_to = -1.0;  // of many in one pixel, one is painted
  for (int i = std::max(0, segment_at(segments, scale_.begin_ns() / second_ns));
       i < static_cast<int>(segments.size()); ++i) {
    const Segment& segment = segments[static_cast<std::size_t>(i)];
    if (segment.start_s > end_s) break;
    const bool held = holds_ && edge_->row == i;
    const double left = x_of(held && edge_->edge == SegmentEdge::begin ? edge_->at_s : segment.start_s);
    const double right = x_of(held && edge_->edge == SegmentEdge::end ? edge_->at_s : segment.end_s);
    if (right < painted_to + 1.0 && i != heard) continue;
    painted_to = right;
    painter.fillRect(QRectF(left, 0.0, std::max(1.0, right - left), height()),
                     i == heard ? colors.selected_row : colors.base);
    if (right - left >= 4.0) painter.fillRect(QRectF(left, 0.0, 1.0, height()), colors.border);
  }
}

void WaveformStrip::paint_sound(QPainter& painter) const {
  if (!waveform_) return;
  const ThemeColors& colors = colors_of(palette());
  const double ratio = devicePixelRatioF();
  const int count = static_cast<int>(std::ceil(width() * ratio));
  const auto columns =
      waveform_columns(*waveform_, scale_.begin_ns() / second_ns, scale_.end_ns() / second_ns, count);
  const double middle = height() / 2.0;
  const double full = middle - 4.0;
  const double heard_x = x_of(position_s_);
  const double thin = 1.0 / ratio;
  const QColor ahead = mixed(colors.secondary, colors.base, 0.35);
  for (int i = 0; i < count; ++i) {
    const Peak& peak = columns[static_cast<std::size_t>(i)];
    // Quiet speech is seen too: more than in proportion to its level.
    const auto reach = [full](int level) { return std::pow(std::abs(level) / 127.0, 0.7) * full; };
    const double up = reach(peak.high), down = reach(peak.low);
    const double x = i * thin;
    painter.fillRect(QRectF(x, middle - up, thin, std::max(thin, up + down)),
                     x < heard_x ? colors.accent : ahead);
  }
}

}  // namespace tilescribe::ui
