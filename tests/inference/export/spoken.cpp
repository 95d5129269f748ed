// SPDX-License-Identifier: Apache-2.0
#include "tests/inference/export/spoken.h"

#include <array>
#include <random>
#include <string>

#include "inference/transcript/segmenter.h"
#include "inference/transcript/words.h"

namespace tilescribe::test {
namespace {

using transcript::Mark;
using transcript::TimeSpan;
using transcript::Word;

constexpr std::array subjects{"the engineer",
                              "my neighbour",
                              "a group of students",
                              "she",
                              "they",
                              "we",
                              "the old library",
                              "our committee",
                              "nobody in the village",
                              "I",
                              "the second experiment",
                              "everyone who was there",
                              "his older sister",
                              "the company's lawyer",
                              "you"};
constexpr std::array verbs{"finished",         "described",          "never really understood",
                           "kept looking for", "presented",          "walked away from",
                           "wrote about",      "had been expecting", "would not give up",
                           "remembered",       "paid for",           "talked about"};
constexpr std::array objects{"the report",
                             "a small wooden bridge",
                             "the results of the experiment",
                             "it",
                             "most of the questions",
                             "what we saw on Tuesday",
                             "the new schedule",
                             "an entirely different story",
                             "the photographs",
                             "the responsibility for the entire building",
                             "three of them"};
constexpr std::array tails{"",
                           " in the afternoon",
                           ", because the weather had changed",
                           " without saying a word",
                           ", when the meeting was over",
                           " for the first time in ten years",
                           ", although nobody had asked",
                           " at the end of the street, near the station",
                           ", which surprised almost all of us",
                           " and then went home"};
constexpr std::array remarks{"Yes.", "No, not really.", "Thank you.", "Well, that is true.",
                             "Why?", "I see."};

constexpr std::array clauses{"昨天下午",       "我们在会议上",  "那位老师",   "因为天气不好",
                             "如果你有时间",   "他没有想到",    "很多年以前", "但是大家都知道",
                             "在城市的另一边", "这个实验的结果"};
constexpr std::array ends{"讨论了这个问题", "还是决定继续往前走", "把文件放在桌子上", "觉得非常高兴",
                          "需要更多的时间", "可以明天再说",       "什么都没有说",     "写了一封很长的信"};

class Speaker {
 public:
  double between(double least, double most) {
    // Standard distributions differ from library to library.
    return least + (most - least) * static_cast<double>(random_()) / 4294967295.0;
  }
  template <std::size_t n>
  std::string one_of(const std::array<const char*, n>& texts) {
    return texts[random_() % n];
  }

 private:
  std::mt19937 random_{20261123};
};

std::string english_sentence(Speaker& speaker) {
  if (speaker.between(0.0, 1.0) < 0.12) return speaker.one_of(remarks);
  std::string text = speaker.one_of(subjects) + ' ' + speaker.one_of(verbs) + ' ' + speaker.one_of(objects) +
                     speaker.one_of(tails);
  if (speaker.between(0.0, 1.0) < 0.3)
    text += ", and " + speaker.one_of(subjects) + ' ' + speaker.one_of(verbs) + ' ' + speaker.one_of(objects);
  if (text.front() >= 'a') text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text + (speaker.between(0.0, 1.0) < 0.1 ? '?' : '.');
}

std::string chinese_sentence(Speaker& speaker) {
  std::string text = speaker.one_of(clauses);
  if (speaker.between(0.0, 1.0) < 0.5) text += "，" + speaker.one_of(clauses);
  return text + (speaker.between(0.0, 1.0) < 0.5 ? "，" : "") + speaker.one_of(ends) + "。";
}

template <class Sentence, class WordTime>
std::vector<Segment> spoken(double seconds, bool with_words, Sentence sentence, WordTime word_time) {
  Speaker speaker;
  std::vector<Segment> all;
  double at_s = 0.4;
  while (at_s < seconds) {
    const std::string text = sentence(speaker);
    const std::vector<Word> words = transcript::words_of(text);
    const double rate = speaker.between(0.9, 1.15);
    std::vector<TimeSpan> times;
    for (const Word& word : words) {
      const double takes_s = word_time(text.substr(word.begin, word.end - word.begin)) / rate;
      times.push_back({at_s, at_s + takes_s});
      at_s += takes_s + (word.mark == Mark::clause ? speaker.between(0.1, 0.35) : 0.0);
    }
    at_s += speaker.between(0.0, 1.0) < 0.12 ? speaker.between(1.0, 4.0) : speaker.between(0.2, 0.8);
    for (Segment& segment : segments_of_timed_text(text, words, times)) {
      if (with_words) {
        for (std::size_t i = 0; i < words.size(); ++i) {
          if (times[i].begin_s < segment.start_s - 1e-9 || times[i].end_s > segment.end_s + 1e-9) continue;
          TimedWord& word = segment.words.emplace_back();
          word.text = text.substr(words[i].begin, words[i].end - words[i].begin);
          word.start_s = times[i].begin_s;
          word.end_s = times[i].end_s;
        }
      }
      all.push_back(std::move(segment));
    }
  }
  return all;
}

}  // namespace

std::vector<Segment> spoken_english(double seconds, bool with_words, double pace) {
  return spoken(seconds, with_words, english_sentence, [pace](const std::string& word) {
    return (0.1 + 0.056 * static_cast<double>(word.size())) / pace;
  });
}

std::vector<Segment> spoken_chinese(double seconds) {
  return spoken(seconds, false, chinese_sentence, [](const std::string&) { return 0.22; });
}

}  // namespace tilescribe::test
