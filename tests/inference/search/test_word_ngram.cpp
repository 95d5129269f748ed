// SPDX-License-Identifier: Apache-2.0
// The trigram of words: what it says of words behind others, and which files it refuses.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>

#include "inference/api/model_folder.h"
#include "inference/search/word_ngram.h"
#include "inference/weights/safetensors.h"
#include "kernels/core/error.h"
#include "tests/inference/search/word_file.h"

namespace {

using namespace tilescribe;
using search::WordNgram;
using test::WordFile;

constexpr int begin = 0, cat = 3, dog = 4, the = 5;

}  // namespace

class TestWordNgram : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::filesystem::path written(const WordFile& words) {
    std::filesystem::path file = std::filesystem::path(folder_.path().toStdString()) / "words.safetensors";
    std::ofstream(file, std::ios::binary) << words.bytes();
    return file;
  }

 private slots:
  // In steps of a half: the cat = the pair's log; a word that follows no such pair backs off to the word
  // alone.
  void words_follow_words() {
    WordFile words;
    words.pairs = {{{begin, the}, {1, 2}}, {{the, cat}, {3, 4}}, {{the, dog}, {5, 0}}, {{cat, the}, {6, 0}}};
    words.triples = {{{begin, the, cat}, 1}};
    const WordNgram ngram(written(words));
    QCOMPARE(ngram.words(), std::size_t{4});
    WordNgram::Context context;
    QCOMPARE(ngram.say(context, "the"), -0.5f * 1);            // <s> the
    QCOMPARE(ngram.say(context, "cat"), -0.5f * 1);            // <s> the cat
    QCOMPARE(ngram.say(context, "the"), -0.5f * (4 + 6));      // "the cat" backs off, cat the
    QCOMPARE(ngram.say(context, "dog"), -0.5f * (0 + 5));      // "cat the" backs off, the dog
    QCOMPARE(ngram.say(context, "and"), -0.5f * (0 + 3 + 4));  // "the dog", then "dog" backs off, and
    QCOMPARE(ngram.say(context, "cat"), -0.5f * (2 + 8));      // no such pair before: "and" backs off
    QCOMPARE(ngram.say(context, "zebra"), -0.5f * (3 + 20));   // unknown
    QCOMPARE(ngram.say(context, "the"), -0.5f * (0 + 2));
    context = {};
    QCOMPARE(ngram.say(context, "the"), -0.5f * 1);
    QCOMPARE(ngram.say(context, "dog"), -0.5f * (2 + 5));
  }

  void unknown_words_share_one_probability() {
    WordFile words;
    words.weights = R"({"letters": 0, "word": 0, "ngram": 1, "unknown": 7, "beam": 4})";
    const WordNgram ngram(written(words));
    WordNgram::Context context;
    QCOMPARE(ngram.begin(context, "zeb"), -0.5f * (1 + 20) - 7.0f);
    QCOMPARE(ngram.say(context, "zebra"), -0.5f * (1 + 20) - 7.0f);
    QCOMPARE(ngram.say(context, "the"), -0.5f * (0 + 2));
  }

  // Of a word's beginning: those of the pairs, and of all words that begin so as far as it backs off.
  void words_are_begun() {
    WordFile words;
    words.words = "and\ncat\ncattle\ndog\n";
    words.pairs = {{{begin, 3}, {3, 0}}, {{begin, 4}, {2, 0}}, {{3, 4}, {1, 0}}};
    const WordNgram ngram(written(words));
    const WordNgram::Context context;
    const auto p = [](int stored) { return std::exp(-0.5f * static_cast<float>(stored)); };
    QVERIFY(std::abs(ngram.begin(context, "c") - std::log(p(3) + p(2) + p(1) * (p(8) + p(10)))) < 1e-5f);
    QVERIFY(std::abs(ngram.begin(context, "catt") - std::log(p(2) + p(1) * p(10))) < 1e-5f);
    QVERIFY(std::abs(ngram.begin(context, "d") - std::log(p(1) * p(2))) < 1e-5f);
    QVERIFY(ngram.begin(context, "") > ngram.begin(context, "c"));
  }

  void weights_are_the_file_s() {
    WordFile words;
    words.weights = R"({"letters": 0.05, "word": 1.5, "ngram": 0.25, "unknown": 15, "beam": 8})";
    const WordNgram ngram(written(words));
    QCOMPARE(ngram.weights().letters, 0.05f);
    QCOMPARE(ngram.weights().word, 1.5f);
    QCOMPARE(ngram.weights().ngram, 0.25f);
    QCOMPARE(ngram.weights().unknown, 15.0f);
    QCOMPARE(ngram.weights().beam, std::int64_t{8});
  }

  void wrong_files_are_refused_data() {
    QTest::addColumn<std::function<void(WordFile&)>>("change");
    QTest::addColumn<QString>("says");
    using Change = std::function<void(WordFile&)>;
    const auto row = [](const char* says, const Change& change) {
      QTest::newRow(says) << change << QString(says);
    };
    row("should have the format", [](WordFile& file) { file.format = "word-trigram 2"; });
    row("a log_step above 0", [](WordFile& file) { file.step = "0"; });
    row("a log_step", [](WordFile& file) { file.step = "much"; });
    row("the weight letters",
        [](WordFile& file) { file.weights = R"({"word": 0, "ngram": 1, "unknown": 0, "beam": 4})"; });
    row("the weight beam", [](WordFile& file) {
      file.weights = R"({"letters": 0, "word": 0, "ngram": 1, "unknown": 0, "beam": 65})";
    });
    row("the weight word", [](WordFile& file) {
      file.weights = R"({"letters": 0, "word": "1", "ngram": 1, "unknown": 0, "beam": 4})";
    });
    row("at most 64 deep", [](WordFile& file) {  // one list more than may be
      file.weights = R"({"letters": 0, "word": 0, "ngram": 1, "unknown": 0, "beam": 4, "more": )" +
                     std::string(64, '[') + std::string(64, ']') + "}";
    });
    row("At most 4096 bytes were expected",
        [](WordFile& file) { file.weights.insert(1, std::string(4096, ' ')); });
    row("At most 4096 bytes", [](WordFile& file) { file.format += std::string(100'000, ' '); });
    row("a complete JSON document", [](WordFile& file) { file.weights.pop_back(); });
    row("end with a line end", [](WordFile& file) { file.words += "zebra"; });
    row("in ascending order, each once", [](WordFile& file) { file.words = "and\ndog\ncat\nthe\n"; });
    row("trigram_count",
        [](WordFile& file) {  // their number has more than 32 bits, and 65,534 in the lower 32
          file.words.clear();
          for (int word = 100; word < 400; ++word) file.words += std::to_string(word) + '\n';
          file.log.assign(302, 1);
          file.backoff.assign(302, 1);
          for (int pair = 0; pair < 65'538; ++pair) file.pairs[{2 + pair / 300, 2 + pair % 300}] = {1, 1};
          file.triple_counts.assign(65'538, 65'535);
        });
    row("at most 65534", [](WordFile& file) {
      file.words.clear();
      for (int word = 10'000; word < 75'535; ++word) file.words += std::to_string(word) + '\n';
    });
    row("at most 16777216 bytes, and have 16777217",
        [](WordFile& file) { file.words = std::string(1 << 24, 'a') + '\n'; });
    row("and are 16777216", [](WordFile& file) { file.words.assign(1 << 24, '\n'); });
    row("unigram_log", [](WordFile& file) { file.log.pop_back(); });
    row("unigram_backoff", [](WordFile& file) { file.types["unigram_backoff"] = "I8"; });
    row("bigram_word", [](WordFile& file) { file.pairs = {{{begin, 6}, {1, 2}}}; });
    row("bigram_log", [](WordFile& file) {
      file.pairs = {{{begin, the}, {1, 2}}};
      file.types["bigram_log"] = "I8";
    });
  }
  void wrong_files_are_refused() {
    QFETCH(std::function<void(WordFile&)>, change);
    QFETCH(QString, says);
    WordFile words;
    static_cast<void>(WordNgram(written(words)));
    change(words);
    try {
      static_cast<void>(WordNgram(written(words)));
      QFAIL("it was taken");
    } catch (const Error& error) {
      QVERIFY2(QString(error.what()).contains(says), error.what());
    }
  }

  // Behind every word the probabilities of all words sum to 1, but for the rounding of the logarithms.
  void the_delivered_file_is_one_of_probabilities() {
    const WordNgram ngram(demo_model_directory() / WordNgram::file_name);
    QVERIFY(ngram.words() > 20'000);
    const weights::SafetensorsFile file(demo_model_directory() / WordNgram::file_name);
    std::string known;
    for (const std::int64_t byte : file.integers("words")) known += static_cast<char>(byte);
    for (const std::vector<std::string>& said :
         {std::vector<std::string>{}, {"of", "the"}, {"zzqx"}, {"beautiful"}, {"zzqx", "the"}}) {
      WordNgram::Context context;
      for (const std::string& word : said) static_cast<void>(ngram.say(context, word));
      WordNgram::Context unknown = context;
      double sum = std::exp(ngram.say(unknown, "zzqx") + ngram.weights().unknown);
      for (std::istringstream words(known); !words.eof();) {
        std::string word;
        if (!(words >> word)) break;
        WordNgram::Context next = context;
        sum += std::exp(ngram.say(next, word));
      }
      QVERIFY2(std::abs(sum - 1.0) < 0.05, qPrintable(QString::number(sum)));
    }

    WordNgram::Context day;
    for (const char* word : {"what", "a", "beautiful"}) static_cast<void>(ngram.say(day, word));
    WordNgram::Context same = day, other = day;
    QVERIFY(ngram.say(same, "day") > ngram.say(other, "dog"));
    QVERIFY(ngram.weights().beam > 1 && ngram.weights().ngram > 0.0f && ngram.weights().letters > 0.0f);
  }
};

QTEST_GUILESS_MAIN(TestWordNgram)
#include "test_word_ngram.moc"
