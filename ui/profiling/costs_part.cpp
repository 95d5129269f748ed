// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/costs_part.h"

#include "ui/profiling/live_panel.h"
#include "ui/settings/settings.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"

namespace tilescribe::ui {

CostsPart::CostsPart(Shell& shell, Settings& settings)
    : shell_(shell), settings_(settings), panel_(new LivePanel) {
  show_ = make_action(&shell_.widget(), "liveCosts", tr("Show &live costs"), Qt::CTRL | Qt::SHIFT | Qt::Key_P,
                      "chip");
  show_->setCheckable(true);
  QAction* last = make_action(&shell_.widget(), "lastProfile", tr("Open the last &run"));
  QAction* save = make_action(&shell_.widget(), "saveProfile", tr("&Save the last run…"));
  QAction* open = make_action(&shell_.widget(), "openProfile", tr("&Open a profile…"));
  for (QAction* action : {last, save}) {
    action->setEnabled(false);  // there is none yet
    connect(panel_, &LivePanel::finished, action, [action] { action->setEnabled(true); });
  }
  connect(show_, &QAction::triggered, this, &CostsPart::set_visible);
  connect(panel_, &LivePanel::closeClicked, this, [this] { set_visible(false); });
  connect(panel_, &LivePanel::analyseRequested, this, &CostsPart::lastRequested);
  connect(last, &QAction::triggered, this, &CostsPart::lastRequested);
  connect(save, &QAction::triggered, this, &CostsPart::saveRequested);
  connect(open, &QAction::triggered, this, &CostsPart::openRequested);
  shell_.add_actions({Menu::profiler, 0, {show_}});
  shell_.add_actions({Menu::profiler, 1, {last, save}});
  shell_.add_actions({Menu::profiler, 2, {open}});
  shell_.put(panel_, Place::side_pane);
  set_visible(settings_.live_costs.get());
}

void CostsPart::set_visible(bool visible) {
  show_->setChecked(visible);
  settings_.live_costs.set(visible);
  shell_.show_side_pane(visible);
  emit visibleChanged(visible);
}

}  // namespace tilescribe::ui
