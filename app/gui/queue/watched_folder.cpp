// SPDX-License-Identifier: Apache-2.0
#include "app/gui/queue/watched_folder.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <algorithm>

#include "app/gui/file_collector.h"

namespace tilescribe {

WatchedFolder::WatchedFolder() {
  clock_.start();
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &WatchedFolder::look);
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &WatchedFolder::look);
}

void WatchedFolder::set_pace(int settle_ms, int idle_ms) {
  settle_ms_ = settle_ms;
  idle_ms_ = idle_ms;
  if (timer_.isActive()) timer_.start(idle_ms_);
}

void WatchedFolder::watch(const QString& folder, const std::optional<SeenFiles>& seen) {
  if (const QStringList before = watcher_.directories(); !before.isEmpty()) watcher_.removePaths(before);
  folder_ = folder;
  seen_ = seen.value_or(SeenFiles());
  first_look_ = !seen;
  growing_.clear();
  timer_.stop();
  if (trouble_) emit troubleChanged({});
  trouble_ = false;
  emit seenChanged();
  look();
}

/// Reads the folder. What changes meanwhile is seen at the next look, which follows at once.
void WatchedFolder::look() {
  if (folder_.isEmpty() || finished_) return;
  look_again_ = looking_;
  if (looking_) return;
  looking_ = true;
  background_.run(
      [folder = folder_] {
        Look now{folder, QFileInfo(folder).isDir() && QFileInfo(folder).isReadable(), {}};
        QDirIterator walk(folder, QDir::Files | QDir::Readable);
        while (walk.hasNext()) {
          const QFileInfo file(walk.next());
          if (is_media_name(file.fileName()))
            now.files.insert(file.fileName(), {file.size(), file.lastModified().toMSecsSinceEpoch()});
        }
        return now;
      },
      [this](const Outcome<Look>& now) {
        looking_ = false;
        if (finished_) return;
        if (now.value && now.value->folder == folder_) compare(*now.value);
        if (!now.value || now.value->folder != folder_ || look_again_) look();
      });
}

void WatchedFolder::compare(const Look& now) {
  if (trouble_ == now.readable) {
    trouble_ = !now.readable;
    emit troubleChanged(trouble_
                            ? tr("The watched folder %1 can't be read. Its new files are transcribed once "
                                 "it is back.")
                                  .arg(QDir::toNativeSeparators(folder_))
                            : QString());
  }
  // A folder that was away is watched anew.
  if (now.readable && watcher_.directories().isEmpty()) watcher_.addPath(folder_);
  if (now.readable && first_look_) {
    first_look_ = false;
    seen_ = now.files;
    emit seenChanged();
  }
  take(now.files);
  timer_.start(growing_.isEmpty() ? idle_ms_ : std::min(idle_ms_, std::max(1, settle_ms_ / 2)));
  emit looked();
}

/// Those that are new, and have been the same for long enough. What is not there any more stays seen: it may
/// be on a disk that comes back.
void WatchedFolder::take(const SeenFiles& files) {
  QStringList complete;
  QHash<QString, Growing> growing;
  const qint64 time = clock_.elapsed();
  for (auto file = files.cbegin(); file != files.cend(); ++file) {
    const auto before = seen_.constFind(file.key());
    if (before != seen_.cend() && *before == *file) continue;
    const auto last = growing_.constFind(file.key());
    const bool same = last != growing_.cend() && last->last == *file;
    const qint64 since = same ? last->since_ms : time;
    if (file->bytes > 0 && same && time - since >= settle_ms_) {
      complete.append(file.key());
    } else {
      growing.insert(file.key(), {*file, since});
    }
  }
  growing_ = growing;
  if (complete.isEmpty()) return;
  complete.sort();
  QStringList paths;
  for (const QString& name : complete) {
    seen_.insert(name, files.value(name));
    paths.append(QDir(folder_).filePath(name));
  }
  emit found(paths);
  emit seenChanged();
}

void WatchedFolder::finish() {
  finished_ = true;
  timer_.stop();
}

}  // namespace tilescribe
