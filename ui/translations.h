// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTranslator>
#include <cstdint>

namespace tilescribe::ui {

/// The program's texts in the user's language, as long as this lives: resources/translations, with Qt's own
/// texts. Without a file for it they are in English, whose file has the plurals alone. Needs a
/// QCoreApplication; to be made before the first window.
class Translations {
 public:
  Translations();

 private:
  QTranslator english_, own_, qt_;
};

/// A count for tr("%n file(s)", nullptr, count), which takes an int.
int plural(std::int64_t count);

}  // namespace tilescribe::ui
