// SPDX-License-Identifier: Apache-2.0
#include "app/gui/replacing/replace_controller.h"

#include <QFileInfo>
#include <QHash>
#include <sstream>
#include <utility>

#include "app/gui/replacing/text_finder.h"
#include "app/paths.h"
#include "ui/document/text_replacing.h"
#include "ui/transcript/find_bar.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/words.h"

namespace tilescribe {

namespace {

constexpr qint64 tell_every_ms = 40;
constexpr std::size_t most_in_a_step = 16;  // files; a stop waits for them

/// The same in pieces.
template <class Value>
std::vector<std::vector<Value>> in_steps(const std::vector<Value>& all) {
  std::vector<std::vector<Value>> steps;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % most_in_a_step == 0) steps.emplace_back();
    steps.back().push_back(all[i]);
  }
  return steps;
}

Transcript load_kept(const QString& path) {
  return load_transcript(native_path(path), ExportFormat::json);
}

ui::ReplacedTexts replaced(const Transcript& text, const ui::ReplaceRequest& request) {
  return ui::replaced_texts(text.segments, ui::TextSearch(request.terms), request.with);
}

/// Replaces in a file that is still what was found; else says why not.
std::optional<Message> replace_in_file(const QString& path, std::size_t before,
                                       const ui::ReplaceRequest& request, const PreviousTexts& previous) {
  Transcript text = load_kept(path);
  if (ui::texts_fingerprint(text.segments) != before) return Message("It was changed meanwhile.");
  replaced(text, request).apply(text.segments);
  previous.keep(path);
  try {
    save_transcript(native_path(path), text, ExportFormat::json, Readers::user_alone);
  } catch (...) {
    previous.forget(QFileInfo(path).fileName());
    throw;
  }
  return {};
}

/// As a file holds them.
std::string written(const std::vector<Segment>& segments) {
  Transcript text;
  text.segments = segments;
  std::ostringstream out;
  write_transcript(out, text, ExportFormat::json);
  return std::move(out).str();
}

/// Whether these segments are what a text became by the replacement, to their times.
bool is_replaced(const std::vector<Segment>& segments, Transcript text, const ui::ReplaceRequest& request) {
  replaced(text, request).apply(text.segments);
  return written(segments) == written(text.segments);
}

std::optional<Message> take_back_in_file(const QString& path, const ui::ReplaceRequest& request,
                                         const PreviousTexts& previous) {
  if (!QFileInfo::exists(path)) return Message("It is not in the library any more.");
  const QString name = QFileInfo(path).fileName();
  if (!is_replaced(load_kept(path).segments, load_kept(previous.previous_of(name)), request))
    return Message("It was corrected since.");
  previous.put_back(name);
  return {};
}

}  // namespace

ReplaceController::ReplaceController(const QString& folder, TranscriptsController& transcripts,
                                     QueueController& queue, ui::Shell& shell)
    : transcripts_(transcripts),
      queue_(queue),
      shell_(shell),
      part_(shell),
      folder_(folder),
      previous_(std::make_shared<PreviousTexts>(folder_)) {
  using ui::ReplacePart;
  connect(&queue.transcript().panel().find_bar(), &ui::FindBar::everywhereRequested, &part_,
          &ReplacePart::open);
  connect(&part_, &ReplacePart::opened, this, &ReplaceController::look_for_last);
  connect(&part_, &ReplacePart::searchRequested, this, &ReplaceController::search);
  connect(&part_, &ReplacePart::replaceRequested, this, &ReplaceController::replace);
  connect(&part_, &ReplacePart::takeBackRequested, this, &ReplaceController::take_back);
  connect(&part_, &ReplacePart::stopRequested, this, [this] { stop_.request_stop(); });
}

const ui::QueueItem* ReplaceController::row_of(ui::DocumentId id, const QString& path) const {
  const ui::QueueItem* const row =
      queue_.model().item(id != 0 || path.isEmpty() ? id : transcripts_.document_of(path));
  return row == nullptr || ui::is_active(row->state) ? nullptr : row;
}

bool ReplaceController::is_free() {
  if (ended_) part_.show_problem(tr("The last replacement is just ending. Try again."));
  return !finished_ && !ended_;
}

void ReplaceController::search(const ui::ReplaceRequest& request) {
  if (!is_free()) return;
  request_ = request;
  stop_ = {};
  transcripts_.when_written([this, run = ++run_] {
    if (run == run_ && !finished_) look(run);
  });
}

void ReplaceController::look(int run) {
  std::vector<ShownTranscript> shown;
  int being_written = 0;
  for (int row = 0; row < queue_.model().rowCount(); ++row) {
    const ui::QueueItem& item = *queue_.model().item_at(row);
    if (ui::is_active(item.state)) {
      ++being_written;
    } else if (item.document->size() > 0) {
      shown.push_back(
          {item.id(), transcripts_.path_of(item.id()), ui::file_name(item.path), item.document->snapshot()});
    }
  }
  const auto tell = [this, run, clock = QElapsedTimer()](int done, int total) mutable {
    if (clock.isValid() && clock.elapsed() < tell_every_ms) return;
    clock.start();
    QMetaObject::invokeMethod(
        this,
        [this, run, done, total] {
          if (run == run_ && !finished_) part_.show_progress(done, total);
        },
        Qt::QueuedConnection);
  };
  looking_.run([request = request_, shown = std::move(shown), folder = folder_, tell,
                stop = stop_.get_token()] { return find_in_texts(request, shown, folder, tell, stop); },
               [this, run, being_written](Outcome<ui::FoundTexts> found) {
                 if (run != run_ || finished_) return;
                 if (!found.value) return part_.show_problem(ui::words(found.failure.message));
                 found.value->being_written = being_written;
                 part_.show_found(*found.value);
               });
}

bool ReplaceController::begin(const std::function<void()>& ended) {
  if (!is_free()) return false;
  stop_ = {};
  steps_.clear();
  done_ = 0;
  told_.invalidate();
  result_ = {};
  ended_ = ended;
  return true;
}

void ReplaceController::next() {
  QMetaObject::invokeMethod(this, &ReplaceController::step, Qt::QueuedConnection);
}

void ReplaceController::step() {
  if (finished_) return;
  std::size_t left = 0;
  for (const Step& step : steps_) left += step.texts;
  if (stop_.stop_requested()) {
    result_.not_reached = static_cast<int>(left);
    steps_.clear();
  }
  if (steps_.empty()) {
    std::exchange(ended_, nullptr)();
    return look_for_last();
  }
  if (!told_.isValid() || told_.elapsed() >= tell_every_ms) {
    told_.start();
    part_.show_progress(static_cast<int>(done_), static_cast<int>(done_ + left));
  }
  const Step first = std::move(steps_.front());
  steps_.pop_front();
  done_ += first.texts;
  first.work();
}

void ReplaceController::leave_out(const QString& title, const Message& why) {
  result_.left_out.push_back({title, ui::words(why)});
}

void ReplaceController::replace(const std::vector<ui::FoundText>& texts) {
  const bool begun = begin([this] {
    part_.is_open()
        ? part_.show_replaced(result_)
        : shell_.show_message(tr("%n place(s) replaced. Transcripts changed: %1.", nullptr, result_.places)
                                  .arg(result_.texts));
  });
  if (!begun) return;
  changed_.clear();
  std::vector<ui::FoundText> files;
  for (ui::FoundText text : texts) {
    text.shown.clear();
    if (row_of(text.id, text.path) == nullptr) {
      files.push_back(std::move(text));
    } else {
      steps_.push_back({1, [this, text] { replace_in({text}); }});
    }
  }
  for (const std::vector<ui::FoundText>& some : in_steps(files))
    steps_.push_back({some.size(), [this, some] { replace_in(some); }});
  looking_.run([previous = previous_, request = request_] { previous->begin(request); },
               [this](const Outcome<Done>& outcome) {
                 if (outcome.value) return next();
                 ended_ = nullptr;
                 if (!finished_) part_.show_problem(ui::words(outcome.failure.message));
               });
}

void ReplaceController::replace_in_row(const ui::FoundText& text, const ui::QueueItem& row) {
  ui::TranscriptDocument& document = *row.document;
  if (ui::texts_fingerprint(document.transcript().segments) != text.before)
    return leave_out(text.title, Message("It was changed meanwhile."));
  document.replace_all(ui::TextSearch(request_.terms), request_.with);
  changed_.push_back({row.document, document.revision(), text.title});
  result_.places += text.places;
  ++result_.texts;
}

/// Those that a row shows by now change there.
void ReplaceController::replace_in(const std::vector<ui::FoundText>& texts) {
  QHash<QString, std::size_t> before;
  QStringList paths;
  std::vector<ui::FoundText> files;
  for (const ui::FoundText& text : texts) {
    if (const ui::QueueItem* row = row_of(text.id, text.path)) {
      replace_in_row(text, *row);
    } else if (text.path.isEmpty()) {
      leave_out(text.title, Message("It is not in the list any more."));
    } else {
      before.insert(text.path, text.before);
      paths.append(text.path);
      files.push_back(text);
    }
  }
  if (files.empty()) return next();
  transcripts_.change(
      paths,
      [before, request = request_, previous = previous_](const QString& path) {
        return replace_in_file(path, before.value(path), request, *previous);
      },
      [this, files](const std::vector<std::optional<Message>>& why) {
        for (std::size_t i = 0; i < files.size(); ++i) {
          if (why[i]) {
            leave_out(files[i].title, *why[i]);
          } else {
            result_.places += files[i].places;
            ++result_.texts;
          }
        }
        next();
      });
}

void ReplaceController::take_back() {
  const bool begun = begin([this] {
    part_.is_open()
        ? part_.show_taken_back(result_)
        : shell_.show_message(tr("%n transcript(s) are as they were before.", nullptr, result_.texts));
  });
  if (!begun) return;
  take_back_in_list();
  struct Last {
    std::vector<KeptName> names = {};
    ui::ReplaceRequest request = {};
  };
  looking_.run(
      [previous = previous_, folder = folder_] {
        Last last{.request = previous->last().request};
        for (const QString& name : previous->names())
          last.names.push_back({name, title_of_kept(folder, name)});
        return last;
      },
      [this](const Outcome<Last>& outcome) {
        const Last last = outcome.value.value_or(Last());
        for (const std::vector<KeptName>& some : in_steps(last.names))
          steps_.push_back(
              {some.size(), [this, some, request = last.request] { take_back_files(some, request); }});
        next();
      });
}

/// What was changed in the list, where nothing was corrected since.
void ReplaceController::take_back_in_list() {
  for (const Changed& changed : std::exchange(changed_, {})) {
    const std::shared_ptr<ui::TranscriptDocument> document = changed.document.lock();
    if (document == nullptr) {
      leave_out(changed.title, Message("It is not in the list any more."));
    } else if (document->revision() != changed.revision) {
      leave_out(changed.title, Message("It was corrected since."));
    } else {
      document->undo_stack().undo();
      ++result_.texts;
    }
  }
}

void ReplaceController::take_back_files(const std::vector<KeptName>& names,
                                        const ui::ReplaceRequest& request) {
  QStringList paths;
  std::vector<KeptName> files;
  for (const KeptName& one : names) {
    const QString path = folder_.filePath(one.name);
    const ui::QueueItem* row = row_of(0, path);
    if (row != nullptr && names.size() == 1) return take_back_row(one.name, one.title, *row);
    if (row != nullptr) {
      steps_.push_front({1, [this, one, request] { take_back_files({one}, request); }});
      --done_;
    } else {
      paths.append(path);
      files.push_back(one);
    }
  }
  if (files.empty()) return next();
  transcripts_.change(
      paths,
      [request, previous = previous_](const QString& path) {
        return take_back_in_file(path, request, *previous);
      },
      [this, files](const std::vector<std::optional<Message>>& why) {
        for (std::size_t i = 0; i < files.size(); ++i) {
          if (why[i]) {
            leave_out(files[i].title, *why[i]);
          } else {
            ++result_.texts;
          }
        }
        next();
      });
}

/// A text that was opened since.
void ReplaceController::take_back_row(const QString& name, const QString& title, const ui::QueueItem& row) {
  struct Before {
    Transcript text;
    bool stands = false;  // what it became is still there
  };
  looking_.run(
      [name, previous = previous_, now = row.document->snapshot()] {
        Before before{load_kept(previous->previous_of(name))};
        before.stands = is_replaced(now->segments, before.text, previous->last().request);
        return before;
      },
      [this, name, title, document = row.document,
       revision = row.document->revision()](const Outcome<Before>& before) {
        if (finished_) return;
        const std::vector<Segment>& now = document->transcript().segments;
        if (!before.value) {
          leave_out(title, before.failure.message);
        } else if (!before.value->stands || document->revision() != revision) {
          leave_out(title, Message("It was corrected since."));
        } else if (now.size() != before.value->text.segments.size()) {
          leave_out(title, Message("It is in the list of files. Remove it there, then take it back."));
        } else {
          std::vector<std::pair<int, Segment>> rows;
          for (std::size_t i = 0; i < now.size(); ++i) {
            const Segment& was = before.value->text.segments[i];
            if (was.text != now[i].text) rows.emplace_back(static_cast<int>(i), was);
          }
          document->rewrite(rows);
          looking_.run([name, previous = previous_] { previous->forget(name); });
          ++result_.texts;
        }
        next();
      });
}

void ReplaceController::look_for_last() {
  looking_.run([previous = previous_] { return previous->last(); },
               [this](const Outcome<ui::LastReplacement>& last) {
                 if (finished_ || !last.value) return;
                 ui::LastReplacement all = *last.value;
                 all.texts += static_cast<int>(changed_.size());
                 part_.set_last(all);
               });
}

void ReplaceController::finish() {
  finished_ = true;
  stop_.request_stop();
}

}  // namespace tilescribe
