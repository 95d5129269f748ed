// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace tilescribe::test {

/// How a program ended and what it wrote.
struct Ended {
  int exit_code = -1;  // -1: it crashed, or took more than a minute
  QByteArray output;
  QByteArray errors;
};

/// Runs a program with pipes for its streams, `input` on standard input.
Ended run_program(const QString& program, const QStringList& arguments, const QByteArray& input = {});

/// The same on a terminal of 60 columns: output holds all that the terminal was sent.
Ended run_on_terminal(const QString& program, const QStringList& arguments);

/// Whether there is a byte that a terminal would obey, line feeds excepted.
bool has_control_characters(const QByteArray& text);

}  // namespace tilescribe::test
