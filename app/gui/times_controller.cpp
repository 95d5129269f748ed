// SPDX-License-Identifier: Apache-2.0
#include "app/gui/times_controller.h"

#include <utility>

#include "app/paths.h"

namespace tilescribe {

TimesController::TimesController(Lab& lab, QueueController& queue, ui::Shell& shell)
    : lab_(lab), queue_(queue), shell_(shell), part_(shell) {
  connect(&part_, &ui::TimesPart::improveRequested, this, &TimesController::start);
  connect(&part_, &ui::TimesPart::stopRequested, this, [this] { stop_.request_stop(); });
}

void TimesController::set_shown(const ui::ShownText& shown) {
  shown_ = shown;
  part_.set_available(shown.id != 0 && shown.editable);
}

bool TimesController::is_editable() const {
  const ui::QueueItem* const item = document_ ? queue_.model().item(document_->id()) : nullptr;
  return item != nullptr && item->document == document_ && !ui::is_active(item->state);
}

void TimesController::start() {
  const ui::QueueItem* const item = queue_.model().item(shown_.id);
  if (finished_ || item == nullptr || ui::is_active(item->state)) return;
  document_ = item->document;
  ids_.clear();
  for (int row = 0; row < document_->size(); ++row) ids_.push_back(document_->segment_id(row));
  stop_ = {};
  part_.show_progress(shown_.title, 0.0, 0.0);
  const auto heard = [this, title = shown_.title, stop = stop_.get_token()](double heard_s, double of_s) {
    QMetaObject::invokeMethod(
        this,
        [this, title, stop, heard_s, of_s] {
          if (!stop.stop_requested()) part_.show_progress(title, heard_s, of_s);
        },
        Qt::QueuedConnection);
  };
  hearing_.run(
      [this, heard, text = *document_->snapshot(), audio = native_path(item->path),
       stop = stop_.get_token()]() mutable {
        return lab_.align_text(std::move(text), audio, {.engine = {.engine = Engine::cpu}}, heard, stop);
      },
      [this](const Outcome<Transcript>& timed) {
        if (!finished_) ended(timed);
      });
}

void TimesController::ended(const Outcome<Transcript>& timed) {
  part_.show_end();
  if (timed.value && is_editable()) {
    apply(timed.value->segments);
  } else if (timed.value) {
    shell_.show_message(tr("The transcript is not there any more, or is being written."));
  } else if (!stop_.stop_requested()) {
    shell_.report(tr("The times could not be improved"), timed.failure);
  }
  document_.reset();
}

void TimesController::apply(const std::vector<Segment>& timed) {
  const auto& segments = document_->transcript().segments;
  std::vector<std::pair<int, Segment>> rewritten;
  for (std::size_t i = 0; i < ids_.size() && i < timed.size(); ++i) {
    const int row = document_->row_of(ids_[i]);
    if (row >= 0 && segments[static_cast<std::size_t>(row)].text == timed[i].text)
      rewritten.emplace_back(row, timed[i]);
  }
  const int edited = static_cast<int>(ids_.size() - rewritten.size());
  document_->rewrite(rewritten);
  const QString told =
      tr("The times of %n segment(s) are those of their words.", nullptr, static_cast<int>(rewritten.size()));
  shell_.show_message(
      edited == 0 ? told
                  : tr("%1 %n segment(s) had been edited meanwhile and stay as they are.", nullptr, edited)
                        .arg(told));
}

void TimesController::finish() {
  finished_ = true;
  stop_.request_stop();
}

}  // namespace tilescribe
