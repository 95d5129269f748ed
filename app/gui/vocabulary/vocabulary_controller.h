// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <atomic>
#include <memory>

#include "app/gui/background.h"
#include "app/gui/queue_controller.h"
#include "app/service/transcription_service.h"
#include "ui/settings/settings.h"
#include "ui/shell/shell.h"
#include "ui/vocabulary/vocabulary_part.h"

namespace tilescribe {

/// Words of the user's own: kept in the settings, given to every file and recording that begins, and shown on
/// the transcript that is chosen. What takes time is computed on a thread of its own.
class VocabularyController : public QObject {
  Q_OBJECT

 public:
  VocabularyController(QueueController& queue, TranscriptionService& service, ui::Shell& shell,
                       ui::Settings& settings);

  ui::VocabularyPart& part() { return part_; }
  /// The chosen profile; an empty one if there is none.
  WordProfile profile() const;
  /// What would be lost if the program ended now.
  std::optional<ui::ClosingQuestion> closing_question() const;
  /// What is still being computed is not shown.
  void finish();

 signals:
  void shownChanged(const tilescribe::ui::ShownText& shown);

 private:
  void connect_part();
  void keep(const std::vector<WordProfile>& profiles, const QString& chosen);
  void show_chosen();
  void follow_shown();
  std::vector<ui::ComparableText> comparable() const;
  void preview(const WordRules& rules, ui::DocumentId text);
  void apply(const WordRules& rules, ui::DocumentId text);
  void restore();
  void compare(ui::DocumentId before, ui::DocumentId after);
  void read(const QString& path);
  void write(const QString& path, const WordProfile& profile);
  const ui::QueueItem* shown() const { return queue_.model().item(queue_.part().chosen()); }

  QueueController& queue_;
  ui::Shell& shell_;
  ui::Settings& settings_;
  ui::VocabularyPart part_;
  std::vector<WordProfile> profiles_;
  // Which request is the latest; the work for earlier ones ends early.
  std::shared_ptr<std::atomic<int>> preview_asked_ = std::make_shared<std::atomic<int>>(0);
  bool finished_ = false;
  Background computing_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe
