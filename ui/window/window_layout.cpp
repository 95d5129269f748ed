// SPDX-License-Identifier: Apache-2.0
// The main window's layout, and what features put into it.
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

#include "ui/widgets/banner.h"
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

QVBoxLayout* make_rows(QWidget* parent, int top = 0) {
  auto* rows = new QVBoxLayout(parent);
  rows->setContentsMargins(0, top, 0, 0);
  rows->setSpacing(0);
  return rows;
}

/// What lies below the menus, with a line above it. `contents` may come later.
QWidget* below_line(QWidget* contents, QWidget* parent) {
  auto* area = new QWidget(parent);
  auto* hairline = new QFrame(area);
  hairline->setObjectName(QStringLiteral("hairline"));
  hairline->setFixedHeight(1);
  QVBoxLayout* rows = make_rows(area, 10);
  rows->addWidget(hairline);
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
  QVBoxLayout* rows = make_rows(central);
  banners_ = make_rows(nullptr);
  rows->addLayout(banners_);
  failures_ = new FailureBanner(this);
  add_banner(failures_);
  auto* sidebar = new QWidget(this);
  sidebar->setMinimumWidth(256);
  list_column_ = make_rows(sidebar);
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
  rows->addWidget(outer_splitter_, 1);
  setCentralWidget(central);
  overlay_ = new DropOverlay(this);
}

void MainWindow::set_list(QWidget* head, QWidget* list) {
  list_column_->insertWidget(0, head);
  list_column_->addWidget(list, 1);
}

void MainWindow::add_list_row(QWidget* row) {
  list_column_->insertWidget(1, row);
}

void MainWindow::set_side_pane(QWidget* pane) {
  static_cast<QVBoxLayout*>(side_pane_->layout())->addWidget(pane, 1);
}

void MainWindow::show_side_pane(bool visible) {
  setMinimumWidth(visible ? least_width_with_pane : least_width);
  side_pane_->setVisible(visible);
}

void MainWindow::add_banner(Banner* banner) {
  banners_->addWidget(banner);
}

void MainWindow::set_status(QWidget* status) {
  status_ = status;
  statusBar()->addWidget(status);
}

void MainWindow::add_chip(QWidget* chip) {
  statusBar()->addPermanentWidget(chip);
}

}  // namespace tilescribe::ui
