// SPDX-License-Identifier: Apache-2.0
// Words of the user's own: what rules make of a text and of its tokens and times, their file, and the
// comparison of two texts.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <random>
#include <sstream>

#include "inference/api/export.h"
#include "inference/api/segment_edit.h"
#include "inference/api/word_errors.h"
#include "inference/api/word_rules.h"
#include "kernels/core/error.h"

using namespace tilescribe;

namespace {

QString after(const WordRules& rules, const QString& text) {
  return QString::fromStdString(WordRewriter(rules).text(text.toStdString()));
}

WordReplacement plain(const char* find, const char* with) {
  return {.find = find, .with = with};
}

WordReplacement regular(const char* find, const char* with) {
  return {.find = find, .with = with, .regular = true};
}

QString marked(const std::string& before, const std::string& after, SameWords same = SameWords::folded) {
  QString text;
  for (const MarkedPiece& piece : marked_difference(before, after, compare_words(before, after, same))) {
    const QString words = QString::fromStdString(piece.text);
    text += piece.change == WordChange::same   ? words
            : piece.change == WordChange::lost ? QStringLiteral("[%1]").arg(words)
                                               : QStringLiteral("{%1}").arg(words);
  }
  return text;
}

std::string problem(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class TestWordRules : public QObject {
  Q_OBJECT

 private slots:
  void english_fillers_go_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("result");
    const auto row = [](const char* text, const char* result) {
      QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(result);
    };
    row("Um, we should go.", "We should go.");
    row("So, um, we should, uh, go.", "So, we should, go.");
    row("I think um we should go.", "I think we should go.");
    row("I think so, um.", "I think so.");
    row("Is it so, uh? Yes.", "Is it so? Yes.");
    row("Yes. Um. We go.", "Yes. We go.");
    row("Yes. Er... we go.", "Yes. We go.");
    row("Uh, um, erm, hmm, well", "Well");
    row("And then, um", "And then,");
    row("Um Paris is large.", "Paris is large.");
    // No clear cases.
    row("Um.", "Um.");
    row("5 mm of rain", "5 mm of rain");
    row("The UM team, uh-huh.", "The UM team, uh-huh.");
    row("He said \"um\" again.", "He said \"um\" again.");
    row("An umbrella, her error", "An umbrella, her error");
  }
  void english_fillers_go() {
    QFETCH(QString, text);
    QTEST(after({.english_fillers = true}, text), "result");
  }

  void chinese_fillers_go_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("result");
    const auto row = [](const char* text, const char* result) {
      QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(result);
    };
    row("嗯，我觉得可以。", "我觉得可以。");
    row("我觉得，呃，我们走吧。", "我觉得，我们走吧。");
    row("呃我觉得可以。", "我觉得可以。");
    row("嗯嗯……好的。", "好的。");
    row("我觉得可以，嗯。", "我觉得可以。");
    // An answer, and parts of words.
    row("嗯。", "嗯。");
    row("嗯。好的。", "嗯。好的。");
    row("他打呃了。呃逆很难受。", "他打呃了。呃逆很难受。");
    row("那个人来了。", "那个人来了。");
  }
  void chinese_fillers_go() {
    QFETCH(QString, text);
    QTEST(after({.chinese_fillers = true}, text), "result");
  }

  void replacements_are_applied_in_their_order() {
    const WordRules rules{.replacements = {plain("tile scribe", "Tilescribe"), plain("cat", "dog"),
                                           regular("(\\d+) percent", "\\1 %"), plain("Tilescribe", "TS")}};
    QCOMPARE(after(rules, QStringLiteral("Use Tile\u00a0 scribe.")), QStringLiteral("Use TS."));
    QCOMPARE(after(rules, QStringLiteral("A CAT, category, bobcat, cat's, cat.")),
             QStringLiteral("A dog, category, bobcat, cat's, dog."));
    QCOMPARE(after(rules, QStringLiteral("10 percent or 5 percent")), QStringLiteral("10 % or 5 %"));
    WordReplacement exact{.find = "cat", .with = "x", .whole_words = false, .cases = true};
    QCOMPARE(after({.replacements = {exact}}, QStringLiteral("Cat category")), QStringLiteral("Cat xegory"));
    // Chinese has no spaces between its words, and C++ no letter at its end.
    QCOMPARE(after({.replacements = {plain("智普", "智谱")}}, QStringLiteral("我用智普的模型")),
             QStringLiteral("我用智谱的模型"));
    QCOMPARE(after({.replacements = {plain("c++", "C++"), plain("GLM", "GLM-ASR")}},
                   QStringLiteral("c++和GLM模型")),
             QStringLiteral("C++和GLM-ASR模型"));
    // What goes takes a space along.
    QCOMPARE(after({.replacements = {plain("really", "")}}, QStringLiteral("It really is, really. Really")),
             QStringLiteral("It is, ."));
    QCOMPARE(after({.replacements = {regular("x*", "y"), regular("(a)(b)?", "<\\1\\2\\\\\\0>")}},
                   QStringLiteral("ab a")),
             QStringLiteral("<ab\\ab> <a\\a>"));
    // Nothing at all never remains.
    QCOMPARE(after({.replacements = {plain("thanks", "")}}, QStringLiteral("Thanks")),
             QStringLiteral("Thanks"));
  }

  void what_is_wrong_or_slow_is_said() {
    const WordRules wrong{.replacements = {regular("(a", "b")}};
    const std::string sentence = problem([&] { WordRewriter rewriter(wrong); });
    QVERIFY2(sentence.find("“(a” is wrong at character 3") != std::string::npos, sentence.c_str());
    QCOMPARE(english(problem_of(wrong.replacements.front())), sentence);
    QVERIFY(problem_of(plain("(a", "b")).empty());
    QVERIFY(problem_of({}).empty());

    WordRewriter slow({.replacements = {regular("(a+)+$", "x"), plain("end", "End")}});
    const std::string text = std::string(2000, 'a') + "! end";
    const std::string result = slow.text(text);
    QVERIFY(result.ends_with("! End"));
    QCOMPARE(result.substr(0, 2000), text.substr(0, 2000));
    QCOMPARE(slow.text("aaa"), std::string("aaa"));  // it stays left out
    QCOMPARE(slow.problems().size(), std::size_t{1});
    QVERIFY(english(slow.problems().front()).find("too many steps") != std::string::npos);
  }

  void texts_keep_within_their_limit_data() {
    QTest::addColumn<QString>("find");
    QTest::addColumn<QString>("with");
    QTest::addColumn<bool>("is_regular");
    QTest::newRow("regular") << "(?s).+"
                             << "\\0\\0" << true;
    QTest::newRow("its match often") << "(?s).+" << QString("\\0").repeated(2000) << true;
    QTest::newRow("what follows") << "(?=((?s).*))." << QString("\\1").repeated(2000) << true;
    QTest::newRow("plain") << "e"
                           << "ee" << false;
    QTest::newRow("plain and long") << "e" << QString("e").repeated(4096) << false;
  }
  void texts_keep_within_their_limit() {
    QFETCH(QString, find);
    QFETCH(QString, with);
    QFETCH(bool, is_regular);
    const WordReplacement rule{
        .find = find.toStdString(), .with = with.toStdString(), .regular = is_regular, .whole_words = false};
    WordRules rules{.replacements = std::vector<WordReplacement>(40, rule)};
    rules.replacements.push_back(plain("the", "THE"));
    WordRewriter rewriter(rules);
    const std::string text = rewriter.text("the bee");
    QVERIFY(text.size() <= most_rewritten_bytes);
    QCOMPARE(rewriter.segment({.text = "the bee"}).text, text);
    // Each rule is named once, however many texts it is too much for; the others are applied.
    const std::size_t left_out = rewriter.problems().size();
    QVERIFY(left_out > 20 && left_out <= 40);
    QCOMPARE(
        english(rewriter.problems().front()),
        "The rule for “" + rule.find + "” makes a text longer than 65536 bytes, so it is left out there.");
    QCOMPARE(rewriter.text("THE"), WordRewriter(rules).text("THE"));
    // A long text may grow, too.
    WordRewriter once({.replacements = {rule}});
    const std::string many(100'000, 'e');
    if (with.size() < 10) QCOMPARE(once.text(many).size(), std::size_t{200'000});
  }

  void what_asks_for_too_much_is_refused() {
    const std::string longest(most_replacement_bytes, 'a'), longer = longest + 'a';
    QVERIFY(problem_of({.find = longest, .with = longest}).empty());
    const std::string sentence = "Expected at most 4096 bytes in a text of a rule for words, found 4097.";
    QCOMPARE(english(problem_of({.find = longer})), sentence);
    QCOMPARE(english(problem_of({.find = "a", .with = longer, .regular = true})), sentence);
    WordRules rules{.replacements = std::vector<WordReplacement>(most_replacements, plain("a", "b"))};
    QVERIFY(problem([&] { WordRewriter rewriter(rules); }).empty());
    rules.replacements.push_back(plain("c", "d"));
    QCOMPARE(problem([&] { WordRewriter rewriter(rules); }),
             std::string("Expected at most 10000 rules for words, found 10001."));
  }

  /// They took time with the square of their number: minutes, here.
  void many_changes_keep_what_lies_between() {
    Segment segment;
    segment.end_s = 20'000.0;
    for (int i = 0; i < 20'000; ++i) {
      const std::string word = i % 2 == 0 ? "bee" : std::to_string(i);
      segment.tokens.push_back({i, (i > 0 ? " " : "") + word, 0.5F});
      segment.words.push_back({word, i + 0.25, i + 0.75, 0.5F, false});
      segment.text += segment.tokens.back().bytes;
    }
    const WordReplacement rule{.find = "e", .with = "ee", .whole_words = false};
    const Segment changed = WordRewriter({.replacements = {rule}}).segment(segment);
    QVERIFY(changed.text.starts_with("beeee 1 beeee 3 "));
    std::string bytes;
    for (const Token& token : changed.tokens) bytes += token.bytes;
    QVERIFY(bytes == changed.text);
    QCOMPARE(changed.tokens.size(), std::size_t{20'000});
    QCOMPARE(changed.words.size(), std::size_t{20'000});
    for (const std::size_t i : {1U, 9'999U, 19'999U}) {
      QCOMPARE(changed.tokens[i].id, static_cast<int>(i));
      QCOMPARE(changed.words[i].start_s, static_cast<double>(i) + 0.25);
      QVERIFY(!changed.words[i].estimated);
      QCOMPARE(changed.tokens[i - 1].id, typed_token);
      QVERIFY(changed.words[i - 1].estimated && changed.words[i - 1].end_s == changed.words[i].start_s);
    }
  }

  void tokens_and_times_stay_with_the_words_that_stay() {
    Segment segment{.start_s = 10.0, .end_s = 16.0, .text = "Um, one two three."};
    segment.tokens = {
        {1, "Um,", 0.1F}, {2, " one", 0.2F}, {3, " two", 0.3F}, {4, " three", 0.4F}, {5, ".", 0.5F}};
    segment.words = {{"Um,", 10.0, 10.5, 0.9F, false},
                     {"one", 11.0, 11.5, 0.8F, false},
                     {"two", 12.0, 12.5, 0.7F, false},
                     {"three.", 13.0, 13.5, 0.6F, false}};
    WordRewriter rewriter({.replacements = {plain("three", "3")}, .english_fillers = true});
    const Segment changed = rewriter.segment(segment);
    QCOMPARE(changed.text, std::string("One two 3."));
    QCOMPARE(changed.heard, segment.text);
    QCOMPARE(changed.start_s, 10.0);
    QCOMPARE(changed.end_s, 16.0);
    std::string bytes;
    for (const Token& token : changed.tokens) bytes += token.bytes;
    QCOMPARE(bytes, changed.text);
    const auto two = std::ranges::find(changed.tokens, 3, &Token::id);  // between two changes
    QVERIFY(two != changed.tokens.end());
    QCOMPARE(two->probability, 0.3F);
    QCOMPARE(changed.tokens.front().id, typed_token);
    QCOMPARE(changed.words.size(), std::size_t{3});
    QCOMPARE(changed.words[1].text, std::string("two"));
    QCOMPARE(changed.words[1].start_s, 12.0);
    QVERIFY(!changed.words[1].estimated);
    QVERIFY(changed.words[2].start_s >= 12.5 && changed.words[2].end_s <= 16.0 && changed.words[2].estimated);
    // A second time changes nothing, and what was heard first stays.
    QCOMPARE(rewriter.segment(changed).heard, segment.text);
    const Segment same = rewriter.segment({.text = "Four."});
    QVERIFY(same.heard.empty());
    // Cut and joined it stays as well.
    const auto [first, second] = split_segment(changed, 4);
    QCOMPARE(first.heard, segment.text);
    QCOMPARE(joined_segment(first, second).heard, segment.text + " " + second.text);
  }

  void what_was_heard_is_kept_in_the_file() {
    Transcript transcript;
    transcript.segments = {{.text = "One.", .heard = "Um, one."}, {.text = "Two."}};
    std::stringstream file;
    write_transcript(file, transcript, ExportFormat::json);
    const Transcript read = read_transcript(file, ExportFormat::json);
    QCOMPARE(read.segments[0].heard, std::string("Um, one."));
    QVERIFY(read.segments[1].heard.empty());
  }

  void profiles_come_back_from_their_file() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath(QStringLiteral("words.json")).toStdString();
    const std::vector<WordProfile> profiles{
        {.name = "医学",
         .instruction = "Write it down.",
         .hotwords = {"Tilescribe", "智谱"},
         .rules = {.replacements = {plain("a\"b\n", "\\1"),
                                    regular("(x)", "\\1"),
                                    {.find = "c", .with = "d", .whole_words = false, .cases = true}},
                   .english_fillers = true,
                   .chinese_fillers = true}},
        {.name = "Empty"}};
    save_word_profiles(file, profiles);
    QVERIFY(load_word_profiles(file) == profiles);
    QVERIFY(word_rules_of(word_rules_json(profiles[0].rules)) == profiles[0].rules);
    // One alone, as somebody writes it by hand.
    const auto one = word_profiles_of(R"({"replacements": [{"find": "a", "with": "b"}]})", "x");
    QCOMPARE(one.size(), std::size_t{1});
    QVERIFY(one[0].rules.replacements[0] == plain("a", "b"));

    const auto wrong = [](const char* json) {
      return QString::fromStdString(problem([json] { word_profiles_of(json, "x"); }));
    };
    QCOMPARE(wrong("{"), QStringLiteral("x is not the JSON of a file with words."));
    for (const char* key : {"hotwords", "replacements", "fillers", "profiles"}) {
      const QByteArray deep = QByteArray(200'000, '[') + QByteArray(200'000, ']');
      QVERIFY(wrong("{\"" + QByteArray(key) + "\":[" + deep + "]}").contains(u"at most 64 deep"));
    }
    QCOMPARE(wrong(R"({"replacement": []})"),
             QStringLiteral("x: The key “replacement” is not known in a file with words."));
    QCOMPARE(wrong(R"({"hotwords": "a"})"),
             QStringLiteral("x: “hotwords” should be a list in a file with words."));
    QCOMPARE(wrong(R"({"version": 2, "profiles": []})"),
             QStringLiteral("x: The version of a file with words is 1; a newer program wrote this one."));
    QVERIFY(
        problem([&] { load_word_profiles(folder.path().toStdString()); }).starts_with("Expected a readable"));
  }

  void hotwords_go_behind_the_instruction() {
    QVERIFY(hotwords_of(" Tilescribe, 智谱，GLM;;\nAda Lovelace ") ==
            (std::vector<std::string>{"Tilescribe", "智谱", "GLM", "Ada Lovelace"}));
    QCOMPARE(with_hotwords("Please transcribe", {"A", "B"}),
             std::string("Please transcribe. Hotwords: A, B."));
    QCOMPARE(with_hotwords("请转写。", {"A"}), std::string("请转写。 Hotwords: A."));
    QCOMPARE(with_hotwords("Please", {}), std::string("Please"));
  }

  void texts_are_compared_word_by_word() {
    QCOMPARE(marked("The cat sat.", "the cat, it sat"), QStringLiteral("the cat, {it} sat"));
    QCOMPARE(marked("The cat sat.", "The cat sat", SameWords::exact), QStringLiteral("The cat [sat.] {sat}"));
    QCOMPARE(marked("Um, I see", "I see"), QStringLiteral("[Um,] I see"));
    QCOMPARE(marked("one two three", "one 2 three four"), QStringLiteral("one [two] {2} three {four}"));
    QCOMPARE(marked("我用智普的模型。", "我用智谱模型。"), QStringLiteral("我用智[普的]{谱}模型。"));
    QCOMPARE(marked("", "a b"), QStringLiteral("{a b}"));
    QCOMPARE(marked("a\nb", "a b\nc"), QStringLiteral("a b\n{c}"));
    QCOMPARE(word_errors("我用智普的模型。", "我用智谱模型").rate(), 2.0 / 7.0);
  }

  void long_texts_have_the_fewest_edits_too() {
    // Words that repeat, and edits of which the number is known: none of the new words is in the first text.
    std::mt19937 random(5);
    std::string first, second;
    std::size_t edits = 0;
    for (int i = 0; i < 6000; ++i) {
      const std::string word = "w" + std::to_string(random() % 4000);
      first += word + ' ';
      if (i % 50 == 10) {
        ++edits;
        second += i % 100 == 10 ? "new" + std::to_string(i) + ' ' : "";
      } else {
        second += word + ' ';
      }
    }
    const WordErrors errors = word_errors(first, second);
    QCOMPARE(errors.reference_words, std::size_t{6000});
    QVERIFY(errors.substituted + errors.lost + errors.added <= edits);
    QVERIFY(errors.substituted + errors.lost + errors.added >= edits - 5);
    QCOMPARE(errors.lost - errors.added, std::size_t{60});
    std::string all;
    for (const MarkedPiece& piece : marked_difference(first, second, compare_words(first, second)))
      all += piece.change == WordChange::lost ? "" : piece.text;
    QCOMPARE(QString::fromStdString(all).simplified(), QString::fromStdString(second).simplified());
  }
};

QTEST_GUILESS_MAIN(TestWordRules)
#include "test_word_rules.moc"
