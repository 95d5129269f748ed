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

/// What is wrong with these words; empty: nothing.
inline QString complaint_about(const QStringList& words) {
  const cli::Arguments arguments = parse(words);
  const auto* error = std::get_if<cli::UsageError>(&arguments.command);
  return error == nullptr ? QString() : QString::fromStdString(error->sentence);
}

}  // namespace tilescribe::test
