// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <string>
#include <vector>

#include "app/cli/arguments.h"

namespace tilescribe::test {

/// What the command line makes of these words.
inline cli::Arguments parse(const QStringList& words) {
  std::vector<std::string> arguments;
  for (const QString& word : words) arguments.push_back(word.toStdString());
  return cli::parse_arguments(arguments);
}

}  // namespace tilescribe::test
