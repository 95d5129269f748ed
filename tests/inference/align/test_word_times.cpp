// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <string>

#include "inference/align/word_times.h"
#include "kernels/core/error.h"

using namespace tilescribe;
using namespace tilescribe::align;

namespace {

// One frame of 20 ms per sign: a letter, or "." for silence.
LetterScores heard(const std::string& signs) {
  LetterScores scores;
  for (const char sign : signs) {
    const std::size_t at = sign == '.' ? LetterScores::silence : static_cast<std::size_t>(sign - 'a');
    for (std::size_t s = 0; s < LetterScores::symbols; ++s)
      scores.log_probabilities.push_back(std::log(s == at ? 0.9f : 0.1f / 26.0f));
    scores.seconds.push_back(0.02 * static_cast<double>(scores.seconds.size()));
  }
  return scores;
}

bool near(double a, double b) {
  return std::abs(a - b) < 1e-9;
}

}  // namespace

class TestWordTimes : public QObject {
  Q_OBJECT

 private slots:
  void segments_begin_and_end_at_words() {
    Transcript text;
    text.segments = {{.start_s = 0.3, .end_s = 0.4, .text = "The — cat,"},
                     {.start_s = 0.5, .end_s = 0.9, .text = "sat."}};
    add_word_times(text, heard("..the..cat....sat.."), {.starts_s = 0.002, .ends_s = -0.001});
    QCOMPARE(text.segments.size(), std::size_t{2});
    const Segment& first = text.segments[0];
    QCOMPARE(first.words.size(), std::size_t{2});  // a dash is not spoken
    QCOMPARE(first.words[1].text, std::string("cat,"));
    QVERIFY(near(first.words[0].start_s, 0.04 - 0.01 - 0.002));
    QVERIFY(near(first.words[0].end_s, 0.08 + 0.01 + 0.001));
    QVERIFY(near(first.start_s, first.words[0].start_s));
    QVERIFY(near(first.end_s, first.words[1].end_s));
    QVERIFY(!first.estimated);
    QVERIFY(near(text.segments[1].start_s, 0.28 - 0.012));
    QCOMPARE(text.segments[1].text, std::string("sat."));
  }

  void a_plain_text_is_divided_into_segments() {
    Transcript text;
    text.segments = {{.text = "The cat sat. A dog ran."}};
    add_word_times(text, heard("..the.cat.sat.......a.dog.ran.."), {});
    QCOMPARE(text.segments.size(), std::size_t{2});
    QCOMPARE(text.segments[1].text, std::string("A dog ran."));
    QCOMPARE(text.segments[1].words.size(), std::size_t{3});
    QVERIFY(near(text.segments[1].start_s, 20 * 0.02 - 0.01));
  }

  void what_cannot_be_spelt_or_is_not_heard_is_marked() {
    Transcript text;
    text.segments = {{.text = "The Ωx cat dog sat."}};
    add_word_times(text, heard("..the.bl.cat...xyz...sat.."), {});
    QCOMPARE(text.segments.size(), std::size_t{1});
    const std::vector<TimedWord>& words = text.segments[0].words;
    QCOMPARE(words.size(), std::size_t{5});
    QVERIFY(!words[0].estimated && words[1].estimated && !words[2].estimated && words[3].estimated &&
            !words[4].estimated);
    for (std::size_t i = 1; i < words.size(); ++i) QVERIFY(words[i].start_s >= words[i - 1].end_s);
  }

  void times_that_are_far_off_do_not_hinder() {
    Transcript text;
    text.segments = {{.start_s = 90.0, .end_s = 91.0, .text = "cat"}};
    add_word_times(text, heard("..cat.."), {});
    QVERIFY(near(text.segments[0].start_s, 0.03));
  }

  void a_text_longer_than_the_audio_is_refused() {
    Transcript text;
    text.segments = {{.text = "far too many letters"}};
    QVERIFY_EXCEPTION_THROWN(add_word_times(text, heard("..cat.."), {}), Error);
  }

  void a_text_without_words_stays_as_it_is() {
    Transcript text;
    text.segments = {{.start_s = 1.0, .end_s = 2.0, .text = "…"}};
    add_word_times(text, heard("..cat.."), {});
    QCOMPARE(text.segments[0].end_s, 2.0);
    QVERIFY(text.segments[0].words.empty());
  }
};

QTEST_APPLESS_MAIN(TestWordTimes)
#include "test_word_times.moc"
