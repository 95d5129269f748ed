// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTranslator>
#include <array>
#include <cstdint>

#include "inference/api/engine_names.h"

namespace tilescribe::ui {

/// The choice in Preferences.
enum class Language { system, english, chinese };
inline constexpr auto language_names = std::to_array<Named<Language>>(
    {{Language::system, "system"}, {Language::english, "en"}, {Language::chinese, "zh_CN"}});

/// The program's texts in the user's language, as long as this lives: resources/translations, with Qt's own
/// texts. Without a file for it they are in English, whose file has the plurals alone. A chosen language also
/// decides how dates and numbers are written. Needs a QCoreApplication; to be made before the first window.
class Translations {
 public:
  explicit Translations(Language language = Language::system);

 private:
  QTranslator english_, own_, qt_;
};

/// A count for tr("%n file(s)", nullptr, count), which takes an int.
int plural(std::int64_t count);

}  // namespace tilescribe::ui
