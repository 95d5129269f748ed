// SPDX-License-Identifier: Apache-2.0
#include "app/gui/queue/queue_record.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include "app/paths.h"
#include "inference/api/private_files.h"

namespace tilescribe {

namespace {

constexpr int record_version = 1;

QJsonObject json_of(const QueueRecord& record, const QString& at) {
  using State = QueueRecord::State;
  QJsonArray rows, asked;
  for (const QByteArray& how : record.asked) asked.append(QString::fromUtf8(how));
  for (const QueueRecord::Row& row : record.rows) {
    QJsonObject one{{QStringLiteral("file"), row.path}};
    if (row.state == State::running) one.insert(QStringLiteral("running"), true);
    if (row.state == State::found) one.insert(QStringLiteral("maybeDone"), true);
    if (row.asked >= 0) one.insert(QStringLiteral("asked"), row.asked);
    rows.append(one);
  }
  QJsonObject json{{QStringLiteral("version"), record_version},
                   {QStringLiteral("at"), at},
                   {QStringLiteral("paused"), record.paused},
                   {QStringLiteral("asked"), asked},
                   {QStringLiteral("files"), rows}};
  if (record.folder.isEmpty()) return json;
  QJsonObject seen;
  for (auto file = record.seen.cbegin(); file != record.seen.cend(); ++file)
    seen.insert(file.key(), QJsonArray{file->bytes, file->changed_ms});
  json.insert(QStringLiteral("watched"),
              QJsonObject{{QStringLiteral("folder"), record.folder}, {QStringLiteral("seen"), seen}});
  return json;
}

QueueRecord record_of(const QJsonObject& json) {
  QueueRecord record;
  record.paused = json.value(QStringLiteral("paused")).toBool();
  const QJsonArray asked = json.value(QStringLiteral("asked")).toArray();
  for (const auto& how : asked) record.asked.push_back(how.toString().toUtf8());
  const QJsonArray rows = json.value(QStringLiteral("files")).toArray();
  for (const auto& row : rows) {
    const QString path = row[QStringLiteral("file")].toString();
    if (path.isEmpty()) continue;
    using State = QueueRecord::State;
    const State state = row[QStringLiteral("maybeDone")].toBool() ? State::found
                        : row[QStringLiteral("running")].toBool() ? State::running
                                                                  : State::waiting;
    const int how = row[QStringLiteral("asked")].toInt(-1);
    record.rows.push_back({path, state, how >= 0 && how < asked.size() ? how : -1});
  }
  const QJsonObject watched = json.value(QStringLiteral("watched")).toObject();
  record.folder = watched.value(QStringLiteral("folder")).toString();
  const QJsonObject seen = watched.value(QStringLiteral("seen")).toObject();
  for (auto file = seen.constBegin(); file != seen.constEnd(); ++file)
    record.seen.insert(file.key(), {file.value()[0].toInteger(), file.value()[1].toInteger()});
  return record;
}

}  // namespace

LoadedQueue load_queue_record(const QString& path) {
  QFile file(path);
  if (!file.exists()) return {};
  const std::string place = path.toStdString();
  if (!file.open(QIODevice::ReadOnly))
    return {.problem = Message("Expected a readable file at {1}, found: {2}.", place,
                               file.errorString().toStdString())};
  const QByteArray content = file.readAll();
  if (content.isEmpty()) return {};  // its name was taken, and then the program was killed
  QJsonParseError problem;
  const QJsonObject json = QJsonDocument::fromJson(content, &problem).object();
  if (problem.error != QJsonParseError::NoError)
    return {.problem = Message("Expected the waiting files in {1}, found damaged JSON: {2}.", place,
                               problem.errorString().toStdString())};
  const int version = json.value(QStringLiteral("version")).toInt();
  if (version != record_version)
    return {.problem = Message("Expected the waiting files in {1} in version {2}, found version {3}.", place,
                               record_version, version)};
  return {.record = record_of(json), .at = json.value(QStringLiteral("at")).toString()};
}

std::optional<Message> save_queue_record(const QString& path, const QueueRecord& record, const QString& at) {
  make_private_folder(Message("transcripts"), native_path(QFileInfo(path).path()));
  make_private_file(native_path(path));  // what replaces it has its permissions
  QSaveFile file(path);
  const QByteArray content = QJsonDocument(json_of(record, at)).toJson(QJsonDocument::Compact);
  if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit()) return {};
  return Message("The waiting files could not be written to {1}: {2}.", path.toStdString(),
                 file.errorString().toStdString());
}

QString set_queue_record_aside(const QString& path) {
  for (int number = 1;; ++number) {
    const QString aside = QStringLiteral("%1.damaged-%2").arg(path).arg(number);
    if (QFileInfo::exists(aside)) continue;
    return QFile::rename(path, aside) ? aside : QString();
  }
}

}  // namespace tilescribe
