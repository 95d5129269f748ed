// SPDX-License-Identifier: Apache-2.0
// The difference of two texts leads from one to the other, and is as short as it can be.
#include <QtTest>
#include <algorithm>
#include <random>

#include "inference/report/line_diff.h"

using tilescribe::report::unified_diff;

namespace {

QString joined(const QStringList& lines) {
  return lines.isEmpty() ? QString() : lines.join('\n') + '\n';
}

QString diff_of(const QStringList& before, const QStringList& after) {
  return QString::fromStdString(
      unified_diff(joined(before).toStdString(), joined(after).toStdString(), "a.cu", "b.cu"));
}

/// What the difference makes of the first text; nothing where a line is not the one that stands there.
std::optional<QStringList> patched(const QStringList& before, const QString& diff) {
  static const QRegularExpression head("^@@ -(\\d+)(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@$");
  QStringList result;
  int at = 0;  // lines of `before` used
  QStringList lines = diff.split('\n');
  lines.removeLast();
  for (const QString& line : lines.mid(2)) {
    if (const auto match = head.match(line); match.hasMatch()) {
      const int count = match.captured(2).isEmpty() ? 1 : match.captured(2).toInt();
      const int first = match.captured(1).toInt() - (count == 0 ? 0 : 1);
      if (first < at) return std::nullopt;
      while (at < first) result << before.at(at++);
      const int after_count = match.captured(4).isEmpty() ? 1 : match.captured(4).toInt();
      if (match.captured(3).toInt() - (after_count == 0 ? 0 : 1) != result.size()) return std::nullopt;
      continue;
    }
    if (line.startsWith('+')) {
      result << line.mid(1);
      continue;
    }
    if (at >= before.size() || before.at(at) != line.mid(1)) return std::nullopt;
    if (line.startsWith(' ')) result << before.at(at);
    ++at;
  }
  while (at < before.size()) result << before.at(at++);
  return result;
}

int common(const QStringList& a, const QStringList& b) {
  std::vector<int> row(static_cast<std::size_t>(b.size()) + 1, 0);
  for (const QString& one : a) {
    int diagonal = 0;
    for (int j = 0; j < b.size(); ++j) {
      int& here = row[static_cast<std::size_t>(j) + 1];
      const int above = here;
      here = one == b[j] ? diagonal + 1 : std::max(here, row[static_cast<std::size_t>(j)]);
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

class LineDiffTest : public QObject {
  Q_OBJECT

 private slots:
  void equalTextsHaveNone() {
    QCOMPARE(diff_of({"a", "b"}, {"a", "b"}), QString());
    QCOMPARE(diff_of({}, {}), QString());
  }

  void aLastLineFeedIsADifference() {
    QCOMPARE(
        QString::fromStdString(unified_diff("1\n2", "1\n2\n", "a.cu", "b.cu")),
        QStringLiteral("--- a.cu\n+++ b.cu\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n+2\n"));
    QCOMPARE(unified_diff("1\n2", "1\n2", "a.cu", "b.cu"), std::string());
  }

  void asDiffWritesIt() {
    const QStringList before{"1", "2", "3", "4", "5", "6", "7", "8", "9"};
    QStringList after = before;
    after[4] = "five";
    QCOMPARE(diff_of(before, after),
             QString("--- a.cu\n+++ b.cu\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"));
    QCOMPARE(diff_of({}, {"x"}), QString("--- a.cu\n+++ b.cu\n@@ -0,0 +1 @@\n+x\n"));
    QCOMPARE(diff_of({"x"}, {}), QString("--- a.cu\n+++ b.cu\n@@ -1 +0,0 @@\n-x\n"));
  }

  void itLeadsFromOneTextToTheOther() {
    std::mt19937 random(7);
    for (int round = 0; round < 500; ++round) {
      QStringList before, after;
      const auto lines = [&] { return static_cast<int>(random() % 40); };
      const auto letter = [&] { return QString(QChar('a' + static_cast<int>(random() % 6))); };
      for (int i = lines(); i > 0; --i) before << letter();
      for (const QString& line : before) {
        if (random() % 8 != 0) after << line;
        if (random() % 8 == 0) after << letter();
      }
      const QString diff = diff_of(before, after);
      QCOMPARE(patched(before, diff), std::optional(after));
      int changes = 0;
      for (const QString& line : diff.split('\n').mid(2))
        changes += line.startsWith('+') || line.startsWith('-') ? 1 : 0;
      QCOMPARE(changes, before.size() + after.size() - 2 * common(before, after));
    }
  }

  void aLargeRewriteIsBounded() {
    QStringList before{"same"}, after{"same"};
    for (int i = 0; i < 5000; ++i) before << QString("old %1").arg(i), after << QString("new %1").arg(i);
    QCOMPARE(patched(before, diff_of(before, after)), std::optional(after));
  }
};

QTEST_APPLESS_MAIN(LineDiffTest)
#include "test_line_diff.moc"
