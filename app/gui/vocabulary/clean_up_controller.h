// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/gui/background.h"
#include "app/gui/queue_controller.h"
#include "app/gui/sent_text.h"
#include "ui/settings/settings.h"
#include "ui/shell/shell.h"
#include "ui/vocabulary/clean_up_part.h"

namespace tilescribe {

/// Texts corrected through the user's own chat address. It asks on a thread of its own, and only when the
/// user starts that. What is applied is one step of the document, and what the model heard is kept.
class CleanUpController : public QObject {
  Q_OBJECT

 public:
  CleanUpController(QueueController& queue, ui::Shell& shell, ui::Settings& settings);

  ui::CleanUpPart& part() { return part_; }
  std::optional<ui::ClosingQuestion> closing_question() const;
  /// Ends what is under way. Its result is not shown.
  void finish();

 private:
  void start(ui::DocumentId text, const CleanUpOptions& options);
  void ended(const Outcome<ui::CleanUpProposal>& outcome);
  void stop();
  void apply(const SentText& sent, const std::vector<ui::CleanUpChange>& changes);

  QueueController& queue_;
  ui::Shell& shell_;
  ui::Settings& settings_;
  ui::CleanUpPart part_;
  SentText sent_;
  std::stop_source stop_;
  int run_ = 0;       // which is the latest
  int applying_ = 0;  // runs whose corrections are on their way into a text
  bool finished_ = false;
  Background asking_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe
