// SPDX-License-Identifier: Apache-2.0
// Generation with drafts gives exactly what it gives without: the same tokens, the same bits of their
// probabilities, the same end. Thousands of drafts, right ones and wrong ones of many kinds.
#define QT_NO_KEYWORDS  // the model has slots of its own
#include <QtTest>
#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <random>

#include "inference/features/mel_window.h"
#include "inference/generate/generator.h"
#include "inference/pipeline/opened_model.h"
#include "tests/inference/generate/golden_request.h"
#include "tests/support/bf16_rows.h"
#include "tests/support/speech_recording.h"

namespace {

using namespace tilescribe;
using generate::Generated;
using generate::Request;
using test::Ids;
using test::ids_of;

bool same(const Generated& a, const Generated& b) {
  return a.looped == b.looped && a.truncated == b.truncated &&
         std::ranges::equal(a.tokens, b.tokens,
                            [](const generate::GeneratedToken& x, const generate::GeneratedToken& y) {
                              return x.id == y.id && std::bit_cast<std::uint32_t>(x.probability) ==
                                                         std::bit_cast<std::uint32_t>(y.probability);
                            });
}

QString difference(const Generated& found, const Generated& plain) {
  std::size_t first = 0;
  const std::size_t both = std::min(found.tokens.size(), plain.tokens.size());
  while (first < both && found.tokens[first].id == plain.tokens[first].id &&
         found.tokens[first].probability == plain.tokens[first].probability) {
    ++first;
  }
  const auto token = [first](const Generated& of) {
    if (first >= of.tokens.size()) return QStringLiteral("nothing");
    return QString("token %1 (%2)").arg(of.tokens[first].id).arg(of.tokens[first].probability, 0, 'g', 9);
  };
  return QString("%1: %2 instead of %3").arg(first).arg(token(found), token(plain));
}

// Drafts of all kinds, made from the true text.
class Drafts {
 public:
  Drafts(Ids truth, std::vector<int> stops, std::int32_t vocabulary)
      : truth_(std::move(truth)), stops_(std::move(stops)), id_(0, vocabulary - 1) {}

  static constexpr int kinds = 10;
  Ids make(int kind) {
    Ids draft = truth_;
    switch (kind) {
      case 0:  // the true text
        break;
      case 1:  // wrong in one place
        if (!draft.empty()) draft[place(draft)] = id_(random_);
        break;
      case 2:  // wrong in many places
        for (std::int32_t& id : draft) id = random_() % 5 == 0 ? id_(random_) : id;
        break;
      case 3:  // tokens too many and too few
        for (int i = 0; i < 4 && !draft.empty(); ++i) {
          draft.insert(draft.begin() + place(draft), id_(random_));
          draft.erase(draft.begin() + place(draft));
        }
        break;
      case 4:
        std::ranges::shuffle(draft, random_);
        break;
      case 5:  // longer than any budget
        while (draft.size() < 1200) draft.push_back(id_(random_));
        break;
      case 6:  // ends in between
        for (const int stop : stops_) draft.insert(draft.begin() + place(draft), stop);
        break;
      case 7:  // a phrase of it again and again
        for (int i = 0; i < 6; ++i) draft.insert(draft.end(), truth_.begin(), truth_.begin() + place(truth_));
        break;
      case 8:  // only its beginning, or nothing
        draft.resize(random_() % 3 == 0 ? 0 : static_cast<std::size_t>(place(draft)));
        break;
      default:  // another text
        std::ranges::generate(draft, [&] { return id_(random_); });
    }
    return draft;
  }

 private:
  std::ptrdiff_t place(const Ids& ids) {
    return static_cast<std::ptrdiff_t>(random_() % std::max<std::size_t>(ids.size(), 1));
  }
  Ids truth_;
  std::vector<int> stops_;
  std::mt19937 random_{5};
  std::uniform_int_distribution<std::int32_t> id_;
};

// A generator that is used for one request after another, and counts.
struct Counted {
  Counted(kernels::Backend& backend, const layers::SequenceModel& model, const std::vector<int>& stops,
          std::int64_t slots = 1)
      : generator(backend, model, stops, {}, {slots, std::min<std::int64_t>(model.context, 1400)}, events()) {
  }
  generate::GenerateEvents events() {
    generate::GenerateEvents events;
    events.finished = [this](std::size_t number, const Generated& generated) { found[number] = generated; };
    events.drafted = [this](std::int64_t tokens, std::int64_t right) {
      ++checks;
      checked += tokens;
      accepted += right;
    };
    return events;
  }
  Generated run(const Request& request) {
    generator.join({&request, 1});
    while (generator.active() > 0) generator.advance();
    return found.at(request.number);
  }
  std::map<std::size_t, Generated> found;
  std::int64_t checks = 0, checked = 0, accepted = 0;
  generate::Generator generator;
};

// A model, and a prompt for it with real audio.
struct Subject {
  std::optional<OpenedModel> opened;
  std::optional<test::AheadBackend> ahead;
  Request request;

  kernels::Backend& backend() { return ahead ? *ahead : *opened->engine.backend; }

  void use_tiny(bool as_on_a_gpu) {
    opened.emplace(open_model({.model = test::golden_folder,
                               .engine = Engine::cpu,
                               .compute = Compute::f32,
                               .threads = 1,
                               .background = false},
                              {}));
    if (as_on_a_gpu) ahead.emplace();
    request = test::golden_request(backend(), "short", opened->model.config.audio_token_id);
  }
  void use_demo(Engine engine, Compute compute) {
    opened.emplace(open_model({.engine = engine, .compute = compute, .background = false}, {}));
    constexpr std::size_t samples = 6 * 16000;
    const std::int64_t tokens = features::audio_tokens(samples);
    features::MelWindow mel(backend(), opened->model.config.encoder.mel_bins);
    const test::Speech speech = test::bundled_speech("sample");
    const kernels::Tensor encoded =
        opened->model.encoder(backend(), mel.log_mel(std::span(speech.samples).first(samples)), 1);
    text::Prompt prompt = opened->text.prompt(tokens, {});
    request = {.prompt = std::move(prompt.ids),
               .embedded_begin = prompt.audio_begin,
               .embedded = opened->model.projector(backend(),
                                                   encoded.view().rows(0, tokens * weights::merged_frames)),
               .max_new_tokens = 200,
               .draft = {}};
  }
};

}  // namespace

class GeneratorDraftsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void any_draft_changes_nothing_data() {
    QTest::addColumn<std::function<void(Subject&)>>("choose");
    QTest::addColumn<int>("drafts");  // for each way to end
    const auto row = [](const char* name, int drafts, std::function<void(Subject&)> choose) {
      QTest::newRow(name) << std::move(choose) << drafts;
    };
    row("the tiny model", 300, [](Subject& s) { s.use_tiny(false); });
    row("the tiny model, recorded steps ahead of the host", 300, [](Subject& s) { s.use_tiny(true); });
    row("the demo model, f32", 30, [](Subject& s) { s.use_demo(Engine::cpu, Compute::f32); });
    if (test::has_bf16_rows())
      row("the demo model, bf16", 30, [](Subject& s) { s.use_demo(Engine::cpu, Compute::bf16); });
    row("the demo model, this machine's engine", 30,
        [](Subject& s) { s.use_demo(Engine::automatic, Compute::automatic); });
  }
  void any_draft_changes_nothing() {
    QFETCH(std::function<void(Subject&)>, choose);
    QFETCH(int, drafts);
    Subject subject;
    choose(subject);
    const layers::SequenceModel& model = subject.opened->model.decoder;
    const std::vector<int>& own_stops = subject.opened->model.config.stop_ids;
    Request request = subject.request;
    const Ids text = ids_of(Counted(subject.backend(), model, own_stops).run(request));
    QVERIFY2(text.size() >= 10, "the model wrote too little");

    struct End {
      std::int64_t budget;
      bool guarded;
      std::vector<int> stops;
    };
    const End ends[] = {{request.max_new_tokens, true, own_stops},  // its own, or a loop's
                        {17, true, {}},                             // the budget's
                        {60, false, {}},                            // the budget's, behind a loop
                        {request.max_new_tokens, true, {99'999, text[text.size() * 2 / 3]}}};
    for (const End& end : ends) {
      request.max_new_tokens = end.budget;
      request.guard_loops = end.guarded;
      request.draft.clear();
      const Generated plain = Counted(subject.backend(), model, end.stops).run(request);
      Counted drafted(subject.backend(), model, end.stops);
      Drafts made(ids_of(plain), end.stops, static_cast<std::int32_t>(model.vocabulary()));
      for (int i = 0; i < drafts; ++i) {
        request.draft = made.make(i % Drafts::kinds);
        const Generated found = drafted.run(request);
        QVERIFY2(same(found, plain),
                 qPrintable(QString("budget %1, draft %2, token ").arg(end.budget).arg(i) +
                            difference(found, plain)));
      }
      if (subject.backend().batching().draft_rows == 0) {
        QCOMPARE(drafted.checked, 0);  // the engine uses no drafts
      } else {
        QVERIFY(drafted.accepted > 0 && drafted.accepted < drafted.checked);
      }
    }
  }

  void a_right_draft_takes_few_steps() {
    Subject subject;
    subject.use_tiny(false);
    Request request = subject.request;
    request.max_new_tokens = 65;
    request.guard_loops = false;
    Counted counted(subject.backend(), subject.opened->model.decoder, {});
    request.draft = ids_of(counted.run(request));
    QCOMPARE(counted.checks, 0);  // there was no draft
    QCOMPARE(request.draft.size(), std::size_t{65});
    counted.run(request);
    // The prompt gives the first token; four steps with 15 expected tokens give 16 each.
    QCOMPARE(counted.checks, 4);
    QCOMPARE(counted.checked, 60);
    QCOMPARE(counted.accepted, 60);
  }

  /// Sequences with drafts and without share steps, join and leave.
  void together_is_as_alone_data() {
    QTest::addColumn<bool>("ahead");
    QTest::newRow("a step at a time") << false;
    QTest::newRow("recorded steps ahead of the host") << true;
  }
  void together_is_as_alone() {
    QFETCH(bool, ahead);
    Subject subject;
    subject.use_tiny(ahead);
    const layers::SequenceModel& model = subject.opened->model.decoder;
    const int audio = subject.opened->model.config.audio_token_id;
    std::vector<Request> requests;
    std::vector<Generated> plain;
    const char* const names[] = {"short", "medium", "tiny"};
    Counted alone(subject.backend(), model, {});
    for (std::size_t i = 0; i < 9; ++i) {
      Request& request = requests.emplace_back(test::golden_request(subject.backend(), names[i % 3], audio));
      request.number = i;
      request.max_new_tokens = 9 + 7 * static_cast<std::int64_t>(i);
      request.guard_loops = i % 2 == 0;
      plain.push_back(alone.run(request));
    }
    Counted together(subject.backend(), model, {}, 8);
    for (int round = 0; round < 4 * Drafts::kinds; ++round) {
      for (std::size_t i = 0; i < requests.size(); ++i) {
        Drafts made(ids_of(plain[i]), {}, static_cast<std::int32_t>(model.vocabulary()));
        requests[i].draft = i % 4 == 3 ? Ids{} : made.make((round + static_cast<int>(i)) % Drafts::kinds);
      }
      together.found.clear();
      together.generator.join(std::span(requests).first(5));
      for (int step = 0; step < round % 4; ++step) together.generator.advance();
      together.generator.join(std::span(requests).subspan(5, 3));
      while (together.generator.free_slots() == 0) together.generator.advance();
      together.generator.join(std::span(requests).subspan(8));
      while (together.generator.active() > 0) together.generator.advance();
      for (std::size_t i = 0; i < requests.size(); ++i) QVERIFY(same(together.found.at(i), plain[i]));
    }
    QVERIFY(together.accepted > 0);
  }
};

QTEST_GUILESS_MAIN(GeneratorDraftsTest)
#include "test_generator_drafts.moc"
