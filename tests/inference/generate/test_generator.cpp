// SPDX-License-Identifier: Apache-2.0
// Generation with the tiny golden model: budgets, stops, the loop guard, batches, seeds.
#define QT_NO_KEYWORDS  // the model has slots of its own
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "inference/generate/generator.h"
#include "inference/generate/loop_guard.h"
#include "inference/pipeline/opened_model.h"
#include "kernels/core/error.h"
#include "tests/inference/generate/golden_request.h"

namespace {

using namespace tilescribe;
using generate::Generated;
using generate::Request;
using test::Ids;
using test::ids_of;

// A golden case: the request, and what transformers generated for it.
struct Case {
  Request request;
  Ids golden;
};

Case load(OpenedModel& opened, const std::string& name) {
  const weights::SafetensorsFile file(test::golden_folder + "/golden-" + name + ".safetensors");
  return {test::golden_request(*opened.engine.backend, name, opened.model.config.audio_token_id),
          test::golden_ids(file, "generated")};
}

}  // namespace

class GeneratorTest : public QObject {
  Q_OBJECT

  std::optional<OpenedModel> opened_;
  std::optional<Case> short_, medium_;
  std::int64_t context_ = 0;

  std::vector<Generated> run(const std::vector<Request>& requests, const std::vector<int>& stops = {},
                             const generate::SamplingOptions& sampling = {},
                             const generate::GenerateEvents& events = {}) {
    return generate::generate(*opened_->engine.backend, opened_->model.decoder, requests, stops, sampling,
                              events);
  }

 private Q_SLOTS:
  void initTestCase() {
    EngineOptions options;
    options.model = test::golden_folder;
    options.compute = Compute::f32;
    options.threads = 2;
    opened_.emplace(open_model(options, {}));
    short_.emplace(load(*opened_, "short"));
    medium_.emplace(load(*opened_, "medium"));
    context_ = opened_->model.decoder.context;
  }
  void cleanup() {
    opened_->model.decoder.context = context_;
    opened_->engine.backend->set_stop_token({});
  }

  /// Random weights soon repeat themselves: what is left is the golden text with one phrase of the loop.
  void a_loop_is_ended_and_cut() {
    std::size_t length = 1;
    generate::Loop loop;
    for (; length <= short_->golden.size(); ++length) {
      loop = generate::find_loop(std::span(short_->golden).first(length));
      if (loop.period > 0) break;
    }
    QVERIFY2(loop.period > 0, "the golden case no longer loops; take another one");
    const std::size_t kept = length - (loop.repeats - 1) * loop.period;
    std::size_t heard = 0;
    generate::GenerateEvents events;
    events.token = [&](std::size_t, const generate::GeneratedToken&) { ++heard; };
    const Generated generated = run({short_->request}, {}, {}, events)[0];
    QVERIFY(generated.looped);
    QVERIFY(!generated.truncated);
    QCOMPARE(heard, length);
    QCOMPARE(ids_of(generated),
             Ids(short_->golden.begin(), short_->golden.begin() + static_cast<std::ptrdiff_t>(kept)));
    for (const generate::GeneratedToken& token : generated.tokens) {
      QVERIFY(token.probability > 0.0f && token.probability <= 1.0f);
    }
  }

  void the_budget_ends_it_data() {
    QTest::addColumn<int>("budget");
    for (const int budget : {0, 1, 2, 7}) QTest::addRow("%d", budget) << budget;
  }
  void the_budget_ends_it() {
    QFETCH(int, budget);
    Request request = short_->request;
    request.max_new_tokens = budget;
    // Beside one that goes on longer, so that there is room for more than the budget.
    Request other = short_->request;
    other.max_new_tokens = 9;
    const Generated generated = run({request, other})[0];
    QVERIFY(generated.truncated);
    QVERIFY(!generated.looped);
    QCOMPARE(ids_of(generated), Ids(short_->golden.begin(), short_->golden.begin() + budget));
  }

  void the_context_ends_it() {
    const auto prompt = static_cast<std::int64_t>(short_->request.prompt.size());
    opened_->model.decoder.context = prompt + 11;
    const Generated generated = run({short_->request})[0];
    QVERIFY(generated.truncated);
    QCOMPARE(generated.tokens.size(), std::size_t{11});
  }

  void a_prompt_beyond_the_context_is_refused() {
    const std::size_t prompt = short_->request.prompt.size();
    opened_->model.decoder.context = static_cast<std::int64_t>(prompt);
    std::string sentence;
    try {
      run({short_->request});
    } catch (const Error& error) {
      sentence = error.what();
    }
    const std::string count = std::to_string(prompt);
    QCOMPARE(sentence, "The prompt has " + count + " tokens, but the model's context holds " + count + ".");
  }

  /// As in a live prefix: a placeholder that the model wrote is text, and takes no row of audio.
  void a_placeholder_behind_the_audio_is_text() {
    kernels::Backend& backend = *opened_->engine.backend;
    const std::int64_t audio = short_->request.embedded.view().shape[0],
                       width = short_->request.embedded.view().shape[1];
    std::vector<float> rows(
        static_cast<std::size_t>((audio + 1) * width),
        std::numeric_limits<float>::quiet_NaN());  // behind the audio, what must not be read
    backend.download(rows.data(), short_->request.embedded);
    Request request = short_->request;
    request.prompt.push_back(opened_->model.config.audio_token_id);
    request.embedded = backend.tensor(kernels::DType::f32, {audio + 1, width});
    backend.upload(request.embedded, rows.data());
    request.embedded = request.embedded.rows(0, audio);
    request.max_new_tokens = 3;
    const Generated generated = run({request})[0];
    QCOMPARE(generated.tokens.size(), std::size_t{3});
    for (const generate::GeneratedToken& token : generated.tokens) QVERIFY(token.probability > 0.0f);
    // It is the word of that id: another word in its place gives other probabilities.
    request.prompt.back() = 0;
    QVERIFY(run({request})[0].tokens[0].probability != generated.tokens[0].probability);
  }

  void audio_that_does_not_fit_into_the_prompt_is_refused() {
    Request request = short_->request;
    const std::string tokens = std::to_string(request.prompt.size());
    const std::string rows = std::to_string(request.embedded.view().shape[0]);
    for (const std::int64_t begin :
         {std::int64_t{-1}, static_cast<std::int64_t>(request.prompt.size()) - 1}) {
      request.embedded_begin = begin;
      std::string sentence;
      try {
        run({request});
      } catch (const Error& error) {
        sentence = error.what();
      }
      QCOMPARE(sentence, "A prompt of " + tokens + " tokens can't take " + rows +
                             " embedded rows from token " + std::to_string(begin) + " on.");
    }
  }

  void a_stop_id_ends_it_and_is_not_given() {
    const Ids& golden = short_->golden;
    const int stop = golden[3];
    const std::ptrdiff_t first = std::ranges::find(golden, stop) - golden.begin();
    const Generated generated = run({short_->request}, {99'999, stop})[0];
    QCOMPARE(ids_of(generated), Ids(golden.begin(), golden.begin() + first));
    QVERIFY(!generated.truncated);
    QVERIFY(!generated.looped);
    QVERIFY(run({short_->request}, {golden[0]})[0].tokens.empty());
  }

  /// Requests of different lengths that end at different steps do not disturb each other.
  void together_is_as_alone() {
    Request few = short_->request, more = medium_->request;
    few.max_new_tokens = 3;
    more.max_new_tokens = 20;
    const std::vector<Request> requests{more, few, short_->request, few};
    std::vector<Ids> heard(requests.size());
    std::vector<int> ended(requests.size(), 0);
    generate::GenerateEvents events;
    events.token = [&](std::size_t i, const generate::GeneratedToken& token) {
      QCOMPARE(ended[i], 0);
      heard[i].push_back(token.id);
    };
    events.finished = [&](std::size_t i, const Generated&) { ++ended[i]; };
    const std::vector<Generated> together = run(requests, {}, {}, events);
    QCOMPARE(together.size(), requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Generated alone = run({requests[i]})[0];
      QCOMPARE(ids_of(together[i]), ids_of(alone));
      QCOMPARE(together[i].looped, alone.looped);
      QCOMPARE(together[i].truncated, alone.truncated);
      QCOMPARE(ended[i], 1);
      const auto kept = static_cast<std::ptrdiff_t>(alone.tokens.size());
      QVERIFY(kept <= std::ssize(heard[i]));
      QCOMPARE(Ids(heard[i].begin(), heard[i].begin() + kept), ids_of(alone));
      for (std::size_t t = 0; t < alone.tokens.size(); ++t) {
        QVERIFY(std::abs(together[i].tokens[t].probability - alone.tokens[t].probability) < 1e-4f);
      }
    }
  }

  void sampling_follows_its_seed() {
    Request request = medium_->request;
    request.max_new_tokens = 30;
    const generate::SamplingOptions one{.temperature = 1.5f, .top_k = 20, .seed = 4};
    generate::SamplingOptions two = one, best = one;
    two.seed = 5;
    best.top_k = 1;
    QCOMPARE(ids_of(run({request}, {}, one)[0]), ids_of(run({request}, {}, one)[0]));
    QVERIFY(ids_of(run({request}, {}, one)[0]) != ids_of(run({request}, {}, two)[0]));
    QCOMPARE(ids_of(run({request}, {}, best)[0]), ids_of(run({request})[0]));
    const std::vector<Generated> pair = run({request, request}, {}, one);
    QVERIFY2(ids_of(pair[0]) != ids_of(pair[1]), "windows of a batch must not share their draws");
  }

  void a_stop_request_ends_it() {
    std::stop_source source;
    opened_->engine.backend->set_stop_token(source.get_token());
    std::size_t heard = 0;
    generate::GenerateEvents events;
    events.token = [&](std::size_t, const generate::GeneratedToken&) {
      if (++heard == 3) source.request_stop();
    };
    QVERIFY_THROWS_EXCEPTION(Cancelled, run({short_->request}, {}, {}, events));
    QCOMPARE(heard, std::size_t{3});
  }
};

QTEST_APPLESS_MAIN(GeneratorTest)
#include "test_generator.moc"
