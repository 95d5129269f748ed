// SPDX-License-Identifier: Apache-2.0
#include "app/gui/file_collector.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFileInfo>
#include <algorithm>
#include <string>

#include "inference/api/media_types.h"

namespace tilescribe {

namespace {

struct CollectTexts {
  Q_DECLARE_TR_FUNCTIONS(CollectTexts)
};

std::vector<CollectedFile> files_in(const QString& folder, const std::stop_token& stop) {
  std::vector<CollectedFile> files;
  QDirIterator walk(folder, QDir::Files | QDir::Readable, QDirIterator::Subdirectories);
  while (!stop.stop_requested() && walk.hasNext()) {
    const QString path = walk.next();
    if (is_media_name(path)) files.push_back({path, {}});
  }
  std::ranges::sort(files, {}, &CollectedFile::path);
  if (files.empty()) {
    files.push_back(
        {folder,
         CollectTexts::tr("Expected audio or video files in the folder, found none: %1.").arg(folder)});
  }
  return files;
}

}  // namespace

std::vector<CollectedFile> collect_files(const QList<QUrl>& urls, const std::stop_token& stop) {
  std::vector<CollectedFile> all;
  for (const QUrl& url : urls) {
    if (stop.stop_requested()) break;
    if (!url.isLocalFile()) {
      const QString address = url.toDisplayString();
      all.push_back(
          {address,
           CollectTexts::tr("Expected a file on this computer, found an address: %1.").arg(address)});
      continue;
    }
    const QString path = url.toLocalFile();
    if (!QFileInfo(path).isDir()) {
      all.push_back({path, {}});
      continue;
    }
    const auto inside = files_in(path, stop);
    all.insert(all.end(), inside.begin(), inside.end());
  }
  return all;
}

bool is_media_name(const QString& name) {
  const std::string ending = QFileInfo(name).suffix().toLower().toStdString();
  return std::ranges::find(media_types, ending, &MediaType::ending) != media_types.end();
}

bool is_profile_name(const QString& path) {
  return QFileInfo(path).suffix().compare(QLatin1String("sqlite"), Qt::CaseInsensitive) == 0;
}

}  // namespace tilescribe
