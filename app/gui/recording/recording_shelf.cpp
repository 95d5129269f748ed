// SPDX-License-Identifier: Apache-2.0
#include "app/gui/recording/recording_shelf.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QLocale>

#include "ui/format.h"

namespace tilescribe {

namespace {

QString text_of(const std::filesystem::path& path) {
  return QFile::decodeName(QByteArray::fromStdString(path.string()));
}

}  // namespace

RecordingShelf::RecordingShelf(const CaptureFunctions& capture) : capture_(capture) {}

QString RecordingShelf::folder() const {
  return text_of(capture_.folder);
}

bool RecordingShelf::holds(const QString& path) const {
  return QFileInfo(path).absolutePath() == QFileInfo(folder()).absoluteFilePath();
}

void RecordingShelf::tidy(int keep_days) {
  const auto look = [this, keep_days] {
    if (keep_days > 0) capture_.remove_old_recordings(capture_.folder, keep_days);
    std::vector<RecordingFile> unfinished = capture_.recordings(capture_.folder);
    std::erase_if(unfinished, [](const RecordingFile& file) { return !file.unfinished; });
    return unfinished;
  };
  background_.run(look, [this](const Outcome<std::vector<RecordingFile>>& found) {
    if (!found.value || found.value->empty()) return;
    QStringList paths;
    for (const RecordingFile& file : *found.value) paths.append(text_of(file.file));
    const RecordingFile& last = found.value->front();
    const QString when =
        QLocale().toString(QDateTime::fromSecsSinceEpoch(last.started), QLocale::ShortFormat);
    const QString length = ui::clock_text(last.duration_s);
    emit unfinishedFound(
        paths,
        paths.size() == 1
            ? tr("The text of a recording was never finished. It is of %1 and %2 long.").arg(when, length)
            : tr("The text of %1 recordings was never finished. The last one is of %2 and %3 long.")
                  .arg(paths.size())
                  .arg(when, length));
  });
}

void RecordingShelf::finish() {
  background_.wait();
}

}  // namespace tilescribe
