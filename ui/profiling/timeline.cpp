// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/timeline.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>

#include "ui/format.h"
#include "ui/profiling/document_view.h"
#include "ui/profiling/timeline_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

Timeline::Timeline(ProfileDocument& document, QWidget* parent)
    : QAbstractScrollArea(parent),
      document_(document),
      gap_button_(named("longestGap", new QToolButton(viewport()))) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Timeline"));
  setToolTip(tr("Arrows move from kernel to kernel, N and P in the order of time. F1 lists all keys."));
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  gap_button_->setText(tr("Longest gap"));
  gap_button_->setToolTip(tr("Go to the longest time in which nothing runs (G)"));
  gap_button_->setFocusPolicy(Qt::TabFocus);
  gap_button_->setCursor(Qt::ArrowCursor);
  gap_button_->setProperty("chip", true);
  connect(gap_button_, &QToolButton::clicked, this, &Timeline::go_to_longest_gap);
  new DocumentView(
      document, {ProfileDocument::Part::timeline}, *this, [this] { clear(); }, [this] { refresh(); });
  clear();
}

TimelineView Timeline::view() const {
  return {model(), scale_, layout_, static_cast<double>(verticalScrollBar()->value())};
}

void Timeline::clear() {
  model_ = std::make_shared<const TimelineModel>();
  leave();
  drag_ = Drag::none;
  measuring_.reset();
  gap_.reset();
  place_.reset();
  gap_button_->hide();
  lay_out();
  view_changed();
}

void Timeline::refresh() {
  const auto model = document_.timeline();
  if (model && model != model_) {
    const bool is_first = model_->session == nullptr;
    model_ = model;
    if (is_first) {
      scale_.set_whole(model_->duration_ns);
      gap_button_->setVisible(!model_->empty());
    }
  }
  lay_out();
  view_changed();
}

void Timeline::select(const ProfileSelection& selection) {
  gap_.reset();
  document_.select(selection);
  viewport()->update();
}

void Timeline::show_range(std::int64_t begin_ns, std::int64_t end_ns) {
  scale_.show(static_cast<double>(begin_ns), static_cast<double>(end_ns));
  view_changed();
}

void Timeline::go_to_longest_gap() {
  const auto& gaps = model().gaps;
  if (gaps.empty()) return;
  gap_ = gap_ ? (*gap_ + 1) % gaps.size() : 0;
  const ProfileGap& gap = gaps[*gap_];
  const std::int64_t around =
      std::max<std::int64_t>(gap.duration_ns, 200);  // as much on each side, half of it
  show_range(gap.start_ns - around / 2, gap.start_ns + gap.duration_ns + around / 2);
}

void Timeline::lay_out() {
  const QSize size = viewport()->size();
  layout_ = lay_out_timeline(model(), size.width(), size.height(), line());
  scale_.set_width(layout_.plot_width());
  const int hidden = static_cast<int>(std::ceil(layout_.rows_height - layout_.plot().height()));
  verticalScrollBar()->setRange(0, model().empty() ? 0 : std::max(0, hidden));
  verticalScrollBar()->setPageStep(std::max(1, static_cast<int>(layout_.plot().height())));
  verticalScrollBar()->setSingleStep(static_cast<int>(line()));
  const QSize button = gap_button_->sizeHint().boundedTo(
      QSize(static_cast<int>(layout_.label_width) - 8, static_cast<int>(layout_.ruler_height) - 3));
  gap_button_->setGeometry(4, (static_cast<int>(layout_.ruler_height) - button.height()) / 2, button.width(),
                           button.height());
}

void Timeline::view_changed() {
  painted_ = {};
  if (model().empty()) {
    setAccessibleDescription(tr("No profile is open"));
  } else {
    QString text = tr("Shows %1 of %2")
                       .arg(nice_range(static_cast<std::int64_t>(scale_.begin_ns()),
                                       static_cast<std::int64_t>(scale_.end_ns())),
                            nice_duration(model().duration_ns));
    if (place_) text = tr("At %1. %2").arg(timeline_name(model(), hit_at_place(model(), *place_)), text);
    setAccessibleDescription(text);
  }
  viewport()->update();
}

TimelineOverlay Timeline::overlay() const {
  TimelineOverlay overlay;
  if (drag_ != Drag::pan) overlay.pointer_x = pointer_x_;
  if (hovered_.place) overlay.hovered = hovered_.box;
  if (hasFocus()) overlay.current = box_of(place_);
  overlay.range = measuring_ ? measuring_ : document_.selection().range;
  if (overlay.range) overlay.range_text = measure_text(model(), model().measure(*overlay.range));
  if (gap_) {
    const ProfileGap& gap = model().gaps[*gap_];
    overlay.gap = {gap.start_ns, gap.start_ns + gap.duration_ns};
    overlay.gap_text = tr("Nothing runs for %1 (gap %2 of %3)")
                           .arg(nice_duration(gap.duration_ns))
                           .arg(*gap_ + 1)
                           .arg(model().gaps.size());
  }
  return overlay;
}

void Timeline::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(viewport());
  if (model().empty()) {
    paint_empty(painter);
    return;
  }
  const double ratio = viewport()->devicePixelRatioF();
  TimelinePainter timeline(view(), palette(), font(), ratio);
  if (painted_.isNull() || painted_.devicePixelRatioF() != ratio) {
    painted_ = QPixmap((QSizeF(viewport()->size()) * ratio).toSize());
    painted_.setDevicePixelRatio(ratio);
    QPainter rows(&painted_);
    timeline.paint_rows(rows);
  }
  painter.drawPixmap(0, 0, painted_);
  timeline.paint_overlay(painter, overlay());
  if (hasFocus()) {
    painter.fillRect(QRectF(0, 0, layout_.width, 2.0), colors_of(palette()).accent);
  }
}

void Timeline::paint_empty(QPainter& painter) {
  const ThemeColors& colors = colors_of(palette());
  painter.fillRect(viewport()->rect(), colors.base);
  painter.setPen(colors.secondary);
  const QString text =
      !document_.session()
          ? tr("No profile is open. Transcribe something with the profiler on, or open a saved "
               "profile, to see when everything ran.")
      : model().session == nullptr ? QString()  // it is being arranged
                                   : tr("This profile has no records: nothing ran while it was recorded.");
  painter.drawText(viewport()->rect().adjusted(32, 16, -32, -16), Qt::AlignCenter | Qt::TextWordWrap, text);
}

void Timeline::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  lay_out();
  view_changed();
}

void Timeline::scrollContentsBy(int /*dx*/, int /*dy*/) {
  painted_ = {};
  viewport()->update();
}

bool Timeline::event(QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) viewport()->update();
  return QAbstractScrollArea::event(event);
}

}  // namespace tilescribe::ui
