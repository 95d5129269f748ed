// SPDX-License-Identifier: Apache-2.0
#include "app/gui/library/library_controller.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <utility>

#include "app/paths.h"
#include "ui/library/library_page.h"
#include "ui/settings/settings.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"
#include "ui/words.h"

namespace tilescribe {

namespace {

constexpr int index_after_ms = 1500;  // a correction, of which there are many
constexpr int look_after_ms = 250;    // while the index grows
constexpr int looked_through = 50;    // entries, of which some are recordings without text
constexpr std::size_t most_on_start_page = 8;

}  // namespace

LibraryController::LibraryController(const LibraryFolders& folders, TranscriptsController& transcripts,
                                     QueueController& queue, PlaybackController& playback, ui::Shell& shell,
                                     ui::Settings& settings)
    : transcripts_(transcripts),
      queue_(queue),
      playback_(playback),
      shell_(shell),
      settings_(settings),
      part_(shell, settings),
      keeper_(std::make_shared<Connection>(folders)),
      looker_(std::make_shared<Connection>(folders)) {
  due_timer_.setSingleShot(true);
  due_timer_.setInterval(index_after_ms);
  look_timer_.setSingleShot(true);
  look_timer_.setInterval(look_after_ms);
  connect(&due_timer_, &QTimer::timeout, this, &LibraryController::index_due);
  connect(&look_timer_, &QTimer::timeout, this, [this] {
    look();
    look_for_recent();
  });
  connect(&transcripts_.store(), &TranscriptStore::written, this, [this](const QString& path) {
    due_.insert(path);
    if (!due_timer_.isActive()) due_timer_.start();
  });
  connect(&transcripts_, &TranscriptsController::opened, this,
          [this](const QString& path, ui::DocumentId id) {
            const Wanted wanted = std::exchange(wanted_, {});
            if (path != wanted.path || wanted.segment < 0) return;
            queue_.transcript().panel().view().show_segment(wanted.segment);
            playback_.play_at(id, wanted.start_s);
          });
  connect_part();
}

LibraryController::~LibraryController() {
  finish();
}

void LibraryController::connect_part() {
  using ui::LibraryPart;
  connect(&part_, &LibraryPart::shown, this, [this] {
    look();
    sync();
  });
  connect(&part_, &LibraryPart::queried, this, &LibraryController::look);
  connect(&part_, &LibraryPart::openRequested, this,
          [this](const LibraryEntry& entry) { open(entry, -1, 0.0); });
  connect(&part_, &LibraryPart::playRequested, this, &LibraryController::open);
  connect(&part_, &LibraryPart::transcribeRequested, this,
          [this](const LibraryEntry& entry) { queue_.transcribe_recording(window_path(entry.sound), true); });
  connect(&part_, &LibraryPart::titleChanged, this, [this](const LibraryEntry& entry, const QString& title) {
    change(tr("It could not be renamed"),
           [entry, title = title.toStdString()](Library& library) { library.set_title(entry, title); });
  });
  connect(&part_, &LibraryPart::tagsChanged, this,
          [this](const LibraryEntry& entry, const QStringList& tags) {
            std::vector<std::string> words;
            for (const QString& tag : tags) words.push_back(tag.toStdString());
            change(tr("Its tags could not be kept"),
                   [entry, words](Library& library) { library.set_tags(entry, words); });
          });
  connect(&part_, &LibraryPart::exportRequested, this, &LibraryController::export_entries);
  connect(&part_, &LibraryPart::deleteRequested, this, &LibraryController::delete_entries);
  connect(&part_, &LibraryPart::restoreRequested, this, [this](const std::vector<LibraryEntry>& entries) {
    change(tr("Not everything could be put back"), [entries](Library& library) {
      for_each_entry(entries, [&](const LibraryEntry& entry) { library.put_back(entry); });
    });
  });
  connect(&part_, &LibraryPart::removeRequested, this, [this](const std::vector<LibraryEntry>& entries) {
    change(tr("Not everything could be deleted"),
           [entries](Library& library) { library.remove_for_good(entries); });
  });
}

void LibraryController::lead_from(ui::EmptyPage& page) {
  start_page_ = &page;
  connect(&page, &ui::EmptyPage::shown, this, &LibraryController::look_for_recent);
  connect(&page, &ui::EmptyPage::openRequested, this,
          [this](const LibraryEntry& entry) { open(entry, -1, 0.0); });
}

void LibraryController::start() {
  started_ = true;
  look_for_recent();
  const bool removes = settings_.trusts_clock(QDateTime::currentSecsSinceEpoch());
  keeping_.run([keeper = keeper_, days = removes ? settings_.keep_texts_days() : 0] {
    keeper->get().remove_old_texts(days);
  });
  sync();
}

/// The files are looked through once more where somebody asks while they are.
void LibraryController::sync() {
  if (!started_ || finished_) return;
  if (std::exchange(syncing_, true)) {
    sync_again_ = true;
    return;
  }
  const auto changed = [this] {
    QMetaObject::invokeMethod(
        this,
        [this] {
          if (!look_timer_.isActive()) look_timer_.start();
        },
        Qt::QueuedConnection);
  };
  keeping_.run(
      [keeper = keeper_, changed, stop = stop_.get_token()] { return keeper->get().sync(changed, stop); },
      [this](const Outcome<std::filesystem::path>& outcome) {
        syncing_ = false;
        if (outcome.value) tell_set_aside(*outcome.value);
        if (!outcome.value && !finished_) part_.page().show_problem(ui::words(outcome.failure.message));
        if (std::exchange(sync_again_, false)) sync();
      });
}

void LibraryController::index_due() {
  if (finished_) return;
  const QSet<QString> due = std::exchange(due_, {});
  if (part_.shows_page()) return sync();  // perhaps with its recording
  keeping_.run(
      [keeper = keeper_, due] {
        for (const QString& path : due) keeper->get().sync_text(native_path(path));
      },
      [this](const Outcome<Done>& /*outcome*/) { look_for_recent(); });
}

/// Only the last of several questions is answered.
void LibraryController::look() {
  if (!started_ || finished_ || !part_.shows_page()) return;
  if (std::exchange(looking_now_, true)) {
    look_again_ = true;
    return;
  }
  looking_.run([looker = looker_, query = part_.page().query()] { return looker->get().look(query); },
               [this](Outcome<LibraryView> outcome) { looked(std::move(outcome)); });
}

void LibraryController::look_for_recent() {
  if (!started_ || finished_ || start_page_ == nullptr || !shell_.shows_page(ui::page_id::empty)) return;
  looking_.run([looker = looker_] { return looker->get().look({.most_entries = looked_through}); },
               [this](Outcome<LibraryView> outcome) {
                 if (!outcome.value || finished_) return;
                 tell_set_aside(outcome.value->set_aside);
                 std::vector<LibraryEntry>& recent = outcome.value->entries;
                 std::erase_if(recent, [](const auto& entry) { return entry.text.empty() || entry.damaged; });
                 if (recent.size() > most_on_start_page) recent.resize(most_on_start_page);
                 start_page_->set_recent(recent);
               });
}

void LibraryController::looked(Outcome<LibraryView> outcome) {
  looking_now_ = false;
  if (finished_) return;
  if (std::exchange(look_again_, false)) {
    look();
  } else if (!outcome.value) {
    part_.page().show_problem(ui::words(outcome.failure.message));
  } else {
    tell_set_aside(outcome.value->set_aside);
    if (!outcome.value->complete && !syncing_) sync();
    part_.show_view(std::move(*outcome.value));
  }
}

void LibraryController::tell_set_aside(const std::filesystem::path& index) {
  if (index.empty() || finished_) return;
  shell_.show_message(tr("The index of the library was damaged. It is kept as %1 and made anew.")
                          .arg(QDir::toNativeSeparators(window_path(index))));
}

void LibraryController::open(const LibraryEntry& entry, int segment, double start_s) {
  wanted_ = {window_path(entry.text), segment, start_s};
  transcripts_.open(wanted_.path, window_path(entry.sound));
}

void LibraryController::delete_entries(const std::vector<LibraryEntry>& entries, EntryPart part) {
  for (const LibraryEntry& entry : entries) {
    if (has_text(part) && !entry.text.empty()) transcripts_.let_go(window_path(entry.text));
  }
  change(tr("Not everything could be deleted"), [entries, part](Library& library) {
    for_each_entry(entries, [&](const LibraryEntry& entry) { library.put_into_bin(entry, part); });
  });
}

/// A new file is named by its title; where that is the name of the sound's file, without its ending.
void LibraryController::export_entries(const std::vector<LibraryEntry>& entries) {
  std::vector<ui::ExportText> texts;
  QString folder = QDir::homePath();
  for (const LibraryEntry& entry : entries) {
    const QString path = window_path(entry.text), title = QString::fromStdString(entry.title);
    const bool named = kept_source(QFileInfo(path).fileName()) != title;
    texts.push_back({.kept = path, .name = named ? title : QFileInfo(title).completeBaseName()});
    if (texts.size() == 1 && !entry.sound.empty() && !entry.recorded)
      folder = window_path(entry.sound.parent_path());
  }
  queue_.transcript().exporting().export_kept(texts, folder);
}

void LibraryController::change(const QString& title, const Work& work) {
  transcripts_.store().run(title, [this, title, work] {
    return [this, title, work] {
      keeping_.run([keeper = keeper_, work] { work(keeper->get()); },
                   [this, title](const Outcome<Done>& outcome) {
                     if (!outcome.value) shell_.report(title, outcome.failure);
                     look();
                     look_for_recent();
                   });
    };
  });
}

void LibraryController::finish() {
  if (std::exchange(finished_, true)) return;
  due_timer_.stop();
  look_timer_.stop();
  stop_.request_stop();
  looking_.drain();
  keeping_.drain();
}

}  // namespace tilescribe
