// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QLocale>

#include "ui/theme/theme.h"

namespace tilescribe::test {

/// As a member of a test: the light theme until it chooses another, and figures as in the United States.
class LightTheme : public ui::Theme {
 public:
  LightTheme() : Theme(*qApp) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    apply(ui::ThemeChoice::light);
  }
};

}  // namespace tilescribe::test
