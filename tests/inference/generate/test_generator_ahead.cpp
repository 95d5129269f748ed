// SPDX-License-Identifier: Apache-2.0
// Generation as a GPU has it, on the CPU: steps recorded for rounded row counts and contexts, issued ahead of
// the host, sequences joining and leaving in between. Every sequence must get the tokens that it gets alone.
#define QT_NO_KEYWORDS  // the model has slots of its own
#include <QtTest>
#include <algorithm>
#include <map>
#include <optional>

#include "inference/generate/generator.h"
#include "inference/pipeline/opened_model.h"
#include "tests/inference/generate/golden_request.h"

namespace {

using namespace tilescribe;
using generate::Request;
using test::Ids;

}  // namespace

class GeneratorAheadTest : public QObject {
  Q_OBJECT

  std::optional<OpenedModel> opened_;
  test::AheadBackend ahead_;
  std::vector<Request> requests_;  // unequal prompts, budgets and ends

  Request request(const std::string& name, std::size_t number, std::int64_t budget, bool guarded) {
    Request made = test::golden_request(ahead_, name, opened_->model.config.audio_token_id);
    made.number = number;
    made.max_new_tokens = budget;
    made.guard_loops = guarded;
    return made;
  }

  Ids alone(const Request& request) {
    const Request one[] = {request};
    const auto results =
        generate::generate(*opened_->engine.backend, opened_->model.decoder, one, {}, {}, {});
    return test::ids_of(results[0]);
  }

  /// Joins `groups` of requests, the next one whenever `steps` steps were taken, and goes on to the end.
  std::map<std::size_t, Ids> together(const std::vector<std::vector<std::size_t>>& groups, int steps) {
    std::map<std::size_t, Ids> found;
    generate::GenerateEvents events;
    events.finished = [&](std::size_t number, const generate::Generated& generated) {
      found[number] = test::ids_of(generated);
    };
    generate::Generator generator(ahead_, opened_->model.decoder, {}, {}, {8, 1024}, events);
    for (const std::vector<std::size_t>& group : groups) {
      std::vector<Request> joining;
      joining.reserve(group.size());
      for (const std::size_t i : group) joining.push_back(requests_[i]);
      generator.join(joining);
      for (int i = 0; i < steps; ++i) generator.advance();
    }
    while (generator.active() > 0) generator.advance();
    return found;
  }

 private Q_SLOTS:
  void initTestCase() {
    opened_.emplace(open_model({.model = test::golden_folder,
                                .engine = Engine::cpu,
                                .compute = Compute::f32,
                                .threads = 1,
                                .background = false},
                               {}));
    const char* const names[] = {"short", "medium", "tiny"};
    for (std::size_t i = 0; i < 7; ++i) {
      requests_.push_back(request(names[i % 3], i, 5 + 11 * static_cast<std::int64_t>(i), i % 2 == 0));
    }
  }

  void joins_and_leaves_change_no_token_data() {
    QTest::addColumn<int>("steps");
    for (const int steps : {0, 1, 3, 20}) QTest::addRow("a join every %d steps", steps) << steps;
  }
  void joins_and_leaves_change_no_token() {
    QFETCH(int, steps);
    const auto found = together({{0, 1, 2}, {3}, {4, 5}, {6}}, steps);
    QCOMPARE(found.size(), requests_.size());
    for (const Request& request : requests_) QCOMPARE(found.at(request.number), alone(request));
  }

  /// The device does not know of the loop guard: it would let the row run beyond what a step is good for.
  void a_looped_row_leaves_the_steps() {
    requests_.push_back(request("medium", requests_.size(), 900, true));
    const std::size_t looped = requests_.size() - 1;
    std::vector<std::size_t> group{looped};
    for (int i = 0; i < 3; ++i) {  // shorter prompts that go on past 512 keys, where another step is recorded
      group.push_back(requests_.size());
      requests_.push_back(request("short", requests_.size(), 520, false));
    }
    const auto found = together({group}, 0);
    QVERIFY2(found.at(looped).size() < 300, "the golden case no longer loops; take another one");
    for (const std::size_t i : group) QCOMPARE(found.at(i), alone(requests_[i]));
  }

  void stop_tokens_and_spent_budgets_end_rows_on_both_sides() {
    // A budget of one token ends a run in its prefill; a stop token ends a row in its step, and no step is
    // wasted.
    const Ids ids = alone(requests_[6]);
    const int stop[] = {ids.at(ids.size() / 2)};
    generate::Generator generator(ahead_, opened_->model.decoder, stop, {}, {8, 1024}, {});
    generator.join(std::vector{requests_[6], request("tiny", 99, 1, true)});
    int steps = 0;
    for (; generator.active() > 0; ++steps) generator.advance();
    QVERIFY(steps <= static_cast<int>(ids.size()));
    QCOMPARE(generator.free_slots(), std::int64_t{8});
  }
};

QTEST_GUILESS_MAIN(GeneratorAheadTest)
#include "test_generator_ahead.moc"
