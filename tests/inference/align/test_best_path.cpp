// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "inference/align/best_path.h"

using namespace tilescribe::align;

namespace {

constexpr std::size_t symbols = LetterScores::symbols;

// One frame per sign: a letter, or "." for silence, heard with probability `sure`.
LetterScores heard(const std::string& signs, float sure = 0.9f) {
  LetterScores scores;
  for (const char sign : signs) {
    const std::size_t at = sign == '.' ? LetterScores::silence : static_cast<std::size_t>(sign - 'a');
    for (std::size_t s = 0; s < symbols; ++s)
      scores.log_probabilities.push_back(std::log(s == at ? sure : (1.0f - sure) / (symbols - 1)));
    scores.seconds.push_back(0.02 * static_cast<double>(scores.seconds.size()));
  }
  return scores;
}

LetterScores random_scores(std::size_t frames, std::mt19937& random) {
  LetterScores scores;
  std::normal_distribution<float> normal(0.0f, 2.0f);
  for (std::size_t t = 0; t < frames; ++t) {
    std::vector<float> frame(symbols);
    float sum = 0.0f;
    for (float& value : frame) sum += std::exp(value = normal(random));
    for (const float value : frame) scores.log_probabilities.push_back(value - std::log(sum));
    scores.seconds.push_back(0.02 * static_cast<double>(t));
  }
  return scores;
}

std::vector<SpelledWord> words_of(const QStringList& letters) {
  std::vector<SpelledWord> words;
  for (const QString& word : letters) words.push_back({.letters = word.toStdString()});
  return words;
}

// The score of the best way by trying all: word w's letter i at frame t, or between the words before word w.
class AllWays {
 public:
  AllWays(const LetterScores& scores, const std::vector<SpelledWord>& words)
      : scores_(scores), words_(words) {}
  double best() { return between(0, 0); }

 private:
  double at(std::size_t t, std::size_t symbol) const { return scores_.frame(t)[symbol]; }
  double silence(std::size_t t) const {
    double letter = -1e30;
    for (std::size_t s = 0; s < LetterScores::silence; ++s) letter = std::max(letter, at(t, s));
    return std::max(at(t, LetterScores::silence), letter - 2.0f);
  }
  // From frame t on, with `word` to come.
  double between(std::size_t t, std::size_t word) {
    if (t == scores_.frames()) return word == words_.size() ? 0.0 : -1e30;
    double most = silence(t) + between(t + 1, word);
    if (word < words_.size()) most = std::max(most, letter(t, word, 0));
    return most;
  }
  // With letter i of `word` at frame t.
  double letter(std::size_t t, std::size_t word, std::size_t i) {
    const std::string& letters = words_[word].letters;
    const double here = at(t, static_cast<std::size_t>(letters[i] - 'a'));
    if (t + 1 == scores_.frames()) return i + 1 == letters.size() && word + 1 == words_.size() ? here : -1e30;
    double next = letter(t + 1, word, i);
    if (i + 1 < letters.size()) {
      next = std::max(next, letter(t + 1, word, i + 1));
    } else {
      next = std::max(next, between(t + 1, word + 1));
    }
    return here + next;
  }
  const LetterScores& scores_;
  const std::vector<SpelledWord>& words_;
};

// The score of the way that was found, its letters placed within each word as well as possible.
double score_of(const LetterScores& scores, const std::vector<SpelledWord>& words,
                const std::vector<WordFrames>& found) {
  double sum = 0.0;
  std::size_t t = 0;
  const auto silence = [&](std::size_t end) {
    for (; t < end; ++t) {
      const auto frame = scores.frame(t);
      const float letter = *std::max_element(frame.begin(), frame.end() - 1);
      sum += std::max(frame[LetterScores::silence], letter - 2.0f);
    }
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    silence(found[i].first);
    sum += std::log(static_cast<double>(found[i].probability)) *
           static_cast<double>(found[i].last + 1 - found[i].first);
    t = found[i].last + 1;
  }
  silence(scores.frames());
  return sum;
}

}  // namespace

class TestBestPath : public QObject {
  Q_OBJECT

 private slots:
  void words_are_found_where_they_are_heard() {
    const auto found = best_path(heard("..thee..cat...sat.."), words_of({"the", "cat", "sat"}));
    QCOMPARE(found.size(), std::size_t{3});
    QCOMPARE(found[0].first, std::size_t{2});
    QCOMPARE(found[0].last, std::size_t{5});
    QCOMPARE(found[1].first, std::size_t{8});
    QCOMPARE(found[1].last, std::size_t{10});
    QCOMPARE(found[2].first, std::size_t{14});
    QCOMPARE(found[2].last, std::size_t{16});
    QVERIFY(std::abs(found[2].probability - 0.9f) < 1e-4f);
  }

  void words_may_follow_each_other_at_once() {
    const auto found = best_path(heard("thecat"), words_of({"the", "cat"}));
    QCOMPARE(found.size(), std::size_t{2});
    QCOMPARE(found[0].last, std::size_t{2});
    QCOMPARE(found[1].first, std::size_t{3});
  }

  void a_word_of_unknown_letters_takes_what_its_neighbours_leave() {
    const auto found = best_path(heard("..the.xyz..sat"), words_of({"the", "", "sat"}));
    QCOMPARE(found.size(), std::size_t{3});
    QCOMPARE(found[1].first, std::size_t{6});
    QCOMPARE(found[1].last, std::size_t{8});
    QCOMPARE(found[2].first, std::size_t{11});
  }

  void speech_that_is_not_in_the_text_is_passed_over() {
    const auto found = best_path(heard("..the..blomingsnowyl..cat"), words_of({"the", "cat"}));
    QCOMPARE(found.size(), std::size_t{2});
    QCOMPARE(found[0].last, std::size_t{4});
    QCOMPARE(found[1].first, std::size_t{22});
  }

  void a_wrong_word_moves_no_other() {
    const auto found = best_path(heard("..the..cat..sat.."), words_of({"the", "dog", "sat"}));
    QCOMPARE(found.size(), std::size_t{3});
    QCOMPARE(found[0].first, std::size_t{2});
    QCOMPARE(found[0].last, std::size_t{4});
    QCOMPARE(found[2].first, std::size_t{12});
    QVERIFY(found[1].probability < 0.02f);
  }

  void limits_choose_between_equal_places() {
    const LetterScores scores = heard("..cat......cat......cat..");
    std::vector<SpelledWord> words = words_of({"cat"});
    words[0].earliest_s = 0.15;
    words[0].latest_s = 0.30;
    const auto found = best_path(scores, words);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].first, std::size_t{11});
  }

  void what_does_not_fit_is_not_placed() {
    QVERIFY(best_path(heard("abc"), words_of({"abcd"})).empty());
    QVERIFY(best_path(heard("abc"), {}).empty());
    std::vector<SpelledWord> words = words_of({"cat"});
    words[0].earliest_s = 1.0;
    QVERIFY(best_path(heard("..cat.."), words).empty());
  }

  // No way that plain recursion finds is better.
  void it_is_the_best_way() {
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
      const LetterScores scores = random_scores(9, random);
      std::vector<SpelledWord> words;
      const int count = 1 + static_cast<int>(random() % 3);
      for (int w = 0; w < count; ++w) {
        SpelledWord& word = words.emplace_back();
        const int letters = 1 + static_cast<int>(random() % 3);
        for (int i = 0; i < letters; ++i) word.letters += static_cast<char>('a' + random() % 26);
      }
      const auto found = best_path(scores, words);
      QCOMPARE(found.size(), words.size());
      const double expected = AllWays(scores, words).best(), actual = score_of(scores, words, found);
      QVERIFY2(std::abs(expected - actual) < 1e-3, qPrintable(QString("%1 %2").arg(expected).arg(actual)));
    }
  }

  // An hour of frames: time and memory stay in bounds.
  void an_hour_is_aligned() {
    std::mt19937 random(3);
    std::string signs;
    std::vector<SpelledWord> words;
    std::vector<std::size_t> starts;
    while (signs.size() < 180'000) {
      signs.append(5 + random() % 40, '.');
      starts.push_back(signs.size());
      SpelledWord& word = words.emplace_back();
      for (std::size_t i = 0; i < 2 + random() % 7; ++i) {
        char letter = static_cast<char>('a' + random() % 26);
        if (!word.letters.empty() && letter == word.letters.back())
          letter = letter == 'z' ? 'a' : static_cast<char>(letter + 1);
        word.letters += letter;
        signs.append(1 + random() % 5, letter);
      }
    }
    const LetterScores scores = heard(signs, 0.6f);
    const auto found = best_path(scores, words);
    QCOMPARE(found.size(), words.size());
    for (std::size_t i = 0; i < words.size(); ++i) QCOMPARE(found[i].first, starts[i]);
  }
};

QTEST_APPLESS_MAIN(TestBestPath)
#include "test_best_path.moc"
