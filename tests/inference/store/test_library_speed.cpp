// SPDX-License-Identifier: Apache-2.0
// How long the library takes with a thousand hours of text, and with ten thousand entries.
#include <QElapsedTimer>
#include <QtTest>
#include <random>

#include "tests/support/library_folder.h"
#include "tests/support/processor_time.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

constexpr int hours = 1000;
constexpr int sentences_an_hour = 720;  // of five seconds
constexpr int words_a_sentence = 12;    // 144 words a minute
constexpr double most_ms = 100.0;       // of a search

/// Words as frequent as those of a language: the n-th most frequent one 1 / n times the first (Zipf's law).
class Speech {
 public:
  explicit Speech(unsigned seed) : random_(seed) {
    std::vector<double> weights;
    for (int i = 1; i <= 20'000; ++i) {
      weights.push_back(1.0 / i);
      std::string word;
      for (int rest = i; rest > 0; rest /= 20) {
        word += "bcdfghklmnprstvwzjqx"[rest % 20];
        word += "aeiou"[rest % 5];
      }
      words_.push_back(word);
    }
    draw_ = std::discrete_distribution<int>(weights.begin(), weights.end());
  }
  std::string sentence() {
    std::string text;
    for (int i = 0; i < words_a_sentence; ++i)
      text += words_[static_cast<std::size_t>(draw_(random_))] + (i + 1 < words_a_sentence ? ' ' : '.');
    return text;
  }
  const std::string& word(std::size_t rank) const { return words_[rank]; }

 private:
  std::mt19937 random_;
  std::vector<std::string> words_;
  std::discrete_distribution<int> draw_;
};

}  // namespace

class LibrarySpeedTest : public QObject {
  Q_OBJECT

 private slots:
  void a_search_over_a_thousand_hours_takes_less_than_a_tenth_of_a_second() {
    const LibraryFolder bench;
    Speech speech(1);
    for (int hour = 0; hour < hours; ++hour) {
      std::vector<std::string> said;
      for (int i = 0; i < sentences_an_hour; ++i)
        said.push_back(i % 100 == 7 ? "今天天气很好，我们去公园。" : speech.sentence());
      if (hour == 500) said[100] = "The needle lies here.";
      char name[64];
      std::snprintf(name, sizeof name, "2025%02d%02d-1200%02d-000-talk.wav.json", hour / 84 + 1,
                    hour / 3 % 28 + 1, hour % 3);
      bench.text_named(name, "talk.wav", said);
    }
    QElapsedTimer clock;
    clock.start();
    const auto library = open_library(bench.folders);
    library->sync({}, {});
    qInfo("indexed in %lld ms, %.0f MB", clock.elapsed(),
          static_cast<double>(std::filesystem::file_size(bench.index)) * 1e-6);
    QCOMPARE(library->look({}).entries.size(), std::size_t{hours});
    const std::string common = speech.word(0), second = speech.word(1), rare = speech.word(15'000);
    for (const std::string& typed :
         {common, common + " " + second, "\"" + common + " " + second + "\"", rare, common + " " + rare,
          common.substr(0, 2), std::string("ba b"), std::string("needle"), std::string("天气"),
          std::string("公园 天气"), std::string("nothing of the kind")}) {
      LibraryView view;
      const double ms = least_processor_ms(3, [&] { view = library->look({.text = typed}); });
      qInfo("%-30s %6.1f ms, %zu hits", typed.c_str(), ms, view.hits.size());
      QVERIFY2(ms < most_ms, typed.c_str());
    }
    QCOMPARE(library->look({.text = "needle"}).hits.size(), std::size_t{1});
    library->set_tags(library->look({}).entries.back(), {"oldest"});
    const double tag_ms =
        least_processor_ms(3, [&] { library->look({.text = common + " " + rare, .tag = "oldest"}); });
    const double bin_ms = least_processor_ms(3, [&] { library->look({.text = common, .binned = true}); });
    qInfo("in one text %.1f ms, in the bin %.1f ms", tag_ms, bin_ms);
    QVERIFY(tag_ms < most_ms && bin_ms < most_ms);
    clock.restart();
    open_library(bench.folders)->look({});
    qInfo("opened in %lld ms", clock.elapsed());
  }

  void ten_thousand_entries_are_listed_quickly() {
    const LibraryFolder bench;
    for (int i = 0; i < 10'000; ++i) {
      char name[64];
      std::snprintf(name, sizeof name, "202601%02d-12%02d%02d-000-talk.wav.json", i / 600 + 1, i / 60 % 60,
                    i % 60);
      bench.text_named(name, "talk.wav", {"A short text."});
    }
    const auto library = open_library(bench.folders);
    library->sync({}, {});
    LibraryView view;
    const double list_ms = least_processor_ms(3, [&] { view = library->look({}); });
    const double sync_ms = least_processor_ms(3, [&] { library->sync({}, {}); });
    qInfo("listed in %.1f ms, synced in %.1f ms", list_ms, sync_ms);
    QCOMPARE(view.entries.size(), std::size_t{10'000});
    QVERIFY(list_ms < most_ms);
    QVERIFY(sync_ms < 1000.0);
  }
};

QTEST_GUILESS_MAIN(LibrarySpeedTest)
#include "test_library_speed.moc"
