// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include "app/gui/background.h"
#include "app/gui/queue/queue_record.h"

namespace tilescribe {

/// Watches a folder for new audio and video files. What lies in it when it is chosen stays as it is. A file
/// is taken once neither its size nor its time has changed for a while: then it is written to its end.
/// Folders inside are not watched. The folder is read on another thread.
class WatchedFolder : public QObject {
  Q_OBJECT

 public:
  WatchedFolder();

  const QString& folder() const { return folder_; }
  /// What is not taken (again). A file that has changed since is new.
  const SeenFiles& seen() const { return seen_; }
  /// Watches another folder, or none. With `seen` it goes on where an earlier run stood.
  void watch(const QString& folder, const std::optional<SeenFiles>& seen = {});
  /// For tests: how long a file has to be quiet, and how often is looked in vain.
  void set_pace(int settle_ms, int idle_ms);
  void finish();

 signals:
  /// These are complete: paths, sorted. They count as seen.
  void found(const QStringList& paths);
  void seenChanged();
  void looked();                                 // the folder was read
  void troubleChanged(const QString& sentence);  // empty: it can be read again

 private:
  struct Look {
    QString folder;
    bool readable = false;
    SeenFiles files;
  };
  struct Growing {
    SeenFile last;
    qint64 since_ms = 0;  // on clock_
  };

  void look();
  void compare(const Look& now);
  void take(const SeenFiles& files);

  QString folder_;
  SeenFiles seen_;
  bool first_look_ = false;  // all that is there now counts as seen
  QHash<QString, Growing> growing_;
  bool trouble_ = false;
  bool looking_ = false;
  bool look_again_ = false;  // something has changed meanwhile
  bool finished_ = false;
  int settle_ms_ = 5'000;
  int idle_ms_ = 30'000;
  QElapsedTimer clock_;
  QTimer timer_;
  QFileSystemWatcher watcher_;
  Background background_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe
