// SPDX-License-Identifier: Apache-2.0
#include "app/gui/vocabulary/clean_up_controller.h"

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

void CleanUpController::start(ui::DocumentId text, const CleanUpOptions& options) {
  if (finished_) return;
  CleanUpOptions kept = options;
  // The default follows the language of the window.
  if (kept.instruction == ui::CleanUpDialog::default_instruction().toStdString()) kept.instruction.clear();
  settings_.set_clean_up(kept);
  sent_ = SentText(queue_.model(), text);
  if (!sent_.is_editable(queue_.model())) return part_.show_problem(SentText::gone());
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
      [options, tell, stop = stop_.get_token(), transcript = sent_.document().snapshot()] {
        return proposal_of(*transcript, clean_up(*transcript, options, tell, stop));
      },
      [this, run](const Outcome<ui::CleanUpProposal>& outcome) {
        if (run == run_ && !finished_) ended(outcome);
      });
}

void CleanUpController::ended(const Outcome<ui::CleanUpProposal>& outcome) {
  outcome.value ? part_.show_proposal(*outcome.value)
                : part_.show_problem(ui::words(outcome.failure.message));
  shell_.closing_changed();
}

void CleanUpController::stop() {
  stop_.request_stop();
}

void CleanUpController::apply(const SentText& sent, const std::vector<ui::CleanUpChange>& changes) {
  if (finished_) return;
  if (!sent.is_editable(queue_.model())) return shell_.show_message(SentText::gone());
  const std::vector<int> rows = sent.rows();
  const auto& segments = sent.document().transcript().segments;
  using Rewritten = std::vector<std::pair<int, Segment>>;
  std::vector<std::pair<int, std::string>> texts;  // by their rows of now
  for (const ui::CleanUpChange& change : changes) {
    const int row = rows.at(change.to.row);
    if (row >= 0 && segments[static_cast<std::size_t>(row)].text == change.before)
      texts.emplace_back(row, change.to.text);
  }
  const int left_out = static_cast<int>(changes.size() - texts.size());
  ++applying_;
  asking_.run(
      [texts = std::move(texts), transcript = sent.document().snapshot()] {
        Rewritten rewritten;
        for (const auto& [row, text] : texts)
          rewritten.emplace_back(row,
                                 with_clean_text(transcript->segments[static_cast<std::size_t>(row)], text));
        return rewritten;
      },
      [this, sent, changes, left_out,
       revision = sent.document().revision()](const Outcome<Rewritten>& rewritten) {
        if (finished_) return;
        --applying_;
        if (!rewritten.value) {
          shell_.report(tr("The corrections could not be applied"), rewritten.failure);
        } else if (sent.document().revision() != revision || !sent.is_editable(queue_.model())) {
          apply(sent, changes);  // edited meanwhile
        } else {
          sent.document().rewrite(*rewritten.value);
          const int count = static_cast<int>(rewritten.value->size());
          shell_.show_message(SentText::told(tr("%n segment(s) corrected.", nullptr, count), left_out));
        }
        shell_.closing_changed();
      });
}

std::optional<ui::ClosingQuestion> CleanUpController::closing_question() const {
  const bool unapplied = part_.has_unapplied() || applying_ > 0;
  if (!unapplied && !part_.is_running()) return {};
  return ui::ClosingQuestion{
      unapplied ? tr("The corrections of a text were not applied.") : tr("A text is being cleaned up."),
      unapplied ? tr("They are lost when Tilescribe quits.")
                : tr("The corrections so far are lost when Tilescribe quits."),
      tr("Quit and lose them"), tr("Keep open")};
}

void CleanUpController::finish() {
  finished_ = true;
  stop_.request_stop();
}

}  // namespace tilescribe
