// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/icicle.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "ui/chart/chart_style.h"
#include "ui/format.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/document_view.h"
#include "ui/profiling/profile_colors.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

constexpr double most_row = 52.0;     // a bar's height
constexpr double least_bar = 1.0;     // narrower ones are omitted
constexpr double least_named = 30.0;  // narrower ones have no name

Icicle::Icicle(ProfileDocument& document, QWidget* parent) : QWidget(parent), document_(document) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Time by stage, layer and op"));
  new DocumentView(
      document, {ProfileDocument::Part::tree}, *this, [this] { clear(); }, [this] { refresh(); });
  clear();
}

void Icicle::clear() {
  tree_ = std::make_shared<const ProfileNode>();
  zoomed_.clear();
  current_.clear();
  hovered_.reset();
  lay_out();
}

void Icicle::refresh() {
  update();
  auto tree = document_.tree();
  if (!tree || tree == tree_) return;
  // Another time range gives another tree; the zoomed node is found again by its names.
  const QStringList names = breadcrumb();
  clear();
  tree_ = std::move(tree);
  const ProfileNode* node = tree_.get();
  for (const QString& name : names) {
    const auto child = std::ranges::find(node->children, name.toStdString(), &ProfileNode::name);
    if (child == node->children.end()) break;
    zoomed_.push_back(static_cast<std::size_t>(child - node->children.begin()));
    node = &*child;
  }
  lay_out();
}

QStringList Icicle::breadcrumb() const {
  QStringList names;
  const std::vector<const ProfileNode*> nodes = icicle_nodes(*tree_, zoomed_);
  for (const ProfileNode* node : std::span(nodes).subspan(1)) names << QString::fromStdString(node->name);
  return names;
}

QString Icicle::details_of(const IcicleBar& bar) const {
  const std::int64_t own_ns = bar.node->own_ns;
  if (bar.path.empty()) return tr("Everything: %1").arg(nice_duration(own_ns));
  QStringList names;
  const std::vector<const ProfileNode*> nodes = icicle_nodes(*tree_, bar.path);
  for (const ProfileNode* node : std::span(nodes).subspan(1)) names << profile_name(node->name);
  const QString text =
      tr("%1: %2, %3 of all")
          .arg(names.join(QStringLiteral(" › ")), nice_duration(own_ns), nice_share(own_ns, tree_->own_ns));
  const ProfileNode& parent = *nodes[nodes.size() - 2];
  if (&parent == tree_.get()) return text;
  return tr("%1, %2 of %3").arg(text, nice_share(own_ns, parent.own_ns), profile_name(parent.name));
}

void Icicle::lay_out() {
  const double row =
      std::clamp(std::floor(height() / static_cast<double>(rows)), double{least_row_height}, most_row);
  bars_ =
      tree_->own_ns > 0 ? lay_out_icicle(*tree_, zoomed_, width(), row, least_bar) : std::vector<IcicleBar>{};
  const IcicleBar* current = bar_of(current_);
  setAccessibleDescription(current == nullptr ? tr("No profile is open") : details_of(*current));
  update();
}

const IcicleBar* Icicle::bar_of(const Path& path) const {
  const auto found = std::ranges::find(bars_, path, &IcicleBar::path);
  return found == bars_.end() ? nullptr : &*found;
}

void Icicle::set_current(const Path& path) {
  current_ = path;
  if (const IcicleBar* bar = bar_of(path)) setAccessibleDescription(details_of(*bar));
  update();
}

bool Icicle::is_dimmed(const IcicleBar& bar) const {
  if (bar.path.empty()) return false;
  const ProfileSelection& selection = document_.selection();
  if (selection.stage && bar.node->stage != *selection.stage) return true;
  // Stages and layers stay bright if anything in them is selected.
  if (selection.layer && bar.path.size() > 1 && bar.node->layer != *selection.layer) return true;
  if (selection.kinds.empty()) return false;
  return std::ranges::none_of(selection.kinds, [&](std::uint32_t index) {
    const auto& kinds = document_.session()->kinds;
    return index < kinds.size() && icicle_counts(*bar.node, kinds[index]);
  });
}

void Icicle::paint_bar(QPainter& painter, const IcicleBar& bar) const {
  const ThemeColors& colors = colors_of(palette());
  const double left = std::round(bar.rect.left());
  const double right = std::max(left + 1.0, std::round(bar.rect.right()));
  // A hairline between bars, if the bar is wide enough for it.
  const double gap = right - left >= 4.0 ? 1.0 : 0.0;
  const QRectF rect(left, bar.rect.top(), right - left - gap, bar.rect.height() - 1.0);
  const bool is_root = bar.path.empty();
  QColor fill =
      is_root ? mixed(colors.base, colors.text, 0.10) : stage_color(bar.node->stage, is_dark(palette()));
  // To separate neighbours, every second one is a little closer to the background colour.
  if (bar.path.size() > 1 && bar.path.back() % 2 == 1) fill = mixed(fill, colors.base, 0.12);
  const bool dimmed = is_dimmed(bar);
  if (dimmed) fill = mixed(colors.base, fill, 0.22);
  if (bar.above && !is_root) fill = mixed(colors.base, fill, 0.55);
  painter.fillRect(rect, fill);
  if (rect.width() < least_named) return;
  const QFontMetricsF metrics(font());
  const QRectF place = rect.adjusted(6.0, 0.0, -4.0, 0.0);
  QString text = is_root ? tr("All, %1").arg(nice_duration(bar.node->own_ns)) : profile_name(bar.node->name);
  if (bar.above) text.prepend(QStringLiteral("‹ "));
  const QString both =
      is_root ? text : QStringLiteral("%1  %2").arg(text, nice_share(bar.node->own_ns, tree_->own_ns));
  if (metrics.horizontalAdvance(both) <= place.width()) text = both;
  if (metrics.horizontalAdvance(text) > place.width() && place.width() < metrics.averageCharWidth() * 5.0)
    return;
  painter.setPen(dimmed ? colors.secondary : label_on(fill));
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                   metrics.elidedText(text, Qt::ElideRight, place.width()));
}

void Icicle::outline(QPainter& painter, const Path& path) const {
  const IcicleBar* bar = bar_of(path);
  if (bar == nullptr) return;
  const ThemeColors& colors = colors_of(palette());
  paint_outline(painter, bar->rect.adjusted(1.5, 1.5, -2.0, -2.5), colors.text, 1.5, colors.base);
}

void Icicle::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const ThemeColors& colors = colors_of(palette());
  painter.fillRect(rect(), colors.base);
  if (bars_.empty()) {
    painter.setPen(colors.secondary);
    const QString text =
        !document_.session() ? tr("No profile is open. It shows where the time went: stage, layer, op.")
        : document_.is_computing(ProfileDocument::Part::tree) ? QString()
        : document_.selection().range                         ? tr("Nothing ran in the chosen time range.")
                                      : tr("This profile has no records: nothing ran while it was recorded.");
    painter.drawText(rect().adjusted(24, 8, -24, -8), Qt::AlignCenter | Qt::TextWordWrap, text);
    return;
  }
  painter.setFont(font());
  for (const IcicleBar& bar : bars_) paint_bar(painter, bar);
  if (hovered_) outline(painter, *hovered_);
  if (hasFocus()) outline(painter, current_);
}

void Icicle::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  lay_out();
}

bool Icicle::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const IcicleBar* bar = icicle_bar_at(bars_, help->pos());
    QToolTip::showText(help->globalPos(), bar != nullptr ? tip_text(details_of(*bar)) : QString(), this);
    return true;
  }
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
  return QWidget::event(event);
}

}  // namespace tilescribe::ui
