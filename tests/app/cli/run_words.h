// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QFile>
#include <QStringList>
#include <string>
#include <vector>

#include "app/cli/run.h"
#include "tests/app/cli/fake_services.h"

namespace tilescribe::test {

/// Runs the command line `words` on fake services. Returns the exit code.
inline int run_words(const QStringList& words, cli::Console& console,
                     const Services& services = fake_services()) {
  std::vector<std::string> arguments;
  for (const QString& word : words) arguments.push_back(word.toStdString());
  return cli::run(arguments, services, console);
}

/// What a file holds.
inline QByteArray content(const QString& file) {
  QFile opened(file);
  return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray("<none>");
}

inline QString text(const std::string& value) {
  return QString::fromStdString(value);
}

}  // namespace tilescribe::test
