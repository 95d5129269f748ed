// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/gui/background.h"
#include "app/gui/replacing/previous_texts.h"
#include "app/gui/transcripts_controller.h"
#include "ui/vocabulary/replace_part.h"

namespace tilescribe {

/// Find and replace in all transcripts. It looks on a thread of its own. Texts in the list change as one step
/// of their documents, all others on the store's thread, some at a time, and each keeps what it was.
class ReplaceController : public QObject {
  Q_OBJECT

 public:
  ReplaceController(const QString& folder, TranscriptsController& transcripts, QueueController& queue,
                    ui::Shell& shell);

  ui::ReplacePart& part() { return part_; }
  /// Ends what is under way. A text is changed as a whole or not at all.
  void finish();

 private:
  /// A file of the library, and its title.
  struct KeptName {
    QString name;
    QString title;
  };
  /// What is done before the window answers again.
  struct Step {
    std::size_t texts = 0;  // that it is about
    std::function<void()> work;
  };

  void search(const ui::ReplaceRequest& request);
  void look(int run);
  void replace(const std::vector<ui::FoundText>& texts);
  void replace_in_row(const ui::FoundText& text, const ui::QueueItem& row);
  void replace_in(const std::vector<ui::FoundText>& texts);
  void take_back();
  void take_back_in_list();
  void take_back_files(const std::vector<KeptName>& names, const ui::ReplaceRequest& request);
  void take_back_row(const QString& name, const QString& title, const ui::QueueItem& row);
  /// Whether nothing is under way. If an earlier run is just ending, the dialog says so.
  bool is_free();
  /// Changes one transcript after the other, until all are done or it is stopped. Returns false unless it is
  /// free.
  bool begin(const std::function<void()>& ended);
  void next();
  void step();
  void leave_out(const QString& title, const Message& why);
  void look_for_last();
  /// The row that shows a text and can be corrected; null: there is none.
  const ui::QueueItem* row_of(ui::DocumentId id, const QString& path) const;

  /// A document that was changed, and its revision then.
  struct Changed {
    std::weak_ptr<ui::TranscriptDocument> document;
    quint64 revision = 0;
    QString title;
  };

  TranscriptsController& transcripts_;
  QueueController& queue_;
  ui::Shell& shell_;
  ui::ReplacePart part_;
  const QDir folder_;
  const std::shared_ptr<const PreviousTexts> previous_;
  ui::ReplaceRequest request_;  // of the latest search
  std::stop_source stop_;
  int run_ = 0;  // which search is the latest
  std::deque<Step> steps_;
  std::function<void()> ended_;  // what is done after the last step; empty: nothing is under way
  std::size_t done_ = 0;         // texts
  QElapsedTimer told_;           // since how far it is was shown last
  ui::ReplacedEverywhere result_;
  std::vector<Changed> changed_;  // by the last replacement
  bool finished_ = false;
  Background looking_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe
