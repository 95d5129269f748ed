// SPDX-License-Identifier: Apache-2.0
#include "ui/exporting/name_pattern.h"

#include <QRegularExpression>
#include <QStringList>

namespace tilescribe::ui {

namespace {

constexpr qsizetype most_bytes = 200;

const QStringList& places() {
  static const QStringList all{QStringLiteral("{name}"), QStringLiteral("{date}"),
                               QStringLiteral("{number}")};
  return all;
}

}  // namespace

QString unknown_place(const QString& pattern) {
  static const QRegularExpression place(QStringLiteral("\\{[^{}]*\\}"));
  for (auto found = place.globalMatch(pattern); found.hasNext();) {
    const QString word = found.next().captured();
    if (!places().contains(word)) return word;
  }
  return {};
}

QString name_by_pattern(const QString& pattern, const NamedFile& file) {
  QString name = pattern.trimmed();
  name.replace(places()[1], file.date.toString(Qt::ISODate));
  name.replace(places()[2], QStringLiteral("%1").arg(file.number, 3, 10, QLatin1Char('0')));
  name.replace(places()[0], file.name);  // last, for a recording may be called "{date}"
  for (QChar& c : name) {
    if (c == QLatin1Char('/') || c.category() == QChar::Other_Control) c = QLatin1Char('-');
  }
  while (name.startsWith(QLatin1Char('.'))) name.remove(0, 1);  // it would be hidden
  while (name.toUtf8().size() > most_bytes) name.chop(1);
  if (!name.isEmpty() && name.back().isHighSurrogate()) name.chop(1);  // half a character
  name = name.trimmed();
  return name.isEmpty() ? QStringLiteral("%1").arg(file.number, 3, 10, QLatin1Char('0')) : name;
}

}  // namespace tilescribe::ui
