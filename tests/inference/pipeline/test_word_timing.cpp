// SPDX-License-Identifier: Apache-2.0
#define QT_NO_KEYWORDS
// Windows whose words are timed beside the device's work: all come back, in order, by the heads that were
// chosen.
#include <QtTest>
#include <algorithm>
#include <string>
#include <vector>

#include "inference/pipeline/word_timing.h"

using namespace tilescribe;
using layers::HeadPlace;

namespace {

constexpr std::size_t tokens = 8, frames = 100;

WindowText window_of_words() {
  WindowText text;
  text.end_s = 8.0;
  for (std::size_t t = 0; t < tokens; ++t) {
    const std::string word(1, static_cast<char>('a' + t));
    text.tokens.push_back({.id = 0, .bytes = ' ' + word, .probability = 0.5f});
    text.text += (t == 0 ? "" : " ") + word;
  }
  return text;
}

/// The head `follows` goes through the frames, the others look at the first one.
layers::Attended attention(std::size_t heads, std::size_t follows) {
  layers::Attended attended(heads * tokens * frames);
  float* const all = attended.data();
  std::fill_n(all, heads * tokens * frames, 0.0f);
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t t = 0; t < tokens; ++t)
      all[(h * tokens + t) * frames + (h == follows ? 10 * t + 5 : 0)] = 1.0f;
  }
  return attended;
}

}  // namespace

class TestWordTiming : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void windows_come_back_in_order_with_their_words() {
    WordTiming timing(2, 2);
    timing.add({7, window_of_words(), timing.wanted(), attention(4, 2)});
    QVERIFY(timing.has_any());
    const std::vector<HeadPlace> chosen = timing.wanted();  // by the window before, though nobody took it
    QCOMPARE(chosen, (std::vector<HeadPlace>{{1, 0}}));
    std::vector<std::size_t> numbers;
    for (std::size_t number = 8; number < 40; ++number) {
      timing.add({number, window_of_words(), chosen, attention(1, 0)});
      for (const WordTiming::Window& window : timing.take(false)) numbers.push_back(window.number);
    }
    for (const WordTiming::Window& window : timing.take(true)) {
      numbers.push_back(window.number);
      QCOMPARE(window.text.words.size(), tokens);
      QVERIFY(window.attention.values().empty());
    }
    QCOMPARE(numbers.size(), std::size_t{33});
    for (std::size_t i = 0; i < numbers.size(); ++i) QCOMPARE(numbers[i], 7 + i);
    QVERIFY(!timing.has_any());
    QVERIFY(timing.take(true).empty());
  }

  void it_ends_with_windows_that_nobody_waits_for() {
    WordTiming timing(2, 2);
    for (std::size_t number = 0; number < 8; ++number)
      timing.add({number, window_of_words(), {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, attention(4, 2)});
  }
};

QTEST_GUILESS_MAIN(TestWordTiming)
#include "test_word_timing.moc"
