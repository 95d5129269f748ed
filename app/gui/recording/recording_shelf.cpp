// SPDX-License-Identifier: Apache-2.0
#include "app/gui/recording/recording_shelf.h"

#include <QFileInfo>
#include <utility>

#include "app/paths.h"
#include "inference/api/private_files.h"

namespace tilescribe {

RecordingShelf::RecordingShelf(Capture& capture, std::filesystem::path folder)
    : capture_(capture), folder_(std::move(folder)) {}

QString RecordingShelf::folder() const {
  return window_path(folder_);
}

bool RecordingShelf::holds(const QString& path) const {
  return QFileInfo(path).absolutePath() == QFileInfo(folder()).absoluteFilePath();
}

void RecordingShelf::tidy(int keep_days) {
  const auto look = [this, keep_days] {
    close_to_others(folder_);
    remove_left_temporaries(folder_);
    if (keep_days > 0) capture_.remove_old_recordings(folder_, keep_days);
    std::vector<RecordingFile> unfinished = capture_.recordings(folder_);
    std::erase_if(unfinished, [](const RecordingFile& file) { return !file.unfinished; });
    return unfinished;
  };
  background_.run(look, [this](const Outcome<std::vector<RecordingFile>>& found) {
    if (!found.value || found.value->empty()) return;
    emit unfinishedFound(*found.value);
  });
}

void RecordingShelf::finish() {
  background_.wait();
}

}  // namespace tilescribe
