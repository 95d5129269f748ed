// SPDX-License-Identifier: Apache-2.0
// How well beginnings of texts fit the letters that are heard.
#include <QtTest>
#include <cmath>
#include <string>
#include <string_view>

#include "inference/search/letter_prefix.h"

namespace {

using namespace tilescribe;
using align::LetterScores;
using search::HeardLetters;
using search::LetterPrefix;

constexpr float other = 0.001f;    // a symbol's probability where another one is heard
constexpr float left_out = -2.0f;  // the price of a letter that is not in the text, a frame

// One symbol is heard in each frame; a dot is silence.
LetterScores heard(std::string_view frames) {
  LetterScores scores;
  for (std::size_t t = 0; t < frames.size(); ++t) {
    const std::size_t symbol =
        frames[t] == '.' ? LetterScores::silence : static_cast<std::size_t>(frames[t] - 'a');
    for (std::size_t s = 0; s < LetterScores::symbols; ++s) {
      const float probability = s == symbol ? 1.0f - other * (LetterScores::symbols - 1) : other;
      scores.log_probabilities.push_back(std::log(probability));
    }
    scores.seconds.push_back(0.02 * static_cast<double>(t));
  }
  return scores;
}

// A text of words with a space between.
LetterPrefix said(const HeardLetters& heard, std::string_view text) {
  LetterPrefix prefix(heard);
  for (const char byte : text) {
    if (byte == ' ') {
      prefix.begin_word();
    } else {
      prefix.say(byte == '#' ? HeardLetters::any : static_cast<std::size_t>(byte - 'a'));
    }
  }
  return prefix;
}

}  // namespace

class TestLetterPrefix : public QObject {
  Q_OBJECT

 private slots:
  void what_is_heard_costs_nothing() {
    const HeardLetters letters(heard("..tthee...ccaatt.."));
    QCOMPARE(letters.frames(), std::size_t{18});
    for (const char* text : {"", "t", "th", "the", "the c", "the ca", "the cat"})
      QCOMPARE(said(letters, text).score(), 0.0f);
    QCOMPARE(said(letters, "the cat").whole(), 0.0f);
  }

  // A frame of a wrong symbol costs as much as the right one is likelier; between words it may be left out.
  void a_wrong_letter_costs_its_frames() {
    const HeardLetters letters(heard("..tthee...ccaatt.."));
    const float wrong = std::log(other) - std::log(1.0f - other * (LetterScores::symbols - 1));
    QCOMPARE(said(letters, "x").score(), wrong);                   // instead of the t: it goes on with the h
    QCOMPARE(said(letters, "txe").score(), wrong);                 // one frame of h
    QCOMPARE(said(letters, "the bat").score(), wrong + left_out);  // the first c is left out
    QCOMPARE(said(letters, "the ca").whole(), 2 * left_out);       // the t is left over
    QCOMPARE(said(letters, "th").whole(), 8 * left_out);           // ee and ccaatt
    QCOMPARE(said(letters, "").whole(), 11 * left_out);
  }

  void silence_is_between_words_only() {
    const HeardLetters letters(heard("th..e"));
    QCOMPARE(said(letters, "th e").score(), 0.0f);
    QVERIFY(said(letters, "the").score() < -5.0f);
    QVERIFY(said(letters, "the").whole() < -8.0f);
    QCOMPARE(said(letters, "th e").whole(), 0.0f);
    // None is needed there.
    QCOMPARE(said(HeardLetters(heard("the")), "th e").score(), 0.0f);
  }

  void an_unknown_letter_is_any_letter() {
    const HeardLetters letters(heard(".aab.."));
    const float price = said(letters, "#").score();
    QVERIFY(price < 0.0f && price > -4.0f);
    QVERIFY(said(letters, "a#").score() < 0.0f);
    QVERIFY(said(letters, "a#").score() > said(letters, "ac").score());
  }

  // More letters than frames: the text is not ruled out, and it is worse than each that has room.
  void letters_without_a_frame_are_missed() {
    const HeardLetters letters(heard("cat"));
    QCOMPARE(said(letters, "cat").score(), 0.0f);
    const LetterPrefix longer = said(letters, "cats"), still = said(letters, "catsss");
    QVERIFY(std::isfinite(longer.score()) && std::isfinite(longer.whole()));
    QVERIFY(longer.score() < -10.0f);
    QVERIFY(still.score() < longer.score());
    const HeardLetters silence{LetterScores()};
    const LetterPrefix nothing = said(silence, "cat");
    QVERIFY(std::isfinite(nothing.score()) && std::isfinite(nothing.whole()));
  }

  // A text that has come further is no worse for that.
  void the_way_so_far_is_what_counts() {
    std::string long_text, frames;
    for (int i = 0; i < 40; ++i) {
      long_text += long_text.empty() ? "cat" : " cat";
      frames += "ccaatt....";
    }
    const HeardLetters letters(heard(frames));
    QCOMPARE(said(letters, long_text).score(), 0.0f);
    QCOMPARE(said(letters, long_text).whole(), 0.0f);
    QCOMPARE(said(letters, "cat").score(), 0.0f);
    QVERIFY(said(letters, "cat").whole() < -400.0f);
  }
};

QTEST_APPLESS_MAIN(TestLetterPrefix)
#include "test_letter_prefix.moc"
