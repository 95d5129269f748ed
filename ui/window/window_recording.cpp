// SPDX-License-Identifier: Apache-2.0
// A recording in the main window: its page in the transcript's place, and its row above the files.
#include <QPushButton>
#include <QStackedWidget>

#include "ui/queue/queue_view.h"
#include "ui/recording/live_row.h"
#include "ui/recording/record_page.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/widgets/banner.h"
#include "ui/window/window_actions.h"

namespace tilescribe::ui {

namespace {

/// Wide enough for its pages' buttons, and for about fifty characters of text.
class RightPane : public QStackedWidget {
 public:
  using QStackedWidget::QStackedWidget;
  QSize minimumSizeHint() const override { return QStackedWidget::minimumSizeHint().expandedTo({400, 0}); }
};

}  // namespace

void MainWindow::make_recording() {
  record_page_ = new RecordPage(this);
  live_row_ = new LiveRow(this);
  right_ = new RightPane(this);
  right_->addWidget(panel_);
  right_->addWidget(record_page_);
  connect(live_row_, &LiveRow::clicked, this, &MainWindow::show_record_page);
  connect(record_page_, &RecordPage::closeClicked, this, [this] {
    leave_record_page();
    update_queue();
  });
  set_record_state({});
}

bool MainWindow::shows_record_page() const {
  return right_->currentWidget() == record_page_;
}

/// An empty window shows its invitation; anything else is shown beside the list of files.
void MainWindow::choose_shown() {
  const int page = model_.rowCount() == 0 && !shows_record_page() ? 0 : 1;
  const bool focus_goes =
      page != pages_->currentIndex() && pages_->currentWidget()->isAncestorOf(focusWidget());
  pages_->setCurrentIndex(page);
  if (focus_goes && page == 1) queue_->setFocus();
}

void MainWindow::show_record_page() {
  right_->setCurrentWidget(record_page_);
  live_row_->set_chosen(true);
  queue_->setCurrentIndex({});
  choose_shown();
  record_page_->focus_button();
}

void MainWindow::leave_record_page() {
  if (!shows_record_page()) return;
  right_->setCurrentWidget(panel_);
  live_row_->set_chosen(false);
  choose_shown();
}

void MainWindow::set_record_state(const RecordState& state) {
  record_state_ = state;
  record_page_->set_state(state);
  live_row_->set_state(state);
  const bool live = takes_sound(state.phase) || state.phase == RecordPhase::starting;
  actions_->record->setText(live ? tr("Stop &recording") : tr("&Record"));
  actions_->pause->setText(state.phase == RecordPhase::paused ? tr("R&esume") : tr("&Pause"));
  actions_->pause->setEnabled(takes_sound(state.phase));
}

void MainWindow::offer_unfinished(const QString& text, bool files, bool recordings) {
  unfinished_banner_->set_text(text);
  unfinished_accept_->setText(files ? tr("Continue") : tr("Transcribe"));
  unfinished_folder_->setVisible(recordings);
  unfinished_banner_->setVisible(!text.isEmpty());
}

}  // namespace tilescribe::ui
