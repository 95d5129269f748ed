// SPDX-License-Identifier: Apache-2.0
// The layout of the main window, and the questions it asks.
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/queue/queue_view.h"
#include "ui/recording/live_row.h"
#include "ui/recording/recording_dialog.h"
#include "ui/save_question.h"
#include "ui/settings/engine_dialog.h"
#include "ui/theme/icons.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/window/drop_overlay.h"
#include "ui/window/empty_page.h"
#include "ui/window/failure_dialog.h"
#include "ui/window/window_actions.h"

namespace tilescribe::ui {

void MainWindow::make_layout() {
  engine_banner_ = new Banner(QStringLiteral("alert"), tr("The engine could not be opened"), true, this);
  engine_banner_->setProperty("role", QStringLiteral("engine"));
  engine_details_ = engine_banner_->add_button(tr("Details…"));
  connect(engine_details_, &QPushButton::clicked, this,
          [this] { dialogs.failure(tr("The engine could not be opened"), engine_failure_); });
  connect(engine_banner_->add_button(tr("Engine && model…")), &QPushButton::clicked, this,
          [this] { edit_engine(); });
  use_demo_ = engine_banner_->add_button(tr("Use the demo model"));
  connect(use_demo_, &QPushButton::clicked, this, [this] {
    EngineOptions demo = engine_options_;
    demo.model.clear();
    emit engineOptionsChosen(demo);
  });
  connect(engine_banner_->add_button(tr("Try again")), &QPushButton::clicked, this,
          &MainWindow::engineRetryRequested);
  sample_banner_ = new Banner(QStringLiteral("play"), tr("First start"), true, this);
  sample_banner_->setProperty("role", QStringLiteral("sample"));
  limits_banner_ = new Banner(QStringLiteral("info"), tr("What this model cannot do"), true, this);
  limits_banner_->setProperty("role", QStringLiteral("limits"));
  for (const Banner* note : {sample_banner_, limits_banner_})
    connect(note, &Banner::dismissed, this, &MainWindow::dismiss_notes);
  auto* banners = new QVBoxLayout;
  banners->setContentsMargins(0, 0, 0, 0);
  banners->setSpacing(0);
  unfinished_banner_ = new Banner(QStringLiteral("microphone"), tr("Unfinished texts"), true, this);
  unfinished_banner_->setProperty("role", QStringLiteral("unfinished"));
  unfinished_accept_ = unfinished_banner_->add_button(tr("Transcribe"));
  connect(unfinished_accept_, &QPushButton::clicked, this, &MainWindow::unfinishedAccepted);
  unfinished_folder_ = unfinished_banner_->add_button(tr("Show folder"));
  connect(unfinished_folder_, &QPushButton::clicked, this, &MainWindow::unfinishedFolderRequested);
  connect(unfinished_banner_, &Banner::dismissed, this, &MainWindow::unfinishedDismissed);
  undo_banner_ = new Banner(QStringLiteral("remove"), tr("Removed files"), true, this);
  undo_banner_->setProperty("role", QStringLiteral("undo"));
  connect(undo_banner_->add_button(tr("Undo")), &QPushButton::clicked, this, &MainWindow::undoRequested);
  for (Banner* banner : {engine_banner_, unfinished_banner_, sample_banner_, limits_banner_, undo_banner_})
    banners->addWidget(banner);

  auto* empty = new EmptyPage(this);
  connect(empty, &EmptyPage::openClicked, actions_->open, &QAction::trigger);
  connect(empty, &EmptyPage::recordClicked, actions_->record_page, &QAction::trigger);
  connect(empty, &EmptyPage::sampleClicked, actions_->sample, &QAction::trigger);

  queue_ = new QueueView(model_, this);
  // Delete removes a file only if the list of files has the focus.
  queue_->addAction(actions_->remove);
  actions_->remove->setShortcutContext(Qt::WidgetShortcut);
  panel_ = new TranscriptPanel(model_, this);
  panel_->set_actions(actions_->times, actions_->find, actions_->copy_all, actions_->save);
  connect(queue_, &QueueView::actionTriggered, this, &MainWindow::act);
  connect(queue_, &QueueView::currentIdChanged, this, [this](JobId id) {
    panel_->show_item(id);
    if (id != 0) leave_record_page();
    update_actions();
  });
  connect(&panel_->view(), &TranscriptView::copyAvailable, this, [this] { update_actions(); });
  connect(panel_, &TranscriptPanel::cancelClicked, this, [this](JobId id) { act(RowAction::cancel, id); });
  connect(panel_, &TranscriptPanel::retryClicked, this, [this](JobId id) { act(RowAction::retry, id); });
  connect(panel_, &TranscriptPanel::detailsClicked, this, [this](JobId id) { act(RowAction::details, id); });

  make_recording();
  splitter_ = new QSplitter(this);
  splitter_->setHandleWidth(1);
  splitter_->setChildrenCollapsible(false);
  splitter_->addWidget(make_sidebar());
  splitter_->addWidget(right_);
  splitter_->setStretchFactor(0, 0);
  splitter_->setStretchFactor(1, 1);
  splitter_->setSizes({300, 800});

  pages_ = new QStackedWidget(this);
  pages_->addWidget(empty);
  auto* work = new QWidget(this);
  auto* hairline = new QFrame(work);
  hairline->setObjectName(QStringLiteral("hairline"));
  hairline->setFixedHeight(1);
  auto* work_rows = new QVBoxLayout(work);
  work_rows->setContentsMargins(0, 10, 0, 0);
  work_rows->setSpacing(0);
  work_rows->addWidget(hairline);
  work_rows->addWidget(splitter_, 1);
  pages_->addWidget(work);
  auto* central = new QWidget(this);
  auto* rows = new QVBoxLayout(central);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addLayout(banners);
  outer_splitter_ = new QSplitter(this);
  outer_splitter_->setHandleWidth(1);
  outer_splitter_->setChildrenCollapsible(false);
  outer_splitter_->addWidget(pages_);
  outer_splitter_->addWidget(make_live_pane());
  outer_splitter_->setStretchFactor(0, 1);
  outer_splitter_->setStretchFactor(1, 0);
  rows->addWidget(outer_splitter_, 1);
  setCentralWidget(central);
  overlay_ = new DropOverlay(this);
}

QWidget* MainWindow::make_sidebar() {
  queue_title_ = new ElidedLabel(Qt::ElideRight, this);
  queue_title_->set_color(QPalette::PlaceholderText);
  queue_title_->setMinimumWidth(32);  // it shrinks before the buttons do
  auto* record = new QPushButton(tr("Record…"), this);
  record->setObjectName(QStringLiteral("sidebarRecord"));
  record->setIcon(record_icon());
  record->setToolTip(tr("Record and read along. Ctrl+R starts at once."));
  connect(record, &QPushButton::clicked, actions_->record_page, &QAction::trigger);
  auto* open = new QPushButton(tr("Open…"), this);
  open->setToolTip(actions_->open->toolTip());
  connect(open, &QPushButton::clicked, actions_->open, &QAction::trigger);
  auto* sidebar = new QWidget(this);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(16, 14, 12, 8);
  head->setSpacing(8);
  head->addWidget(queue_title_, 1);
  head->addWidget(record);
  head->addWidget(open);
  auto* column = new QVBoxLayout(sidebar);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(live_row_);
  column->addWidget(queue_, 1);
  sidebar->setMinimumWidth(256);
  return sidebar;
}

void MainWindow::make_dialogs() {
  dialogs.files_to_open = [this](const QString& folder) {
    return QFileDialog::getOpenFileNames(this, tr("Open audio or video"), folder,
                                         tr("Audio and video (*.wav *.flac *.mp3 *.m4a *.aac *.ogg *.oga "
                                            "*.opus *.wma *.aif *.aiff *.mp4 *.m4v *.mkv "
                                            "*.webm *.mov *.avi);;All files (*)"));
  };
  dialogs.save = save_questions(this, tr("Export transcript"));
  dialogs.export_target = [this](const QString& suggestion) -> std::optional<Dialogs::Target> {
    const QStringList names{tr("Plain text"), tr("SubRip subtitles"), tr("WebVTT subtitles"),
                            tr("JSON, with tokens"), tr("Tab-separated table")};
    std::vector<SaveForm> forms;
    for (const ExportFormat format : all_export_formats) {
      const std::string_view suffix = extension(format);
      const QString ending =
          QLatin1Char('.') + QString::fromUtf8(suffix.data(), static_cast<qsizetype>(suffix.size()));
      forms.push_back({QStringLiteral("%1 (*%2)").arg(names[static_cast<int>(format)], ending), ending});
    }
    const auto target = ask_where_to_save(suggestion, forms, 0, dialogs.save);
    if (!target) return {};
    return Dialogs::Target{target->path, all_export_formats[target->form]};
  };
  dialogs.stop_and_quit = [this](int unfinished) {
    QMessageBox box(QMessageBox::Question, tr("Quit Tilescribe?"),
                    tr("%n file(s) are not finished.", nullptr, unfinished), QMessageBox::NoButton, this);
    box.setInformativeText(tr("The text so far is kept under File > Recent transcripts."));
    QPushButton* stop = box.addButton(tr("Stop and quit"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(tr("Keep working"), QMessageBox::RejectRole));
    box.exec();
    return box.clickedButton() == stop;
  };
  dialogs.stop_recording_and_quit = [this](RecordPhase phase) {
    const bool finishing = phase == RecordPhase::finishing;
    QMessageBox box(
        QMessageBox::Question, tr("Quit Tilescribe?"),
        finishing ? tr("The text of a recording is being finished.") : tr("A recording is being made."),
        QMessageBox::NoButton, this);
    box.setInformativeText(
        tr("The recording and its text so far are kept. Tilescribe offers to finish the "
           "text when it starts again."));
    QPushButton* stop =
        box.addButton(finishing ? tr("Quit") : tr("Stop, keep and quit"), QMessageBox::AcceptRole);
    box.setDefaultButton(
        box.addButton(finishing ? tr("Continue") : tr("Continue recording"), QMessageBox::RejectRole));
    box.exec();
    return box.clickedButton() == stop;
  };
  dialogs.recording_settings = [this](const RecordingSettings& now,
                                      const RecordingLimits& limits) -> std::optional<RecordingSettings> {
    RecordingDialog dialog(now, limits, this);
    if (dialog.exec() != QDialog::Accepted) return {};
    return dialog.chosen();
  };
  dialogs.engine_options = [this](const EngineOptions& now) -> std::optional<EngineOptions> {
    EngineDialog dialog(now, devices_, this);
    dialog.set_check(check_model);
    if (dialog.exec() != QDialog::Accepted) return {};
    return dialog.options();
  };
  dialogs.failure = [this](const QString& title, const Failure& failure) {
    FailureDialog(title, failure, this).exec();
  };
}

}  // namespace tilescribe::ui
