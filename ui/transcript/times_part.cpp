// SPDX-License-Identifier: Apache-2.0
#include "ui/transcript/times_part.h"

#include <QAction>
#include <QPushButton>

#include "ui/format.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/widgets/banner.h"

namespace tilescribe::ui {

TimesPart::TimesPart(Shell& shell)
    : action_(make_action(&shell.widget(), "improveTimes", tr("Impro&ve times"))),
      banner_(new Banner(QStringLiteral("clock"), tr("Times of words"), false)) {
  action_->setStatusTip(tr("Finds in the sound when each word of this English text is spoken"));
  connect(action_, &QAction::triggered, this, &TimesPart::improveRequested);
  shell.add_actions({Menu::edit, 3, {action_}});
  banner_->setProperty("role", QStringLiteral("times"));
  banner_->hide();
  connect(banner_->add_button("timesStop", tr("Stop")), &QPushButton::clicked, this,
          &TimesPart::stopRequested);
  shell.put(banner_, Place::banner);
  update();
}

void TimesPart::set_available(bool available) {
  available_ = available;
  update();
}

void TimesPart::show_progress(const QString& title, double heard_s, double of_s) {
  under_way_ = true;
  banner_->set_text(
      of_s > 0.0
          ? tr("Improving the times of %1: %2 of %3 heard").arg(title, clock_text(heard_s), clock_text(of_s))
          : tr("Improving the times of %1…").arg(title));
  banner_->show();
  update();
}

void TimesPart::show_end() {
  under_way_ = false;
  banner_->hide();
  update();
}

void TimesPart::update() {
  action_->setEnabled(available_ && !under_way_);
}

}  // namespace tilescribe::ui
