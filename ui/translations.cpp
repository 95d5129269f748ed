// SPDX-License-Identifier: Apache-2.0
#include "ui/translations.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <algorithm>
#include <limits>

namespace tilescribe::ui {

Translations::Translations(Language language) {
  if (language == Language::english) QLocale::setDefault(QLocale(QLocale::English, QLocale().territory()));
  if (language == Language::chinese) QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::China));
  const QString folder = QStringLiteral(":/translations");
  // The one that is installed last is asked first.
  if (english_.load(QStringLiteral("tilescribe_en"), folder)) QCoreApplication::installTranslator(&english_);
  const QLocale user;
  if (!own_.load(user, QStringLiteral("tilescribe"), QStringLiteral("_"), folder)) return;
  if (own_.language() == english_.language()) return;
  QCoreApplication::installTranslator(&own_);
  if (qt_.load(user, QStringLiteral("qtbase"), QStringLiteral("_"),
               QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QCoreApplication::installTranslator(&qt_);
}

int plural(std::int64_t count) {
  return static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

}  // namespace tilescribe::ui
