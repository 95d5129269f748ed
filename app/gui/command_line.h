// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "inference/api/options.h"
#include "ui/theme/theme.h"

namespace tilescribe {

/// What the command line asks of the window.
struct GuiArguments {
  QStringList files;
  EngineOptions engine;         // starts as the saved one; options given here win, for this run
  bool sample = false;          // transcribe the bundled recording
  QString screenshot;           // picture file; empty: none
  int screenshot_after_ms = 0;  // 0: when all files are done
  std::optional<QSize> size;    // of the window, logical pixels
  std::optional<ui::ThemeChoice> theme;
  bool for_this_run =
      false;  // something other than files and the sample was said: no other run is asked to do it
};

struct ParsedArguments {
  std::optional<GuiArguments> arguments;  // empty: print the message and exit
  QString message;
  int exit_code = 0;  // 0: help or version; 2: wrong usage
};

/// `arguments` with the program's name first. Needs a QCoreApplication.
ParsedArguments parse_arguments(const QStringList& arguments, const EngineOptions& saved);

}  // namespace tilescribe
