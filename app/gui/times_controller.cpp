// SPDX-License-Identifier: Apache-2.0
#include "app/gui/times_controller.h"

#include <algorithm>
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

void TimesController::start() {
  const ui::QueueItem* const item = queue_.model().item(shown_.id);
  sent_ = SentText(queue_.model(), shown_.id);
  if (finished_ || !sent_.is_editable(queue_.model())) return;
  stop_ = {};
  asked_ = sent_.document().snapshot();
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
      [this, heard, text = asked_, audio = native_path(item->path), stop = stop_.get_token()] {
        return lab_.align_text(*text, audio, {.engine = {.engine = Engine::cpu}}, heard, stop);
      },
      [this](const Outcome<Transcript>& timed) {
        if (!finished_) ended(timed);
      });
}

void TimesController::ended(const Outcome<Transcript>& timed) {
  part_.show_end();
  if (timed.value && sent_.is_editable(queue_.model())) {
    apply(timed.value->segments);
  } else if (timed.value) {
    shell_.show_message(SentText::gone());
  } else if (!stop_.stop_requested()) {
    shell_.report(tr("The times could not be improved"), timed.failure);
  }
  sent_ = {};
  asked_ = nullptr;
}

void TimesController::apply(const std::vector<Segment>& timed) {
  ui::TranscriptDocument& document = sent_.document();
  const auto& segments = document.transcript().segments;
  const std::vector<Segment>& asked = asked_->segments;
  const std::vector<int> rows = sent_.rows();
  std::vector<int> free;  // rows
  std::vector<Segment> in_time;
  for (std::size_t i = 0; i < std::min({rows.size(), timed.size(), asked.size()}); ++i) {
    if (rows[i] < 0) continue;
    const Segment& now = segments[static_cast<std::size_t>(rows[i])];
    if (now.text != timed[i].text || now.start_s != asked[i].start_s || now.end_s != asked[i].end_s) continue;
    free.push_back(rows[i]);
    in_time.push_back(timed[i]);
    in_time.back().speaker = now.speaker;  // may have been named since
  }
  // Where several speak at a time, the order may have changed.
  std::ranges::sort(free);
  std::ranges::stable_sort(in_time, {}, &Segment::start_s);
  std::vector<std::pair<int, Segment>> rewritten;
  for (std::size_t i = 0; i < free.size(); ++i) rewritten.emplace_back(free[i], std::move(in_time[i]));
  document.rewrite(rewritten);
  const int count = static_cast<int>(rewritten.size());
  shell_.show_message(
      SentText::told(tr("The times of %n segment(s) are those of their words.", nullptr, count),
                     static_cast<int>(rows.size()) - count));
}

void TimesController::finish() {
  finished_ = true;
  stop_.request_stop();
}

}  // namespace tilescribe
