// SPDX-License-Identifier: Apache-2.0
// What a draft expects: it goes along with the run, loses it at a difference, and finds it again.
#include <QtTest>
#include <string>
#include <vector>

#include "inference/generate/draft.h"

using tilescribe::generate::Draft;

namespace {

using Ids = std::vector<std::int32_t>;

// A letter is a token.
Ids ids(const std::string& text) {
  return {text.begin(), text.end()};
}

// What a draft expects next after each token of the run, at most three tokens, separated by spaces.
std::string expected(const std::string& draft, const std::string& run) {
  Draft guess(ids(draft));
  const Ids all = ids(run);
  std::string found;
  for (std::size_t taken = 1; taken <= all.size(); ++taken) {
    guess.follow(std::span(all).first(taken));
    found += found.empty() ? "" : " ";
    const auto next = guess.next(3);
    found += next.empty() ? "-" : std::string(next.begin(), next.end());
  }
  return found;
}

}  // namespace

class DraftTest : public QObject {
  Q_OBJECT

 private slots:
  void follows_data() {
    QTest::addColumn<QString>("draft");
    QTest::addColumn<QString>("run");
    QTest::addColumn<QString>("next");
    QTest::newRow("no draft") << ""
                              << "abc"
                              << "- - -";
    QTest::newRow("the same text") << "abcd"
                                   << "abcd"
                                   << "bcd cd d -";
    QTest::newRow("the run goes on") << "ab"
                                     << "abcd"
                                     << "b - - -";
    QTest::newRow("one token for another") << "abcdefg"
                                           << "abXdefg"
                                           << "bcd cde - - fg g -";
    QTest::newRow("a token more") << "abcdef"
                                  << "abXcdef"
                                  << "bcd cde - - ef f -";
    QTest::newRow("a token fewer") << "abcdef"
                                   << "abdef"
                                   << "bcd cde - f -";
    QTest::newRow("the first one differs") << "abcd"
                                           << "Xbcd"
                                           << "- - d -";
    QTest::newRow("nothing in common") << "abcd"
                                       << "wxyz"
                                       << "- - - -";
    QTest::newRow("the nearest of several places") << "pq12pq34pq56"
                                                   << "pq12Xpq7"
                                                   << "q12 12p 2pq pq3 - - 34p -";
    QTest::newRow("they part twice") << "abcdefghij"
                                     << "aXcdefYhij"
                                     << "bcd - - efg fgh ghi - - j -";
  }
  void follows() {
    QFETCH(QString, draft);
    QFETCH(QString, run);
    QFETCH(QString, next);
    QCOMPARE(QString::fromStdString(expected(draft.toStdString(), run.toStdString())), next);
  }
};

QTEST_APPLESS_MAIN(DraftTest)
#include "test_draft.moc"
