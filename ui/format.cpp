// SPDX-License-Identifier: Apache-2.0
#include "ui/format.h"

#include <QLocale>
#include <QTextDocument>
#include <cmath>

namespace tilescribe::ui {

QString clock_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) seconds = 0;
  const auto whole = static_cast<qint64>(seconds);
  const qint64 hours = whole / 3600;
  const qint64 minutes = whole / 60 % 60;
  const QString last = QStringLiteral("%1").arg(whole % 60, 2, 10, QLatin1Char('0'));
  if (hours == 0) return QStringLiteral("%1:%2").arg(minutes).arg(last);
  return QStringLiteral("%1:%2:%3").arg(hours).arg(minutes, 2, 10, QLatin1Char('0')).arg(last);
}

namespace {

/// One decimal below ten, none above.
QString short_number(double value) {
  return QLocale().toString(value, 'f', value < 10.0 ? 1 : 0);
}

}  // namespace

QString elapsed_text(double seconds) {
  if (!(seconds >= 0.0) || seconds >= 10.0) return clock_text(seconds);
  return QStringLiteral("%1 s").arg(QLocale().toString(seconds, 'f', 1));
}

QString count_text(qint64 count) {
  const auto value = static_cast<double>(count);
  if (value >= 1e9) return QStringLiteral("%1 B").arg(short_number(value / 1e9));
  if (value >= 1e6) return QStringLiteral("%1 M").arg(short_number(value / 1e6));
  return QLocale().toString(count);
}

QString bytes_text(qint64 bytes) {
  const auto value = static_cast<double>(bytes);
  if (value >= 1e9) return QStringLiteral("%1 GB").arg(short_number(value / 1e9));
  return QStringLiteral("%1 MB").arg(short_number(value / 1e6));
}

QString tip_text(const QString& text) {
  if (!Qt::mightBeRichText(text)) return text;
  return QStringLiteral("<p style='white-space: pre-wrap'>%1</p>").arg(text.toHtmlEscaped());
}

QString button_text(QString text) {
  return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

}  // namespace tilescribe::ui
