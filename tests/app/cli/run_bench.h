// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <variant>

#include "tests/app/cli/parse_words.h"
#include "tests/app/cli/run_words.h"

namespace tilescribe::test {

struct Ended {
  int exit_code = 0;
  QString output, errors;
};

/// Runs `bench WORDS` on fake services.
inline Ended run_bench(const QStringList& words) {
  StringConsole console;
  const int code = run_words(QStringList{"bench"} + words, console);
  return {code, text(console.output), text(console.errors)};
}

/// What `bench WORDS` asks for; a command as it is without arguments if there is none.
template <class Command>
Command parsed(const QStringList& words) {
  const cli::Arguments arguments = parse(QStringList{"bench"} + words);
  const auto* command = std::get_if<cli::BenchCommand>(&arguments.command);
  return command == nullptr ? Command{} : std::get<Command>(command->what);
}

}  // namespace tilescribe::test
