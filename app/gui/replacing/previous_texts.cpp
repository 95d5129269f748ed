// SPDX-License-Identifier: Apache-2.0
#include "app/gui/replacing/previous_texts.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <filesystem>
#include <system_error>

#include "app/paths.h"
#include "inference/api/private_files.h"

namespace tilescribe {

namespace fs = std::filesystem;

PreviousTexts::PreviousTexts(const QDir& transcripts)
    : transcripts_(transcripts), folder_(transcripts.filePath(QStringLiteral("replaced"))) {}

void PreviousTexts::begin(const ui::ReplaceRequest& request) const {
  make_private_folder(Message("transcripts"), native_path(folder_.path()));
  const QJsonObject json{{QStringLiteral("find"), request.terms.text},
                         {QStringLiteral("with"), request.with},
                         {QStringLiteral("regular"), request.terms.regular},
                         {QStringLiteral("cases"), request.terms.cases}};
  const QByteArray content = QJsonDocument(json).toJson(QJsonDocument::Compact);
  make_private_file(native_path(request_file()));
  QSaveFile file(request_file());
  const bool written =
      file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.flush();
  if (written) {  // not before: a full disk leaves the previous replacement
    for (const QString& name : names()) forget(name);
  }
  if (!written || !file.commit())
    throw fs::filesystem_error(file.errorString().toStdString(), native_path(request_file()),
                               std::make_error_code(std::errc::io_error));
}

/// The file is replaced by another one, so a second name keeps the old one. Some disks have no second names.
void PreviousTexts::keep(const QString& path) const {
  const fs::path from = native_path(path), to = native_path(previous_of(QFileInfo(path).fileName()));
  std::error_code error;
  fs::remove(to, error);
  fs::create_hard_link(from, to, error);
  if (!error) return;
  make_private_file(to);
  fs::copy_file(from, to, fs::copy_options::overwrite_existing);
}

ui::LastReplacement PreviousTexts::last() const {
  const int texts = static_cast<int>(names().size());
  QFile file(request_file());
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
  const QString find = json.value(QStringLiteral("find")).toString();
  if (find.isEmpty()) return {};
  return {
      {{find, json.value(QStringLiteral("regular")).toBool(), json.value(QStringLiteral("cases")).toBool()},
       json.value(QStringLiteral("with")).toString()},
      texts};
}

QStringList PreviousTexts::names() const {
  return folder_.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
}

void PreviousTexts::put_back(const QString& name) const {
  fs::rename(native_path(previous_of(name)), native_path(transcripts_.filePath(name)));
}

void PreviousTexts::forget(const QString& name) const {
  fs::remove(native_path(previous_of(name)));
}

}  // namespace tilescribe
