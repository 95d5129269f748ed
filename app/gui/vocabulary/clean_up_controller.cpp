// SPDX-License-Identifier: Apache-2.0
#include "app/gui/vocabulary/clean_up_controller.h"

#include <QHash>
#include <utility>

#include "ui/words.h"

namespace tilescribe {

namespace {

ui::CleanUpProposal proposal_of(const Transcript& transcript, CleanUpResult result) {
  ui::CleanUpProposal proposal;
  for (CleanedText& changed : result.changed) {
    const Segment& segment = transcript.segments[changed.row];
    const auto compared = compare_words(segment.text, changed.text, SameWords::exact);
    proposal.changes.push_back(
        {.to = changed,
         .before = segment.text,
         .difference = {segment.start_s, marked_difference(segment.text, changed.text, compared)}});
  }
  result.changed.clear();
  proposal.result = std::move(result);
  return proposal;
}

}  // namespace

CleanUpController::CleanUpController(QueueController& queue, ui::Shell& shell, ui::Settings& settings)
    : queue_(queue), shell_(shell), settings_(settings), part_(shell) {
  using ui::CleanUpPart;
  part_.kept = [this] { return settings_.clean_up(); };
  connect(&part_, &CleanUpPart::startRequested, this, &CleanUpController::start);
  connect(&part_, &CleanUpPart::stopRequested, this, &CleanUpController::stop);
  connect(&part_, &CleanUpPart::applyRequested, this,
          [this](const std::vector<ui::CleanUpChange>& changes) { apply(sent_, changes); });
}

bool CleanUpController::is_editable(const Sent& sent) const {
  const ui::QueueItem* const item = sent.document ? queue_.model().item(sent.document->id()) : nullptr;
  return item != nullptr && item->document == sent.document && !ui::is_active(item->state);
}

void CleanUpController::start(ui::DocumentId text, const CleanUpOptions& options) {
  if (finished_) return;
  CleanUpOptions kept = options;
  // The default follows the language of the window.
  if (kept.instruction == ui::CleanUpDialog::default_instruction().toStdString()) kept.instruction.clear();
  settings_.set_clean_up(kept);
  const ui::QueueItem* const item = queue_.model().item(text);
  sent_ = {.document = item != nullptr ? item->document : nullptr};
  if (!is_editable(sent_))
    return part_.show_problem(tr("The transcript is not there any more, or is being written."));
  for (int row = 0; row < sent_.document->size(); ++row) sent_.ids.push_back(sent_.document->segment_id(row));
  stop_ = {};
  const int run = ++run_;
  const auto tell = [this, run](const CleanUpProgress& progress) {
    QMetaObject::invokeMethod(
        this,
        [this, run, progress] {
          if (run == run_ && !finished_) part_.show_progress(progress);
        },
        Qt::QueuedConnection);
  };
  asking_.run(
      [options, tell, stop = stop_.get_token(), transcript = sent_.document->snapshot()] {
        return proposal_of(*transcript, clean_up(*transcript, options, tell, stop));
      },
      [this, run](const Outcome<ui::CleanUpProposal>& outcome) {
        if (run == run_ && !finished_) ended(outcome);
      });
}

void CleanUpController::ended(const Outcome<ui::CleanUpProposal>& outcome) {
  if (outcome.value) return part_.show_proposal(*outcome.value);
  part_.show_problem(ui::words(outcome.failure.message));
}

void CleanUpController::stop() {
  stop_.request_stop();
}

void CleanUpController::apply(const Sent& sent, const std::vector<ui::CleanUpChange>& changes) {
  if (finished_) return;
  if (!is_editable(sent))
    return shell_.show_message(tr("The transcript is not there any more, or is being written."));
  QHash<ui::SegmentId, int> rows;
  for (int row = 0; row < sent.document->size(); ++row) rows.insert(sent.document->segment_id(row), row);
  const auto& segments = sent.document->transcript().segments;
  using Rewritten = std::vector<std::pair<int, Segment>>;
  std::vector<std::pair<int, std::string>> texts;  // by their rows of now
  for (const ui::CleanUpChange& change : changes) {
    const int row = rows.value(sent.ids.at(change.to.row), -1);
    if (row >= 0 && segments[static_cast<std::size_t>(row)].text == change.before)
      texts.emplace_back(row, change.to.text);
  }
  const int left_out = static_cast<int>(changes.size() - texts.size());
  asking_.run(
      [texts = std::move(texts), transcript = sent.document->snapshot()] {
        Rewritten rewritten;
        for (const auto& [row, text] : texts)
          rewritten.emplace_back(row,
                                 with_clean_text(transcript->segments[static_cast<std::size_t>(row)], text));
        return rewritten;
      },
      [this, sent, changes, left_out,
       revision = sent.document->revision()](const Outcome<Rewritten>& rewritten) {
        if (finished_) return;
        if (!rewritten.value)
          return shell_.report(tr("The corrections could not be applied"), rewritten.failure);
        if (sent.document->revision() != revision || !is_editable(sent))
          return apply(sent, changes);  // edited meanwhile
        sent.document->rewrite(*rewritten.value);
        QString told = tr("%n segment(s) corrected.", nullptr, static_cast<int>(rewritten.value->size()));
        if (left_out > 0)
          told = tr("%1 %n segment(s) had been edited meanwhile and stay as they are.", nullptr, left_out)
                     .arg(told);
        shell_.show_message(told);
      });
}

void CleanUpController::finish() {
  finished_ = true;
  stop_.request_stop();
}

}  // namespace tilescribe
