// SPDX-License-Identifier: Apache-2.0
#include "ui/library/library_model.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QLocale>
#include <utility>

#include "ui/format.h"

namespace tilescribe::ui {

namespace {

QString text_of(const std::string& text) {
  return QString::fromStdString(text);
}

/// Where the files of an entry lie, for its tool tip.
QString places(const LibraryEntry& entry) {
  QStringList lines{text_of(entry.title)};
  for (const auto& file : {entry.text, entry.sound}) {
    if (!file.empty())
      lines.append(QDir::toNativeSeparators(QFile::decodeName(QByteArray::fromStdString(file.string()))));
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

QString entry_text(const LibraryEntry& entry) {
  QStringList parts{QLocale().toString(QDateTime::fromSecsSinceEpoch(entry.created), QLocale::ShortFormat)};
  if (entry.length_s > 0.0) parts.append(clock_text(entry.length_s));
  if (!entry.model.empty()) parts.append(text_of(entry.model));
  if (entry.unfinished) {
    parts.append(LibraryModel::tr("Its text was never finished"));
  } else if (entry.text.empty()) {
    parts.append(LibraryModel::tr("No text"));
  }
  if (entry.damaged) parts.append(LibraryModel::tr("The text can't be read"));
  if (entry.cancelled) parts.append(LibraryModel::tr("Only a part is transcribed"));
  for (const std::string& tag : entry.tags) parts.append(QLatin1Char('#') + text_of(tag));
  return parts.join(QStringLiteral(" · "));
}

int LibraryModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

const LibraryEntry* LibraryModel::entry(int row) const {
  if (row < 0 || row >= rowCount()) return nullptr;
  return &view_.entries[rows_[static_cast<std::size_t>(row)].entry];
}

const LibraryHit* LibraryModel::hit(int row) const {
  if (row < 0 || row >= rowCount() || rows_[static_cast<std::size_t>(row)].hit < 0) return nullptr;
  return &view_.hits[static_cast<std::size_t>(rows_[static_cast<std::size_t>(row)].hit)];
}

QVariant LibraryModel::data(const QModelIndex& index, int role) const {
  const LibraryEntry* const shown = entry(index.row());
  if (shown == nullptr) return {};
  const LibraryHit* const found = hit(index.row());
  switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
      return text_of(found != nullptr ? found->sentence : shown->title);
    case Qt::AccessibleTextRole:
      if (found != nullptr) return tr("%1, at %2").arg(text_of(found->sentence), clock_text(found->start_s));
      return QStringLiteral("%1, %2").arg(text_of(shown->title), entry_text(*shown));
    case Qt::ToolTipRole:
      return tip_text(found != nullptr ? text_of(found->sentence) : places(*shown));
    default:
      return {};
  }
}

Qt::ItemFlags LibraryModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractListModel::flags(index);
  const LibraryEntry* const shown = entry(index.row());
  if (shown != nullptr && hit(index.row()) == nullptr && !shown->binned) flags |= Qt::ItemIsEditable;
  return flags;
}

bool LibraryModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable)) return false;
  const QString title = value.toString().simplified();
  LibraryEntry& named = view_.entries[rows_[static_cast<std::size_t>(index.row())].entry];
  if (title == text_of(named.title)) return true;
  const LibraryEntry before = named;
  if (!title.isEmpty()) named.title = title.toStdString();  // without one, it is that of its source
  emit dataChanged(index, index);
  emit renamed(before, title);
  return true;
}

void LibraryModel::show(LibraryView view) {
  const bool same = view.entries == view_.entries && view.hits == view_.hits && view.terms == view_.terms;
  if (same) {
    view_ = std::move(view);
    return;
  }
  beginResetModel();
  view_ = std::move(view);
  rows_.clear();
  std::size_t hit = 0;
  for (std::size_t entry = 0; entry < view_.entries.size(); ++entry) {
    rows_.push_back({entry});
    for (; hit < view_.hits.size() && view_.hits[hit].entry == entry; ++hit)
      rows_.push_back({entry, static_cast<int>(hit)});
  }
  endResetModel();
}

LibraryModel::Place LibraryModel::place(int row) const {
  const LibraryEntry* const shown = entry(row);
  if (shown == nullptr) return {};
  const LibraryHit* const found = hit(row);
  return {shown->file().string(), found == nullptr ? -1 : found->segment};
}

int LibraryModel::row_of(const Place& wanted) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (place(row) == wanted) return row;
  }
  return -1;
}

}  // namespace tilescribe::ui
