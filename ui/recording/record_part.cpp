// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/record_part.h"

#include "ui/recording/live_row.h"
#include "ui/recording/record_page.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"

namespace tilescribe::ui {

constexpr QLatin1String page_name("record");

RecordPart::RecordPart(Shell& shell) : shell_(shell), page_(new RecordPage), row_(new LiveRow) {
  record_ = make_action(&shell_.widget(), "record", tr("&Record"), Qt::CTRL | Qt::Key_R, "record");
  pause_ = make_action(&shell_.widget(), "pause", tr("&Pause"), Qt::CTRL | Qt::Key_P, "pause");
  QAction* show = make_action(&shell_.widget(), "recordPage", tr("Record p&age"),
                              Qt::CTRL | Qt::SHIFT | Qt::Key_R, "microphone");
  QAction* small_window =
      make_action(&shell_.widget(), "smallWindow", tr("&Small window"), Qt::CTRL | Qt::Key_M, "small_window");
  QAction* settings =
      make_action(&shell_.widget(), "recordingSettings", tr("Recording se&ttings…"), {}, "settings");
  const auto tell_keys = [this] { page_->set_keys(keys_of(*record_), keys_of(*pause_)); };
  for (const QAction* action : {record_, pause_}) connect(action, &QAction::changed, page_, tell_keys);
  tell_keys();
  connect(record_, &QAction::triggered, this, &RecordPart::toggled);
  connect(pause_, &QAction::triggered, page_, &RecordPage::pauseClicked);
  connect(show, &QAction::triggered, this, &RecordPart::show_page);
  connect(small_window, &QAction::triggered, page_, &RecordPage::smallWindowClicked);
  connect(settings, &QAction::triggered, page_, &RecordPage::settingsClicked);
  connect(row_, &LiveRow::clicked, this, &RecordPart::show_page);
  connect(page_, &RecordPage::recordClicked, this, &RecordPart::toggled);
  connect(page_, &RecordPage::closeClicked, this, [this] { shell_.show_home(); });
  Page page;
  page.id = page_name;
  page.title = tr("Recording");
  page.widget = page_;
  page.actions = {{Menu::recording, 0, {record_, pause_}},
                  {Menu::recording, 1, {show, small_window}},
                  {Menu::recording, 2, {settings}}};
  page.turned = [this](bool visible) { row_->setChecked(visible); };
  shell_.add_page(page);
  shell_.put(row_, Place::list_row);
  set_state({});
}

void RecordPart::show_page() {
  shell_.show_page(page_name);
  page_->focus_button();
}

bool RecordPart::shows_page() const {
  return shell_.shows_page(page_name);
}

void RecordPart::set_state(const RecordState& state) {
  page_->set_state(state);
  row_->set_state(state);
  const bool live = takes_sound(state.phase) || state.phase == RecordPhase::starting;
  record_->setText(live ? tr("Stop &recording") : tr("&Record"));
  pause_->setText(state.phase == RecordPhase::paused ? tr("R&esume") : tr("&Pause"));
  pause_->setEnabled(takes_sound(state.phase));
}

}  // namespace tilescribe::ui
