// SPDX-License-Identifier: Apache-2.0
// The live costs in the main window: a pane on the right of everything else.
#include <QFrame>
#include <QSplitter>
#include <QVBoxLayout>

#include "ui/profiling/live_panel.h"
#include "ui/window/window_actions.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int least_width = 780;             // of the window
constexpr int least_width_with_costs = 900;  // list, transcript and costs side by side

}  // namespace

QWidget* MainWindow::make_live_pane() {
  live_panel_ = new LivePanel(this);
  connect(live_panel_, &LivePanel::closeClicked, this, [this] { show_live_costs(false); });
  connect(live_panel_, &LivePanel::analyseRequested, this, &MainWindow::profileRequested);
  connect(live_panel_, &LivePanel::finished, this, [this] {
    for (QAction* action : {actions_->last_profile, actions_->save_profile}) action->setEnabled(true);
  });
  // The same distance and line above it as above the list of files.
  live_pane_ = new QWidget(this);
  auto* hairline = new QFrame(live_pane_);
  hairline->setObjectName(QStringLiteral("hairline"));
  hairline->setFixedHeight(1);
  auto* rows = new QVBoxLayout(live_pane_);
  rows->setContentsMargins(0, 10, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(hairline);
  rows->addWidget(live_panel_, 1);
  live_pane_->hide();
  return live_pane_;
}

bool MainWindow::shows_live_costs() const {
  return !live_pane_->isHidden();
}

void MainWindow::show_live_costs(bool visible) {
  actions_->live_costs->setChecked(visible);
  settings_.live_costs.set(visible);
  setMinimumWidth(visible ? least_width_with_costs : least_width);
  if (visible == shows_live_costs()) return;
  live_pane_->setVisible(visible);
  emit profilingWanted(visible);
}

}  // namespace tilescribe::ui
