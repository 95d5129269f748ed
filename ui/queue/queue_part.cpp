// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queue_part.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/format.h"
#include "ui/queue/queue_bar.h"
#include "ui/queue/queue_model.h"
#include "ui/settings/settings.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/theme/icons.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/failure_dialog.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

/// "Ready", "1 of 3 finished, 1 failed", "All 3 finished", "2 finished, 1 failed". Failed files never count
/// as finished.
QString overall_text(const QueueModel::Overall& overall) {
  if (overall.total == 0) return QueuePart::tr("Ready");
  QStringList parts;
  if (overall.active > 0) {
    parts.append(QueuePart::tr("%1 of %n finished", nullptr, overall.total).arg(overall.done));
  } else if (overall.done == overall.total) {
    parts.append(QueuePart::tr("All %n finished", nullptr, overall.total));
  } else if (overall.done > 0) {
    parts.append(QueuePart::tr("%n finished", nullptr, overall.done));
  }
  if (overall.failed > 0) parts.append(QueuePart::tr("%n failed", nullptr, overall.failed));
  if (overall.cancelled > 0) parts.append(QueuePart::tr("%n cancelled", nullptr, overall.cancelled));
  return parts.join(QueuePart::tr(", "));
}

/// Whether it is done and can be transcribed once more.
bool is_done_again(const QueueItem& item) {
  return item.state == JobState::done && retryable(item);
}

}  // namespace

QueuePart::QueuePart(QueueModel& model, Shell& shell, Settings& settings)
    : model_(model), shell_(shell), settings_(settings), list_(new QueueView(model)) {
  make_actions();
  make_channel_actions();
  make_order_actions();
  shell_.put(make_head(), Place::list_head);
  bar_ = new QueueBar(*pause_);
  shell_.put(bar_, Place::list_row);
  shell_.put(list_, Place::list);
  shell_.put(make_status(), Place::status);
  undo_banner_ = new Banner(QStringLiteral("remove"), tr("Removed files"), true);
  undo_banner_->setProperty("role", QStringLiteral("undo"));
  connect(undo_banner_->add_button("undoRemoval", tr("Undo")), &QPushButton::clicked, this,
          &QueuePart::undoRequested);
  shell_.put(undo_banner_, Place::banner);
  shell_.set_home([this] { show_home(); });
  connect(list_, &QueueView::actionTriggered, this, &QueuePart::act_on);
  connect(list_, &QueueView::selectedIdsChanged, this, &QueuePart::update_actions);
  for (QTimer* timer : {&selection_timer_, &bar_timer_}) timer->setSingleShot(true);
  connect(&selection_timer_, &QTimer::timeout, this, &QueuePart::update_actions);
  connect(&bar_timer_, &QTimer::timeout, this, &QueuePart::update_bar);
  connect(list_, &QueueView::currentIdChanged, this, [this](DocumentId id) {
    if (id != 0) shell_.show_page(page_id::transcript);
    update_actions();
    emit chosenChanged(id);
  });
  for (const auto signal : {&QueueModel::rowsInserted, &QueueModel::rowsRemoved})
    connect(&model_, signal, this, &QueuePart::update);
  connect(&model_, &QueueModel::itemChanged, this, [this](DocumentId id) {
    if (id == chosen()) update_actions();
    if (list_->has_several() && !selection_timer_.isActive()) selection_timer_.start(0);
    update_status();
  });
  connect(&model_, &QueueModel::remainingChanged, this, [this] {
    if (!bar_timer_.isActive()) bar_timer_.start(100);
  });
  connect(&model_, &QueueModel::layoutChanged, this, &QueuePart::update_actions);
  update();
}

void QueuePart::make_actions() {
  open_ = make_action(&shell_.widget(), "open", tr("&Open…"), QKeySequence::Open, "open");
  QAction* sample = make_action(&shell_.widget(), "sample", tr("&Try the sample"), {}, "play");
  undo_ = make_action(&shell_.widget(), "undo", tr("&Undo removal"), QKeySequence::Undo);
  cancel_ = make_action(&shell_.widget(), "cancel", tr("&Cancel"), Qt::CTRL | Qt::Key_Period, "close");
  retry_ = make_action(&shell_.widget(), "retry", tr("Try a&gain"), Qt::Key_F5, "retry");
  details_ = make_action(&shell_.widget(), "details", tr("Error &details…"), Qt::CTRL | Qt::Key_I, "info");
  remove_ =
      make_action(&shell_.widget(), "remove", tr("&Remove from the queue"), QKeySequence::Delete, "remove");
  remove_finished_ = make_action(&shell_.widget(), "removeFinished", tr("Remove &finished files"));
  undo_->setEnabled(false);  // nothing to undo yet
  // Delete removes a file only if the list of files has the focus.
  list_->addAction(remove_);
  remove_->setShortcutContext(Qt::WidgetShortcut);
  connect(open_, &QAction::triggered, this, &QueuePart::open_files);
  connect(sample, &QAction::triggered, this, &QueuePart::sampleRequested);
  connect(undo_, &QAction::triggered, this, &QueuePart::undoRequested);
  for (const auto& [action, meaning] :
       {std::pair{cancel_, RowAction::cancel}, std::pair{retry_, RowAction::retry},
        std::pair{details_, RowAction::details}, std::pair{remove_, RowAction::remove}})
    connect(action, &QAction::triggered, this,
            [this, meaning = meaning] { act_on(meaning, list_->selected_ids()); });
  connect(remove_finished_, &QAction::triggered, this, &QueuePart::removeFinishedRequested);
  shell_.add_actions({Menu::file, 0, {open_, sample}});
  shell_.add_actions({Menu::edit, 0, {undo_}});
  shell_.add_actions({Menu::queue, 0, {cancel_, retry_, details_}});
  shell_.add_actions({Menu::queue, 1, {remove_, remove_finished_}});
}

void QueuePart::make_channel_actions() {
  by_channel_ = make_action(&shell_.widget(), "retryByChannel", tr("Transcribe again by c&hannel"));
  by_channel_->setStatusTip(
      tr("Writes a new transcript that says who speaks, with a speaker for each channel"));
  connect(by_channel_, &QAction::triggered, this, [this] {
    std::vector<DocumentId> ids;
    for (const DocumentId id : list_->selected_ids()) {
      if (is_done_again(*model_.item(id))) ids.push_back(id);
    }
    if (!ids.empty()) emit byChannelRequested(ids);
  });
  QAction* channels = make_action(&shell_.widget(), "speakersByChannel", tr("One &person per channel"));
  channels->setStatusTip(tr("Transcribes each channel of new files by itself, and says who speaks"));
  channels->setCheckable(true);
  channels->setChecked(settings_.speakers.get());
  connect(channels, &QAction::toggled, this, [this](bool on) { settings_.speakers.set(on); });
  shell_.add_actions({Menu::queue, 0, {by_channel_}});
  QAction* times = make_action(&shell_.widget(), "wordTimes", tr("T&imes of every word"));
  times->setStatusTip(
      tr("Finds when each word of new files is spoken, by what a model on this computer listens to"));
  times->setCheckable(true);
  times->setChecked(settings_.word_times.get());
  connect(times, &QAction::toggled, this, [this](bool on) { settings_.word_times.set(on); });
  QAction* search = make_action(&shell_.widget(), "wordNgram", tr("Choose &likely words"));
  search->setStatusTip(tr(
      "Chooses the text of new files by which words follow one another, where the model has a list of words: "
      "fewer errors, and slower"));
  search->setCheckable(true);
  search->setChecked(settings_.word_ngram.get());
  connect(search, &QAction::toggled, this, [this](bool on) { settings_.word_ngram.set(on); });
  shell_.add_actions({Menu::queue, 3, {channels, times, search}});
}

void QueuePart::make_order_actions() {
  pause_ = make_action(&shell_.widget(), "pauseQueue", tr("Pause the &queue"), {}, "pause");
  pause_->setIconText(tr("Pause"));
  connect(pause_, &QAction::triggered, this, [this] { set_paused(!paused_); });
  const std::array<std::pair<const char*, QString>, 4> names{{{"moveUp", tr("Move &up")},
                                                              {"moveDown", tr("Move dow&n")},
                                                              {"moveFirst", tr("Move to the &top")},
                                                              {"moveLast", tr("Move to the &bottom")}}};
  constexpr std::array keys{Qt::Key_Up, Qt::Key_Down, Qt::Key_Home, Qt::Key_End};
  for (std::size_t i = 0; i < names.size(); ++i) {
    QAction* move = make_action(&shell_.widget(), names[i].first, names[i].second, Qt::ALT | keys[i]);
    move->setShortcutContext(Qt::WidgetShortcut);  // in the list alone, as Delete
    connect(move, &QAction::triggered, this,
            [this, i] { emit moveRequested(static_cast<QueueMove>(i), list_->selected_ids()); });
    list_->addAction(move);
    moves_.push_back(move);
  }
  list_->set_row_actions({moves_.begin(), moves_.end()});
  compact_ = make_action(&shell_.widget(), "compactList", tr("&Compact list of files"));
  compact_->setCheckable(true);
  connect(compact_, &QAction::toggled, this, [this](bool compact) {
    list_->set_compact(compact);
    settings_.compact_list.set(compact);
  });
  compact_->setChecked(settings_.compact_list.get());
  shell_.add_actions({Menu::queue, 2, {moves_.begin(), moves_.end()}});
  shell_.add_actions({Menu::queue, 3, {pause_}});
  shell_.add_actions({Menu::view, 3, {compact_}});
}

QWidget* QueuePart::make_head() {
  auto* head = new QWidget;
  title_ = new ElidedLabel(Qt::ElideRight, head);
  title_->set_color(QPalette::PlaceholderText);
  title_->setMinimumWidth(32);  // it shrinks before the buttons do
  record_ = named("sidebarRecord", new QPushButton(tr("Record…"), head));
  record_->setIcon(record_icon());
  auto* open = new QPushButton(tr("Open…"), head);
  follow_action(*open, *open_);
  make_row(head, {16, 14, 12, 8}, 8, {{title_, 1}, record_, open});
  return head;
}

QWidget* QueuePart::make_status() {
  auto* status = new QWidget;
  overall_text_ = named("overallText", new QLabel(status));
  overall_text_->setProperty("quiet", true);
  overall_text_->setContentsMargins(0, 0, 6, 0);  // from the bar
  overall_bar_ = new QProgressBar(status);
  overall_bar_->setRange(0, 1000);
  overall_bar_->setTextVisible(false);
  overall_bar_->setFixedWidth(120);
  overall_bar_->setAccessibleName(tr("Progress of the whole queue"));
  make_row(status, {}, -1, {overall_text_, overall_bar_, free_room()});
  return status;
}

void QueuePart::show_added(DocumentId id) {
  choose(id);
  list_->scrollTo(list_->currentIndex());
}

void QueuePart::lead_to_recording(QAction& action) {
  follow_action(*record_, action, tr("Record and read along"));
}

/// An empty window shows its invitation, any other the chosen file.
void QueuePart::show_home() {
  if (model_.rowCount() == 0) return shell_.show_page(page_id::empty);
  shell_.show_page(page_id::transcript);
  if (chosen() == 0) choose(model_.item_at(0)->id());
}

void QueuePart::update() {
  if (shell_.shows_page(page_id::empty) || shell_.shows_page(page_id::transcript)) show_home();
  title_->set_text(tr("%n file(s)", nullptr, model_.rowCount()));
  update_actions();
  update_status();
}

void QueuePart::update_actions() {
  const QueueItem* item = model_.item(chosen());
  const std::vector<DocumentId> ids = list_->selected_ids();
  const auto any = [&](const auto& is) {
    return std::ranges::any_of(ids, [&](DocumentId id) { return is(*model_.item(id)); });
  };
  const bool failed = item != nullptr && item->state == JobState::failed;
  cancel_->setEnabled(any([](const QueueItem& one) { return is_active(one.state); }));
  retry_->setEnabled(any(retryable));
  by_channel_->setEnabled(any(is_done_again));
  // The same words as beside the text, with the letter used in its menu.
  retry_->setText(failed && item->failure.device ? tr("Try a&gain on the CPU")
                  : item != nullptr && item->state == JobState::done && retryable(*item)
                      ? tr("Transcribe a&gain")
                      : tr("Try a&gain"));
  details_->setEnabled(failed);
  remove_->setEnabled(!ids.empty());
  remove_finished_->setEnabled(model_.overall().done > 0);
  const bool movable = any([](const QueueItem& one) { return one.state == JobState::waiting; });
  for (QAction* move : moves_) move->setEnabled(movable);
}

void QueuePart::update_status() {
  const auto overall = model_.overall();
  overall_bar_->setVisible(overall.active > 0);
  overall_bar_->setValue(static_cast<int>(std::lround(overall.fraction * 1000)));
  overall_text_->setText(overall_text(overall));
  // It comes and goes at once. Its figures may be a little old.
  if ((overall.active > 0 || paused()) == bar_->isHidden()) return update_bar();
  if (!bar_timer_.isActive()) bar_timer_.start(100);
}

void QueuePart::update_bar() {
  bar_->show_state(model_.overall(), model_.remaining(), paused());
}

void QueuePart::set_paused(bool paused) {
  if (paused == paused_) return;
  paused_ = paused;
  pause_->setText(paused ? tr("Resume the &queue") : tr("Pause the &queue"));
  pause_->setIconText(paused ? tr("Resume") : tr("Pause"));
  pause_->setIcon(line_icon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
  update_bar();
  emit pauseChanged(paused);
}

void QueuePart::open_files() {
  auto* dialog = new QFileDialog(&shell_.widget(), tr("Open audio or video"), settings_.open_folder.get(),
                                 media_filter());
  dialog->setFileMode(QFileDialog::ExistingFiles);
  connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
    settings_.open_folder.set(QFileInfo(paths.first()).absolutePath());
    QList<QUrl> urls;
    for (const QString& path : paths) urls.append(QUrl::fromLocalFile(path));
    emit urlsOpened(urls);
  });
  open_dialog(dialog);
}

void QueuePart::set_undo(bool possible, const QString& offer) {
  undo_->setEnabled(possible);
  undo_banner_->set_text(offer);
  undo_banner_->setVisible(possible && !offer.isEmpty());
}

void QueuePart::act_on(RowAction action, const std::vector<DocumentId>& ids) {
  if (action == RowAction::details) {
    const QueueItem* item = model_.item(ids.size() == 1 ? ids.front() : chosen());
    if (item == nullptr || item->state != JobState::failed) return;
    open_dialog(new FailureDialog(file_name(item->path), item->failure, &shell_.widget()));
    return;
  }
  std::vector<DocumentId> meant;
  for (const DocumentId id : ids) {
    const QueueItem* item = model_.item(id);
    if (item == nullptr || (action == RowAction::cancel && !is_active(item->state)) ||
        (action == RowAction::retry && !retryable(*item)))
      continue;
    meant.push_back(id);
  }
  if (!meant.empty()) emit requested(action, meant);
}

}  // namespace tilescribe::ui
