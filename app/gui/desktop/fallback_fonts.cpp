// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/fallback_fonts.h"

#include <QFontDatabase>

#include "app/paths.h"

namespace tilescribe {

void use_fallback_fonts(const std::vector<std::filesystem::path>& files) {
  if (!QFontDatabase::families().isEmpty()) return;
  for (const std::filesystem::path& file : files) QFontDatabase::addApplicationFont(window_path(file));
}

}  // namespace tilescribe
