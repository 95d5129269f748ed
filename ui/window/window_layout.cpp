// SPDX-License-Identifier: Apache-2.0
// The main window's layout, and what features put into it.
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <algorithm>
#include <utility>

#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/window/drop_overlay.h"
#include "ui/window/failure_banner.h"
#include "ui/window/main_window.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int least_height = 480;  // of the window
constexpr int least_width = 780;
constexpr int least_width_with_pane = 900;  // list, page and side pane side by side

/// Wide enough for its pages' buttons, and for about fifty characters of text.
class BesideList : public QStackedWidget {
 public:
  using QStackedWidget::QStackedWidget;
  QSize minimumSizeHint() const override { return QStackedWidget::minimumSizeHint().expandedTo({400, 0}); }
};

/// What lies below the menus, with a line above it. `contents` may come later.
QWidget* below_line(QWidget* contents, QWidget* parent) {
  auto* area = new QWidget(parent);
  QVBoxLayout* rows = make_column(area, {0, 10, 0, 0}, 0, {make_hairline(area)});
  if (contents != nullptr) rows->addWidget(contents, 1);
  return area;
}

QSplitter* make_splitter(QWidget* parent) {
  auto* splitter = new QSplitter(parent);
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  return splitter;
}

}  // namespace

void MainWindow::make_layout() {
  setMinimumSize(least_width, least_height);
  auto* central = new QWidget(this);
  banners_ = make_column(nullptr, {}, 0, {});
  failures_ = new FailureBanner(this);
  put(failures_, Place::banner);
  auto* sidebar = new QWidget(this);
  sidebar->setMinimumWidth(256);
  list_column_ = make_column(sidebar, {}, 0, {});
  beside_ = new BesideList(this);
  splitter_ = make_splitter(this);
  splitter_->addWidget(sidebar);
  splitter_->addWidget(beside_);
  splitter_->setStretchFactor(0, 0);
  splitter_->setStretchFactor(1, 1);
  splitter_->setSizes({300, 800});
  whole_ = new QStackedWidget(this);
  whole_->addWidget(below_line(splitter_, this));
  side_pane_ = below_line(nullptr, this);
  side_pane_->hide();
  outer_splitter_ = make_splitter(this);
  outer_splitter_->addWidget(whole_);
  outer_splitter_->addWidget(side_pane_);
  outer_splitter_->setStretchFactor(0, 1);
  outer_splitter_->setStretchFactor(1, 0);
  make_column(central, {}, 0, {banners_, {outer_splitter_, 1}});
  setCentralWidget(central);
  overlay_ = new DropOverlay(this);
}

void MainWindow::put(QWidget* widget, Place place) {
  switch (place) {
    case Place::banner:
      return banners_->addWidget(widget);
    case Place::list_head:
      return list_column_->insertWidget(0, widget);
    case Place::list_row:
      return list_column_->insertWidget(1, widget);
    case Place::list:
      return list_column_->addWidget(widget, 1);
    case Place::side_pane:
      return static_cast<QVBoxLayout*>(side_pane_->layout())->addWidget(widget, 1);
    case Place::status:
      status_ = widget;
      return statusBar()->addWidget(widget);
    case Place::chip:
      return statusBar()->addPermanentWidget(widget);
  }
}

/// Tab goes from the top to the bottom, in whatever order features came and made their widgets.
bool MainWindow::focusNextPrevChild(bool next) {
  std::vector<const QWidget*> areas;
  for (const QBoxLayout* column : {banners_, list_column_}) {
    for (int i = 0; i < column->count(); ++i) areas.push_back(column->itemAt(i)->widget());
  }
  areas.insert(areas.end(), {beside_, whole_, side_pane_, statusBar()});
  std::vector<std::vector<QWidget*>> reached(areas.size());
  for (QWidget* each = nextInFocusChain(); each != this; each = each->nextInFocusChain()) {
    if (each->focusPolicy() == Qt::NoFocus || each->focusProxy() != nullptr) continue;
    const auto area = std::find_if(areas.begin(), areas.end(), [each](const QWidget* one) {
      return one == each || one->isAncestorOf(each);
    });
    if (area != areas.end()) reached[static_cast<std::size_t>(area - areas.begin())].push_back(each);
  }
  QWidget* before = this;
  for (const auto& widgets : reached) {
    for (QWidget* each : widgets) setTabOrder(std::exchange(before, each), each);
  }
  return QMainWindow::focusNextPrevChild(next);
}

void MainWindow::show_side_pane(bool visible) {
  setMinimumWidth(visible ? least_width_with_pane : least_width);
  side_pane_->setVisible(visible);
}

}  // namespace tilescribe::ui
