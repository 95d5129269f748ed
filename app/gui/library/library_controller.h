// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSet>
#include <QTimer>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "app/gui/background.h"
#include "app/gui/playback/playback_controller.h"
#include "app/gui/transcripts_controller.h"
#include "inference/api/library.h"
#include "ui/library/library_part.h"
#include "ui/pages/empty_page.h"

namespace tilescribe {

/// The library: its index follows the files on a thread of its own, and another one looks into it, so that
/// nobody who searches waits for what is being indexed.
class LibraryController : public QObject {
  Q_OBJECT

 public:
  LibraryController(const LibraryFolders& folders, TranscriptsController& transcripts, QueueController& queue,
                    PlaybackController& playback, ui::Shell& shell, ui::Settings& settings);
  ~LibraryController() override;

  ui::LibraryPart& part() { return part_; }
  /// The page shows the newest transcripts while it is seen, and opens them.
  void lead_from(ui::EmptyPage& page);
  /// Deletes what the user does not keep so long, and begins to follow the files.
  void start();
  /// Ends what is under way. What is not indexed then is at the next start.
  void finish();

 private:
  /// A connection that is opened by the first who uses it, on the one thread that does.
  class Connection {
   public:
    explicit Connection(LibraryFolders folders) : folders_(std::move(folders)) {}
    Library& get() {
      if (!library_) library_ = open_library(folders_);
      return *library_;
    }

   private:
    LibraryFolders folders_;
    std::unique_ptr<Library> library_;
  };
  using Work = std::function<void(Library&)>;

  void connect_part();
  void sync();
  void index_due();
  void look();
  void look_for_recent();
  void looked(Outcome<LibraryView> outcome);
  void tell_set_aside(const std::filesystem::path& index);
  void open(const LibraryEntry& entry, int segment, double start_s);
  void export_entries(const std::vector<LibraryEntry>& entries);
  void delete_entries(const std::vector<LibraryEntry>& entries, EntryPart part);
  /// Changes the library, once what was written before is on the disk, and shows what has become of it.
  void change(const QString& title, const Work& work);

  TranscriptsController& transcripts_;
  QueueController& queue_;
  PlaybackController& playback_;
  ui::Shell& shell_;
  ui::Settings& settings_;
  ui::LibraryPart part_;
  ui::EmptyPage* start_page_ = nullptr;
  const std::shared_ptr<Connection> keeper_;  // for keeping_
  const std::shared_ptr<Connection> looker_;  // for looking_
  bool started_ = false;
  bool finished_ = false;
  bool syncing_ = false;
  bool sync_again_ = false;
  bool looking_now_ = false;
  bool look_again_ = false;
  QSet<QString> due_;  // texts that were written and are not indexed
  QTimer due_timer_;
  QTimer look_timer_;
  struct Wanted {
    QString path;
    int segment = -1;  // none
    double start_s = 0.0;
  } wanted_;  // the text that is being opened
  std::stop_source stop_;
  Background looking_;
  Background keeping_;  // last: both end their work before other members are destroyed
};

}  // namespace tilescribe
