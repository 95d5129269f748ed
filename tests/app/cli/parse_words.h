// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QTest>
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

/// Adds the columns of wrong_usage(), and returns what adds a row.
inline auto wrong_usage_rows() {
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<QString>("sentence");
  return [](const QStringList& words, const std::string& sentence) {
    QTest::addRow("%s", qPrintable("[" + words.join(' ') + "]")) << words << QString::fromStdString(sentence);
  };
}
/// Compares what is wrong with a row's words with its sentence.
inline void compare_wrong_usage() {
  QFETCH(QStringList, words);
  QFETCH(QString, sentence);
  QCOMPARE(complaint_about(words), sentence);
}

}  // namespace tilescribe::test
