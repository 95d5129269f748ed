// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QString>
#include <filesystem>

namespace tilescribe {

/// A path of the window, in the system's encoding of file names.
inline std::filesystem::path native_path(const QString& path) {
  return QFile::encodeName(path).toStdString();
}

/// The same path for the window.
inline QString window_path(const std::filesystem::path& path) {
  return QFile::decodeName(QByteArray::fromStdString(path.string()));
}

}  // namespace tilescribe
