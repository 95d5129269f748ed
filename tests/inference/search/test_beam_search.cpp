// SPDX-License-Identifier: Apache-2.0
// The beam search with the tiny golden model: against greedy decoding, against the model read anew, with
// words.
#define QT_NO_KEYWORDS  // the model has slots of its own
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>

#include "inference/pipeline/opened_model.h"
#include "inference/search/beam_search.h"
#include "kernels/core/error.h"
#include "tests/inference/generate/golden_request.h"
#include "tests/inference/search/word_file.h"

namespace {

using namespace tilescribe;
using generate::Generated;
using search::Hypothesis;
using search::WordNgram;
using test::Ids;
using test::WordFile;

std::string weighed(double letters, double word, double ngram, int beam) {
  return QStringLiteral(R"({"letters": %1, "word": %2, "ngram": %3, "unknown": 0, "beam": %4})")
      .arg(letters)
      .arg(word)
      .arg(ngram)
      .arg(beam)
      .toStdString();
}

}  // namespace

class TestBeamSearch : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::optional<OpenedModel> opened_;
  std::optional<generate::Request> request_;
  std::int32_t steps_ = 0;

  kernels::Backend& backend() { return *opened_->engine.backend; }

  WordNgram words(const std::string& weights, WordFile file = {}) {
    const std::filesystem::path path =
        std::filesystem::path(folder_.path().toStdString()) / "words.safetensors";
    file.weights = weights;
    std::ofstream(path, std::ios::binary) << file.bytes();
    return WordNgram(path);
  }

  Generated search(
      const WordNgram& words, const std::vector<int>& stops = {},
      const std::function<void(const Hypothesis&)>& best = [](const Hypothesis&) {}) {
    const layers::KvCache cache = opened_->model.decoder.make_cache(
        backend(), words.weights().beam, std::ssize(request_->prompt) + request_->max_new_tokens);
    const search::HeardLetters heard{align::LetterScores()};
    const std::function<std::string(std::int32_t)> bytes_of = [](std::int32_t id) {
      return ' ' + std::string(1, static_cast<char>('a' + id % 26));
    };
    return search::beam_search(backend(), opened_->model.decoder, cache, *request_, stops,
                               {words, heard, bytes_of}, steps_, best);
  }

  // The log probability of each token behind the prompt and those before it, read anew.
  std::vector<double> read_anew(const Ids& ids) {
    std::vector<double> found;
    Ids read = request_->prompt;
    for (const std::int32_t id : ids) {
      const layers::KvCache cache = opened_->model.decoder.make_cache(backend(), 1, std::ssize(read));
      const layers::Prompt prompt{0, read, request_->embedded_begin, request_->embedded};
      const std::vector<float> logits =
          backend().floats(opened_->model.decoder.prefill(backend(), cache, {&prompt, 1}));
      const double most = *std::ranges::max_element(logits);
      double sum = 0.0;
      for (const float logit : logits) sum += std::exp(logit - most);
      found.push_back(logits[static_cast<std::size_t>(id)] - most - std::log(sum));
      read.push_back(id);
    }
    return found;
  }

 private Q_SLOTS:
  void initTestCase() {
    EngineOptions options;
    options.model = test::golden_folder;
    options.compute = Compute::f32;
    options.threads = 2;
    opened_.emplace(open_model(options, {}));
  }
  void init() {
    backend().set_stop_token({});
    request_ = test::golden_request(backend(), "short", opened_->model.config.audio_token_id);
    request_->max_new_tokens = 12;
    request_->guard_loops = false;
  }

  void one_hypothesis_without_words_is_greedy() {
    const Generated greedy =
        generate::generate(backend(), opened_->model.decoder, {&*request_, 1}, {}, {}, {})[0];
    const Generated found = search(words(weighed(0, 0, 0, 1)));
    QCOMPARE(test::ids_of(found), test::ids_of(greedy));
    QVERIFY(found.truncated && greedy.truncated);
    for (std::size_t i = 0; i < found.tokens.size(); ++i)
      QVERIFY(std::abs(found.tokens[i].probability - greedy.tokens[i].probability) < 1e-5f);
  }

  // Hypotheses move between slots. What each token is worth behind those before it says that their keys and
  // values moved with them.
  void keys_and_values_go_with_their_texts() {
    const Generated greedy =
        generate::generate(backend(), opened_->model.decoder, {&*request_, 1}, {}, {}, {})[0];
    double best_greedy = 0.0;
    for (const double value : read_anew(test::ids_of(greedy))) best_greedy += value;
    for (const int beam : {2, 5, 16}) {
      const Generated found = search(words(weighed(0, 0, 0, beam)));
      QCOMPARE(found.tokens.size(), std::size_t{12});
      const std::vector<double> anew = read_anew(test::ids_of(found));
      double sum = 0.0;
      for (std::size_t i = 0; i < anew.size(); ++i) {
        QVERIFY(std::abs(std::log(found.tokens[i].probability) - anew[i]) < 1e-4);
        sum += anew[i];
      }
      QVERIFY2(sum >= best_greedy - 1e-4, qPrintable(QString::number(beam)));
    }
  }

  // Tokens are single letters here, and a word that is known outweighs all that the model prefers.
  void words_decide() {
    WordFile file;
    file.words = "q\n";
    file.log = {255, 255, 1};
    file.backoff = {0, 0, 0};
    const Generated found = search(words(weighed(0, 0, 10, 8), file));
    const auto is_q = [](std::int32_t id) { return id % 26 == 'q' - 'a'; };
    const Generated without = search(words(weighed(0, 0, 0, 8), file));
    QVERIFY(std::ranges::count_if(test::ids_of(found), is_q) >
            std::ranges::count_if(test::ids_of(without), is_q));
  }

  void a_stop_token_ends_the_text() {
    const Generated plain = search(words(weighed(0, 0, 0, 1)));
    const int stop = plain.tokens[4].id;
    const Generated found = search(words(weighed(0, 0, 0, 1)), {stop});
    QVERIFY(found.tokens.size() < plain.tokens.size());
    QVERIFY(std::ranges::find(found.tokens, stop, &generate::GeneratedToken::id) == found.tokens.end());
    QVERIFY(!found.truncated && !found.looped);
  }

  void a_loop_is_ended_and_cut() {
    request_->max_new_tokens = 400;
    request_->guard_loops = true;
    const Generated greedy =
        generate::generate(backend(), opened_->model.decoder, {&*request_, 1}, {}, {}, {})[0];
    QVERIFY2(greedy.looped, "the golden case no longer loops; take another one");
    const Generated found = search(words(weighed(0, 0, 0, 1)));
    QVERIFY(found.looped);
    QCOMPARE(test::ids_of(found), test::ids_of(greedy));
  }

  // A title's full stop ends no sentence, and neither does an initial's.
  void sentences_end_where_they_end() {
    WordFile file;
    file.words = "doe\nmister\n";  // ids 2 and 3
    file.log = {255, 40, 20, 20};
    file.backoff = {0, 0, 0, 0};
    file.pairs = {{{3, 2}, {1, 0}}};
    const WordNgram ngram = words(weighed(0, 0, 1, 1), file);
    const search::HeardLetters heard{align::LetterScores()};
    const auto score = [&](const char* said) {
      Hypothesis text(ngram, heard);
      text.say(0, 0.0f, said);
      text.end(0.0f);
      return text.score();
    };
    QCOMPARE(score("Mr. Doe"), -0.5 * (20 + 1));
    QCOMPARE(score("mister Doe"), -0.5 * (20 + 1));
    QCOMPARE(score("Mister. Doe"), -0.5 * (20 + 20));
    QCOMPARE(score("Mister? Doe"), -0.5 * (20 + 20));
  }

  void the_best_text_so_far_is_told_and_it_can_be_cancelled() {
    std::stop_source stop;
    backend().set_stop_token(stop.get_token());
    std::size_t told = 0;
    try {
      static_cast<void>(search(words(weighed(0, 0, 0, 4)), {}, [&](const Hypothesis& text) {
        QCOMPARE(text.tokens().size(), ++told);
        if (told == 3) stop.request_stop();
      }));
      QFAIL("it was not cancelled");
    } catch (const Cancelled&) {
    }
    QCOMPARE(told, std::size_t{3});
  }

  void a_prompt_beyond_the_cache_is_refused() {
    request_->max_new_tokens = 0;
    QVERIFY_EXCEPTION_THROWN(search(words(weighed(0, 0, 0, 2))), Error);
  }

  // Letters are told apart from what only joins words, and a run of one letter is heard as one.
  void texts_are_spelt() {
    const auto score = [&](const char* frames, std::initializer_list<const char*> tokens) {
      align::LetterScores scores;
      for (const char* at = frames; *at != '\0'; ++at) {
        for (std::size_t s = 0; s < align::LetterScores::symbols; ++s) {
          const std::size_t heard =
              *at == '.' ? align::LetterScores::silence : static_cast<std::size_t>(*at - 'a');
          scores.log_probabilities.push_back(s == heard ? -0.01f : -8.0f);
        }
        scores.seconds.push_back(0.0);
      }
      const search::HeardLetters heard(scores);
      const WordNgram ngram = words(weighed(1, 0, 0, 1));
      Hypothesis text(ngram, heard);
      for (const char* bytes : tokens) text.say(0, 0.0f, bytes);
      text.end(0.0f);
      return text.score();
    };
    QCOMPARE(score(".wil.go..", {"Wi", "ll", " go."}), 0.0);
    QCOMPARE(score(".dont.", {"don", "'", "t"}), 0.0);
    QCOMPARE(score(".twentyfive.", {"Twenty", "-five"}), 0.0);
    QCOMPARE(score(".a.a.", {"a", ", a"}), 0.0);
    QVERIFY(score(".wil.go..", {"Will"}) < -3.0);
    QVERIFY(score(".wil.go..", {"Will", " 7"}) < -1.0);
    QVERIFY(score(".wil.go..", {"Will", " 7"}) > score(".wil.go..", {"Will", " x"}));
  }
};

QTEST_GUILESS_MAIN(TestBeamSearch)
#include "test_beam_search.moc"
