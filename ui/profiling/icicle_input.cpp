// SPDX-License-Identifier: Apache-2.0
// Mouse and keyboard input of an icicle.
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <utility>

#include "ui/profiling/icicle.h"

namespace tilescribe::ui {

void Icicle::zoom_to(Path path) {
  current_ = path;
  zoomed_ = std::move(path);
  hovered_.reset();
  lay_out();
}

void Icicle::zoom_out() {
  if (zoomed_.empty()) return;
  zoomed_.pop_back();
  zoom_to(zoomed_);
}

/// Selects what a bar stands for: its stage, its layer, the kinds of its op. For the root: everything.
void Icicle::choose(const IcicleBar& bar) {
  const ProfileNode& node = *bar.node;
  ProfileSelection selection{.range = document_.selection().range};
  if (!bar.path.empty()) selection.stage = node.stage;
  if (node.layer >= 0) selection.layer = node.layer;
  const auto& kinds = document_.session()->kinds;
  for (std::uint32_t kind = 0; !node.op.empty() && kind < kinds.size(); ++kind) {
    if (icicle_counts(node, kinds[kind])) selection.kinds.insert(kind);
  }
  document_.select(selection);
}

void Icicle::leaveEvent(QEvent* event) {
  hovered_.reset();
  update();
  QWidget::leaveEvent(event);
}

void Icicle::mouseMoveEvent(QMouseEvent* event) {
  const IcicleBar* bar = icicle_bar_at(bars_, event->position());
  const auto path = bar != nullptr ? std::optional(bar->path) : std::nullopt;
  if (path == hovered_) return;
  hovered_ = path;
  update();
}

void Icicle::mousePressEvent(QMouseEvent* event) {
  pressed_ = event->button() == Qt::LeftButton;
}

void Icicle::mouseReleaseEvent(QMouseEvent* event) {
  const IcicleBar* at = icicle_bar_at(bars_, event->position());
  if (!std::exchange(pressed_, false) || event->button() != Qt::LeftButton || at == nullptr) return;
  const IcicleBar bar = *at;  // zooming makes others
  set_current(bar.path);
  if (bar.above) zoom_to(bar.path);
  choose(bar);
}

void Icicle::mouseDoubleClickEvent(QMouseEvent* event) {
  const IcicleBar* bar = icicle_bar_at(bars_, event->position());
  if (event->button() == Qt::LeftButton && bar != nullptr) zoom_to(bar->path);
}

void Icicle::move_current(int key) {
  Path path = current_;
  if (key == Qt::Key_Up) {
    if (!path.empty()) path.pop_back();
  } else if (key == Qt::Key_Down) {
    // Above the zoomed node there is one way down; elsewhere, go to the widest child.
    if (path.size() < zoomed_.size() && std::equal(path.begin(), path.end(), zoomed_.begin())) {
      path.push_back(zoomed_[path.size()]);
    } else if (const auto& children = icicle_nodes(*tree_, path).back()->children; !children.empty()) {
      const auto widest = std::ranges::max_element(children, {}, &ProfileNode::own_ns);
      path.push_back(static_cast<std::size_t>(widest - children.begin()));
    }
  } else {
    // To the neighbouring bar in the same row.
    const IcicleBar* from = bar_of(path);
    if (from == nullptr) return;
    const IcicleBar* best = nullptr;
    for (const IcicleBar& bar : bars_) {
      if (bar.rect.top() != from->rect.top()) continue;
      const bool is_left = bar.rect.left() < from->rect.left();
      if (&bar == from || is_left != (key == Qt::Key_Left)) continue;
      if (best == nullptr || (key == Qt::Key_Left) == (bar.rect.left() > best->rect.left())) best = &bar;
    }
    if (best != nullptr) path = best->path;
  }
  if (bar_of(path) != nullptr) set_current(path);
}

void Icicle::keyPressEvent(QKeyEvent* event) {
  if (bars_.empty()) {
    QWidget::keyPressEvent(event);
    return;
  }
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
      move_current(event->key());
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (const IcicleBar* bar = bar_of(current_)) choose(*bar);
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoom_to(current_);
      break;
    case Qt::Key_Minus:
      zoom_out();
      break;
    case Qt::Key_Escape:
      if (!zoomed_.empty()) {
        zoom_out();
      } else if (!document_.selection().empty()) {
        document_.select({});
      } else {
        event->ignore();  // lets a dialog around it close
        return;
      }
      break;
    default:
      QWidget::keyPressEvent(event);
      return;
  }
  event->accept();
}

}  // namespace tilescribe::ui
