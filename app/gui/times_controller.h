// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <stop_token>
#include <vector>

#include "app/gui/background.h"
#include "app/gui/queue_controller.h"
#include "app/gui/sent_text.h"
#include "app/machine/lab.h"
#include "ui/shell/shell.h"
#include "ui/transcript/times_part.h"
#include "ui/vocabulary/vocabulary_part.h"

namespace tilescribe {

/// Times of words for the text that is shown: the English aligner hears its sound, on the CPU and on a thread
/// of its own. The result is one step of the document.
class TimesController : public QObject {
  Q_OBJECT

 public:
  TimesController(Lab& lab, QueueController& queue, ui::Shell& shell);

  ui::TimesPart& part() { return part_; }
  void set_shown(const ui::ShownText& shown);
  /// Ends what is under way. Its result is not shown.
  void finish();

 private:
  void start();
  void ended(const Outcome<Transcript>& timed);
  /// Into segments that still have the text that was timed.
  void apply(const std::vector<Segment>& timed);

  Lab& lab_;
  QueueController& queue_;
  ui::Shell& shell_;
  ui::TimesPart part_;
  ui::ShownText shown_;
  SentText sent_;                            // what is being timed
  std::shared_ptr<const Transcript> asked_;  // as it was then
  std::stop_source stop_;
  bool finished_ = false;
  Background hearing_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe
