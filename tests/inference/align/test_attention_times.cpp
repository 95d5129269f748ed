// SPDX-License-Identifier: Apache-2.0
#define QT_NO_KEYWORDS  // a reading has slots of its own
// Times of words from what a model attends to: made-up attention, and the demo model beside its letter model.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "inference/align/attention_times.h"
#include "inference/api/align.h"
#include "inference/api/transcriber.h"

using namespace tilescribe;
using namespace tilescribe::align;
using layers::HeadPlace;

namespace {

constexpr double frame_s = 0.08;

WindowText window_of(const std::vector<std::string>& tokens) {
  WindowText window;
  window.start_s = 100.0;
  window.end_s = 110.0;
  for (const std::string& token : tokens) {
    window.tokens.push_back({.id = 0, .bytes = token, .probability = 0.5f});
    window.text += token;
  }
  window.text.erase(0, window.text.find_first_not_of(' '));
  return window;
}

constexpr std::size_t frames = 125;

/// Each token looks at one frame; every head but the one that follows looks at the first.
std::vector<float> attention(std::size_t heads, std::size_t follows, const std::vector<std::size_t>& places) {
  std::vector<float> all(heads * places.size() * frames);
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t t = 0; t < places.size(); ++t)
      all[(h * places.size() + t) * frames + (h == follows ? places[t] : 0)] = 1.0f;
  }
  return all;
}

bool near(double a, double b) {
  return std::abs(a - b) < 1e-6;
}

std::vector<TimedWord> words_of(const Transcript& transcript) {
  std::vector<TimedWord> words;
  for (const Segment& segment : transcript.segments)
    words.insert(words.end(), segment.words.begin(), segment.words.end());
  return words;
}

}  // namespace

class TestAttentionTimes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_word_is_where_its_tokens_are_heard() {
    AttentionTimes times(1, 2);
    WindowText window = window_of({" Two", " wo", "rds", ","});
    times.add_words(window, times.wanted(), attention(2, 1, {10, 50, 54, 55}));
    QCOMPARE(window.words.size(), std::size_t{2});
    const auto heard = [](std::size_t frame) { return 100.0 + (static_cast<double>(frame) + 0.5) * frame_s; };
    // Begun before its first token is heard, over after its last; far apart they do not touch.
    QVERIFY(window.words[0].start_s < heard(10) && window.words[0].start_s > heard(8));
    QVERIFY(window.words[0].end_s > heard(10) && window.words[0].end_s < heard(12));
    QVERIFY(window.words[1].start_s < heard(50) && window.words[1].start_s > heard(48));
    QVERIFY(window.words[1].end_s > heard(55) && window.words[1].end_s < heard(57));
    QVERIFY(std::abs(window.words[1].probability - 0.5f) < 1e-6f);
    QVERIFY(!window.words[0].estimated);

    const std::vector<Segment> segments = segments_of_window(window);
    QCOMPARE(segments.size(), std::size_t{1});
    QCOMPARE(segments[0].words.size(), std::size_t{2});
    QCOMPARE(segments[0].words[1].text, std::string("words,"));
    QVERIFY(near(segments[0].start_s, window.words[0].start_s));
    QVERIFY(near(segments[0].end_s, window.words[1].end_s));
    QVERIFY(!segments[0].estimated);
  }

  void words_that_follow_at_once_share_a_border() {
    AttentionTimes times(1, 1);
    WindowText window = window_of({" a", " b", " c"});
    times.add_words(window, times.wanted(), attention(1, 0, {0, 1, 124}));
    QVERIFY(near(window.words[0].end_s, window.words[1].start_s));
    QCOMPARE(window.words[0].start_s, 100.0);  // inside the window
    QVERIFY(window.words[2].end_s <= 110.0);
    for (const TimedWord& word : window.words) QVERIFY(word.end_s > word.start_s);
  }

  /// In Chinese a token often holds several characters, and a rare character takes several tokens.
  void characters_share_tokens_and_tokens_share_characters() {
    AttentionTimes times(1, 1);
    const std::string rare = "龘";
    WindowText window = window_of({"今天", rare.substr(0, 2), rare.substr(2), "好。"});
    times.add_words(window, times.wanted(), attention(1, 0, {10, 20, 21, 30}));
    QCOMPARE(window.words.size(), std::size_t{4});
    for (std::size_t i = 0; i < 4; ++i) {
      QVERIFY2(window.words[i].end_s - window.words[i].start_s > 0.05, qPrintable(QString::number(i)));
      if (i > 0) QVERIFY(window.words[i].start_s >= window.words[i - 1].end_s);
    }
    QVERIFY(window.words[2].start_s > 100.0 + 18 * frame_s && window.words[2].end_s < 100.0 + 24 * frame_s);
    const std::vector<Segment> segments = segments_of_window(window);
    QCOMPARE(segments.size(), std::size_t{1});
    QCOMPARE(segments[0].words.size(), std::size_t{4});
    QCOMPARE(segments[0].words[3].text, std::string("好。"));
  }

  void heads_are_chosen_once_and_anew_where_they_follow_no_longer() {
    AttentionTimes times(2, 2);
    QCOMPARE(times.wanted().size(), std::size_t{4});
    const std::vector<std::size_t> places{5, 15, 25, 35, 45, 55, 65, 75};
    const std::vector<std::string> eight{" a", " b", " c", " d", " e", " f", " g", " h"};
    WindowText window = window_of({" a", " b"});
    times.add_words(window, times.wanted(), attention(4, 2, {5, 15}));
    QCOMPARE(window.words.size(), std::size_t{2});
    QCOMPARE(times.wanted().size(), std::size_t{4});  // two tokens say too little to keep a choice
    window = window_of(eight);
    times.add_words(window, times.wanted(), attention(4, 2, places));
    QCOMPARE(times.wanted(), (std::vector<HeadPlace>{{1, 0}}));
    times.add_words(window, times.wanted(), attention(1, 0, places));
    QCOMPARE(window.words.size(), std::size_t{8});
    QCOMPARE(times.wanted().size(), std::size_t{1});
    times.add_words(window, times.wanted(), attention(1, 1, places));  // looks at the first frame alone
    QVERIFY(window.words.empty());
    QCOMPARE(times.wanted().size(), std::size_t{4});
  }

  void where_no_head_follows_times_stay_estimates_and_little_is_asked() {
    AttentionTimes times(1, 2);
    const std::vector<std::size_t> places{5, 15, 25, 35, 45, 55, 65, 75};
    WindowText window = window_of({" a", " b", " c", " d", " e", " f", " g", " h"});
    times.add_words(window, times.wanted(), attention(2, 2, places));
    QVERIFY(window.words.empty());
    QVERIFY(segments_of_window(window).front().estimated);
    int passed = 0;
    for (; times.wanted().empty(); ++passed) times.add_words(window, {}, {});
    QCOMPARE(passed, 8);
  }

  /// Both listen to the same sound in different ways.
  void the_demo_model_agrees_with_its_letter_model() {
    EngineOptions engine;
    engine.engine = Engine::cpu;
    const auto transcriber = open_transcriber(engine);
    std::vector<double> starts, ends;
    for (const char* name : {"short", "medium", "long"}) {
      const std::filesystem::path file =
          std::filesystem::path(TILESCRIBE_SOURCE_DIR "/resources/audio") / (std::string(name) + ".wav");
      TranscribeOptions options;
      options.word_times = true;
      const Transcript transcript = transcriber->transcribe(file, options, {}, {});
      TranscribeOptions plain;
      QCOMPARE(transcript.text(), transcriber->transcribe(file, plain, {}, {}).text());
      AlignOptions align;
      align.engine = engine;
      const auto ours = words_of(transcript), theirs = words_of(align_text(transcript, file, align, {}, {}));
      QCOMPARE(ours.size(), theirs.size());
      double end_s = 0.0;
      for (std::size_t i = 0; i < ours.size(); ++i) {
        QCOMPARE(ours[i].text, theirs[i].text);
        QVERIFY(ours[i].start_s >= end_s - 1e-9 && ours[i].end_s >= ours[i].start_s);
        end_s = ours[i].end_s;
        if (theirs[i].estimated) continue;
        starts.push_back(std::abs(ours[i].start_s - theirs[i].start_s));
        ends.push_back(std::abs(ours[i].end_s - theirs[i].end_s));
      }
    }
    QVERIFY(starts.size() > 20);
    for (std::vector<double>* each : {&starts, &ends}) {
      std::ranges::sort(*each);
      const double median = (*each)[each->size() / 2], most = (*each)[each->size() * 9 / 10];
      qInfo("median %.0f ms, 90 %% within %.0f ms, %zu words", 1000.0 * median, 1000.0 * most, each->size());
      QVERIFY2(median <= 0.08 && most <= 0.2, qPrintable(QString::number(most)));
    }
  }
};

QTEST_GUILESS_MAIN(TestAttentionTimes)
#include "test_attention_times.moc"
