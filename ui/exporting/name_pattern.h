// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDate>
#include <QString>

namespace tilescribe::ui {

/// What a name pattern can say about a file.
struct NamedFile {
  QString name;    // {name}: the recording's, without its extension
  QDate date;      // {date}: 2026-11-23
  int number = 1;  // {number}: 001, 002, …
};

/// The first {word} of a pattern that is none of these; empty: there is none.
QString unknown_place(const QString& pattern);

/// The file's name, without extension. What can't stand in a name becomes "-". Never empty, and at most 200
/// bytes, to which file systems' limits leave room.
QString name_by_pattern(const QString& pattern, const NamedFile& file);

}  // namespace tilescribe::ui
