// SPDX-License-Identifier: Apache-2.0
// What corrections do to times, tokens and words; what is searched; which words are unsure.
#include <QtTest>

#include "inference/api/segment_edit.h"
#include "ui/document/unsure_words.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

Segment segment(const std::string& text, const std::vector<Token>& tokens = {}) {
  return {.start_s = 10.0, .end_s = 20.0, .text = text, .tokens = tokens};
}

TimedWord word(const std::string& text, double start_s, double end_s) {
  return {.text = text, .start_s = start_s, .end_s = end_s, .probability = 0.9F, .estimated = false};
}

/// "the|-1: cat" for each token: its bytes and, where it was typed, its id.
QString shown(const std::vector<Token>& tokens) {
  QStringList all;
  for (const Token& token : tokens)
    all << QString::fromStdString(token.bytes) + (token.id == typed_token ? QStringLiteral("*") : QString());
  return all.join(QLatin1Char('|'));
}

std::string bytes(const std::vector<Token>& tokens) {
  std::string all;
  for (const Token& token : tokens) all += token.bytes;
  return all;
}

QStringList texts(const std::string& text, const std::vector<TextRange>& ranges) {
  QStringList all;
  for (const TextRange& range : ranges) all << QString::fromStdString(text).mid(range.begin, range.length);
  return all;
}

const std::vector<Token> cat_tokens{
    {1, " The", 0.9F}, {2, " black", 0.4F}, {3, " c", 0.8F}, {4, "at", 0.2F}, {5, " sat.", 0.95F}};

}  // namespace

class TestSegmentEdit : public QObject {
  Q_OBJECT

 private slots:
  void tokens_stay_with_the_words_that_stay_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("tokens");
    QTest::newRow("a word inside") << "The grey cat sat."
                                   << "The| grey*| c|at| sat.";
    QTest::newRow("a letter of a word") << "The black cot sat."
                                        << "The| black| cot*| sat.";
    QTest::newRow("a letter more") << "The blacks cat sat."
                                   << "The| blacks*| c|at| sat.";
    QTest::newRow("one more word") << "The black big cat sat."
                                   << "The| black| big *|c|at| sat.";
    QTest::newRow("one less") << "The cat sat."
                              << "The| *|c|at| sat.";
    QTest::newRow("in front") << "So: The black cat sat."
                              << "So: *|The| black| c|at| sat.";
    QTest::newRow("behind") << "The black cat sat. So."
                            << "The| black| c|at| sat.| So.*";
    QTest::newRow("everything") << "Nothing"
                                << "Nothing*";
    QTest::newRow("none") << ""
                          << "";
  }
  void tokens_stay_with_the_words_that_stay() {
    QFETCH(QString, text);
    QFETCH(QString, tokens);
    const Segment edited = with_text(segment("The black cat sat.", cat_tokens), text.toStdString());
    QCOMPARE(edited.text, text.toStdString());
    QCOMPARE(bytes(edited.tokens), edited.text);
    QCOMPARE(shown(edited.tokens), tokens);
    QCOMPARE(edited.start_s, 10.0);
    QCOMPARE(edited.end_s, 20.0);
  }

  void text_without_tokens_gets_none() {
    QVERIFY(with_text(segment("One."), "Two.").tokens.empty());
    QVERIFY(with_text(segment("One.", {{1, "something else", 0.5F}}), "Two.").tokens.empty());
  }

  void characters_stay_whole() {
    // The tokens of one character, and two characters that begin with the same bytes.
    const Segment chinese =
        segment("今天天气", {{1, "今天", 0.9F}, {2, "\xE5\xA4", 0.4F}, {3, "\xA9", 0.4F}, {4, "气", 0.9F}});
    const Segment edited = with_text(chinese, "今天大气");
    QCOMPARE(shown(edited.tokens), QStringLiteral("今天|大*|气"));
    QCOMPARE(texts(chinese.text, unsure_words(chinese, 0.5)), QStringList{QStringLiteral("天")});
    QVERIFY(unsure_words(edited, 0.5).empty());
  }

  void words_keep_their_times_and_new_ones_share_the_room() {
    Segment timed = segment("One two three");
    timed.words = {word("One", 10.0, 11.0), word("two", 12.0, 14.0), word("three", 18.0, 20.0)};
    const Segment edited = with_text(timed, "One a bcd three");
    QCOMPARE(edited.words.size(), std::size_t{4});
    QCOMPARE(edited.words[0].end_s, 11.0);
    QCOMPARE(edited.words[1].start_s, 11.0);
    QCOMPARE(edited.words[1].end_s, 12.75);
    QCOMPARE(edited.words[2].end_s, 18.0);
    QVERIFY(edited.words[2].estimated && !edited.words[3].estimated);
    timed.words[1].text = "zwei";  // they are not the text's
    QVERIFY(with_text(timed, "One.").words.empty());
  }

  void a_new_word_does_not_begin_behind_the_next() {
    Segment timed = segment("One two three");
    timed.words = {word("One", 10.0, 12.5), word("two", 12.0, 14.0), word("three", 18.0, 20.0)};
    const Segment edited = with_text(timed, "One a two three");  // between two that overlap
    QCOMPARE(edited.words.size(), std::size_t{4});
    QVERIFY(edited.words[1].estimated);
    QCOMPARE(edited.words[1].start_s, 12.0);
    QCOMPARE(edited.words[1].end_s, 12.0);
    QCOMPARE(edited.words[2].start_s, 12.0);
  }

  void a_split_divides_by_characters() {
    const auto [first, second] = split_segment(segment("The black cat sat.", cat_tokens), 9);
    QCOMPARE(first.text, std::string("The black"));
    QCOMPARE(second.text, std::string("cat sat."));
    QCOMPARE(first.start_s, 10.0);
    QCOMPARE(first.end_s, 15.0);
    QCOMPARE(second.start_s, 15.0);
    QCOMPARE(second.end_s, 20.0);
    QCOMPARE(shown(first.tokens), QStringLiteral("The| black"));
    QCOMPARE(shown(second.tokens), QStringLiteral("c|at| sat."));
    const auto [left, right] =
        split_segment(segment("今天天气", {{1, "今天天气", 0.9F}}), 7);  // in a character
    QCOMPARE(left.text + "|" + right.text, std::string("今天|天气"));
    QCOMPARE(left.end_s, 15.0);
    QCOMPARE(shown(right.tokens), QStringLiteral("天气"));
  }

  void a_split_divides_by_words_where_their_times_are_known() {
    Segment timed = segment("One two three");
    timed.words = {word("One", 10.0, 11.0), word("two", 12.0, 14.0), word("three", 18.0, 20.0)};
    const auto [first, second] = split_segment(timed, 4);
    QCOMPARE(first.end_s, 11.0);
    QCOMPARE(second.start_s, 12.0);
    QCOMPARE(first.words.size(), std::size_t{1});
    QCOMPARE(second.words.size(), std::size_t{2});
    const auto [left, right] = split_segment(timed, 10);  // th|ree
    QCOMPARE(left.words.back().text + "|" + right.words.front().text, std::string("th|ree"));
    QCOMPARE(left.end_s, 18.8);
    QCOMPARE(right.start_s, 18.8);
    QVERIFY(right.words.front().estimated);
  }

  void a_merge_takes_a_split_back() {
    const Segment whole = segment("The black cat sat.", cat_tokens);
    const auto [first, second] = split_segment(whole, 9);
    const Segment merged = joined_segment(first, second);
    QCOMPARE(merged.text, whole.text);
    QCOMPARE(bytes(merged.tokens), whole.text);
    QCOMPARE(merged.start_s, 10.0);
    QCOMPARE(merged.end_s, 20.0);
    QCOMPARE(joined_segment(segment("你好"), segment("世界")).text, std::string("你好世界"));
    QCOMPARE(joined_segment(segment(""), segment("a")).text, std::string("a"));
    // Half of the tokens would say something else.
    QVERIFY(joined_segment(first, segment("So.")).tokens.empty());
  }

  void many_become_others() {
    const std::vector<Segment> three{{.start_s = 0.0, .end_s = 2.0, .text = "One two."},
                                     {.start_s = 2.0, .end_s = 4.0, .text = "Three."},
                                     {.start_s = 5.0, .end_s = 9.0, .text = "Four five."}};
    const auto one = with_texts(three, {"One five."});
    QCOMPARE(one.size(), std::size_t{1});
    QCOMPARE(one[0].text, std::string("One five."));
    QCOMPARE(one[0].start_s, 0.0);
    QCOMPARE(one[0].end_s, 9.0);
    const auto same = with_texts(three, {"One two.", "3.", "Four five."});
    QCOMPARE(same[1].start_s, 2.0);
    const auto more = with_texts({three[2]}, {"ab ", "  ", "cd"});
    QCOMPARE(more.size(), std::size_t{2});  // what is blank is left out
    QCOMPARE(more[0].text + "|" + more[1].text, std::string("ab|cd"));
    QCOMPARE(more[0].start_s, 5.0);
    QCOMPARE(more[1].end_s, 9.0);
    QVERIFY(more[0].end_s > 6.0 && more[0].end_s <= more[1].start_s && more[1].start_s < 8.0);
    const auto none = with_texts(three, {"", " "});
    QCOMPARE(none.size(), std::size_t{1});
    QVERIFY(none[0].text.empty());
  }

  void unsure_words_are_whole_words() {
    const Segment cat = segment("The black cat sat.", cat_tokens);
    QCOMPARE(texts(cat.text, unsure_words(cat, 0.5)), QStringList({"black", "cat"}));
    QCOMPARE(texts(cat.text, unsure_words(cat, 0.3)), QStringList({"cat"}));
    QVERIFY(unsure_words(cat, 0.1).empty());
    QVERIFY(unsure_words(segment("No tokens"), 0.9).empty());
    // What was typed is sure.
    QCOMPARE(texts("The black cot sat.", unsure_words(with_text(cat, "The black cot sat."), 0.5)),
             QStringList({"black"}));
    const Segment wide = segment("Größe ja", {{1, "Gr", 0.9F}, {2, "öße", 0.1F}, {3, " ja", 0.9F}});
    QCOMPARE(texts(wide.text, unsure_words(wide, 0.5)), QStringList{QStringLiteral("Größe")});
  }

  void searches_are_plain_or_regular_data() {
    QTest::addColumn<bool>("regular");
    QTest::addColumn<bool>("cases");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("with");
    QTest::addColumn<QString>("result");
    QTest::addColumn<int>("count");
    QTest::newRow("plain") << false << false << "A.b"
                           << "x"
                           << "x aab x" << 2;
    QTest::newRow("case") << false << true << "A.b"
                          << "x"
                          << "a.b aab x" << 1;
    QTest::newRow("regular") << true << false << "a.b"
                             << "x"
                             << "x x x" << 3;
    QTest::newRow("groups") << true << false << "(a)(.)b"
                            << "<\\2\\1\\\\\\0>"
                            << "<.a\\a.b> <aa\\aab> <.A\\A.b>" << 3;
    QTest::newRow("a plain backslash") << false << false << "aab"
                                       << "\\1"
                                       << "a.b \\1 A.b" << 1;
    QTest::newRow("nothing") << true << false << "x*"
                             << "y"
                             << "a.b aab A.b" << 0;
    QTest::newRow("wrong") << true << false << "("
                           << "y"
                           << "a.b aab A.b" << 0;
  }
  void searches_are_plain_or_regular() {
    QFETCH(bool, regular);
    QFETCH(bool, cases);
    QFETCH(QString, what);
    QFETCH(QString, with);
    QFETCH(QString, result);
    QFETCH(int, count);
    const QString text = QStringLiteral("a.b aab A.b");
    const TextSearch search({what, regular, cases});
    int found = 0;
    QCOMPARE(search.replaced(text, with, found), result);
    QCOMPARE(found, count);
    QCOMPARE(search.count(text), count);
    QCOMPARE(static_cast<int>(search.all(text).size()), count);
    QCOMPARE(search.next(text, 0).length > 0, count > 0);
    QCOMPARE(search.last(text, text.size()).length > 0, count > 0);
  }

  void what_is_no_regular_expression_says_where() {
    const TextSearch wrong({QStringLiteral("ab(c"), true});
    QVERIFY(wrong.empty() && !wrong.problem().isEmpty());
    QCOMPARE(wrong.problem_at(), 4);
    QVERIFY(TextSearch(QStringLiteral("ab(c")).problem().isEmpty());
  }
};

QTEST_GUILESS_MAIN(TestSegmentEdit)
#include "test_segment_edit.moc"
