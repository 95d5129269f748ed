// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/fallback_fonts.h"

#include <QFontDatabase>
#include <QFontMetrics>
#include <QGuiApplication>

#include "app/paths.h"

namespace tilescribe {

void use_fallback_fonts(const std::vector<std::filesystem::path>& files) {
  // Where there is no font, fontconfig still names families, such as “Sans Serif”.
  if (QFontMetrics(QGuiApplication::font()).inFont(QLatin1Char('a'))) return;
  for (const std::filesystem::path& file : files) QFontDatabase::addApplicationFont(window_path(file));
}

}  // namespace tilescribe
