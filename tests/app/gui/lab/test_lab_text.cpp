// SPDX-License-Identifier: Apache-2.0
// The lab's page that writes texts: on a fake model whose steps the test decides, and on random weights on
// the CPU.
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "kernels/core/error.h"
#include "tests/app/gui/lab/lab_steps.h"
#include "tests/support/patience.h"
#include "ui/lab/text_writer.h"
#include "ui/lab/writing_costs.h"
#include "ui/profiling/live_bars.h"
#include "ui/profiling/live_figures.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

class TestLabText : public QObject, LabSteps {
  Q_OBJECT

 private slots:
  void init() {
    make();
    open();
    part<QTabWidget>("labTabs")->setCurrentWidget(&page().writer());
  }
  void cleanup() { gui_.reset(); }

  void what_is_chosen_is_what_is_asked_for() {
    GenerateOptions asked;
    gui_->lab.writing = [&](const GenerateOptions& options, const WriteEvents&, const std::stop_token&) {
      asked = options;
      return GeneratedTexts{.engine = {}, .model = {}, .texts = {{}}};
    };
    // At first random weights, which have no vocabulary.
    QCOMPARE(part<QComboBox>("textModel")->currentText(), QStringLiteral("random:gpt-nano"));
    QVERIFY(entries("textModel").contains(QStringLiteral("random:gpt2-xl")));
    press("textWrite");
    QVERIFY(ends());
    QCOMPARE(asked.engine.model, std::string("random:gpt-nano"));
    QCOMPARE(asked.tokens, (std::vector<std::vector<int>>{{1, 2, 3}}));
    QVERIFY(asked.prompts.empty());
    QCOMPARE(asked.max_new_tokens, 100);
    QCOMPARE(asked.temperature, 0.0f);
    // A folder is continued with a text.
    part<QComboBox>("textModel")->setEditText(QStringLiteral(" /models/gpt2 "));
    part<QPlainTextEdit>("textPrompt")->setPlainText(QStringLiteral(" Once upon"));
    part<QSpinBox>("textTokens")->setValue(7);
    part<QDoubleSpinBox>("textTemperature")->setValue(0.5);
    part<QSpinBox>("textTopK")->setValue(3);
    part<QSpinBox>("textSeed")->setValue(9);
    press("textWrite");
    QVERIFY(ends());
    QCOMPARE(asked.engine.model, std::string("/models/gpt2"));
    QCOMPARE(asked.prompts, std::vector<std::string>{" Once upon"});
    QVERIFY(asked.tokens.empty());
    QCOMPARE(asked.max_new_tokens, 7);
    QCOMPARE(asked.temperature, 0.5f);
    QCOMPARE(asked.top_k, 3);
    QCOMPARE(asked.seed, std::uint64_t{9});
  }

  void the_text_grows_beside_its_costs() {
    begin_slowly();
    QTRY_COMPARE_WITH_TIMEOUT(written(), QStringLiteral("Once"), patience_ms);
    QVERIFY(!part<QPushButton>("textWrite")->isEnabled());
    QCOMPARE(text("textWriter"), QStringLiteral("random:gpt-nano writes on NVIDIA H100, cuda, bf16."));
    QCOMPARE(text("labStatus"), QStringLiteral("random:gpt-nano is writing…"));
    const WritingCosts& costs = page().writer().costs();
    QTRY_VERIFY_WITH_TIMEOUT(!costs.bars().kernels().rows().empty(), patience_ms);
    QCOMPARE(costs.bars().kernels().rows().front().name, std::string("gemv_sm90_norm_gated_mlp_split"));
    const auto cells = part<LiveFigures>("textFigures")->cells();
    QCOMPARE(cells[0].value, QStringLiteral("800"));
    QCOMPARE(cells[1].value, QStringLiteral("400"));
    QCOMPARE(cells[2].value, QStringLiteral("2.50 ms"));
    QVERIFY(cells[3].value.endsWith(QStringLiteral(" ms")));
    go_on();
    QVERIFY(ends());
    QCOMPARE(written(), QStringLiteral("Once upon a time"));
    QCOMPARE(text("labStatus"), QStringLiteral("5 tokens: the first took 250 ms, then 400 a second."));
    QVERIFY(text("labProblem").isEmpty());
  }

  void it_stops_at_once_and_keeps_its_text() {
    begin_slowly();
    QTRY_COMPARE_WITH_TIMEOUT(written(), QStringLiteral("Once"), patience_ms);
    press("labStop");
    QVERIFY(ends());
    QCOMPARE(written(), QStringLiteral("Once"));
    QCOMPARE(text("labStatus"), QStringLiteral("Stopped. What has come so far stays."));
    QVERIFY(!page().writer().costs().history().samples().empty());
  }

  void a_recording_goes_first() {
    begin_slowly();
    QTRY_COMPARE_WITH_TIMEOUT(written(), QStringLiteral("Once"), patience_ms);
    tell(LiveBegins{});
    QTRY_COMPARE_WITH_TIMEOUT(text("labStatus"),
                              QStringLiteral("Stopped, because a recording is being written."), patience_ms);
    QVERIFY(!part<QPushButton>("textWrite")->isEnabled());
    tell(LiveFinished{});
    QVERIFY(part<QPushButton>("textWrite")->isEnabled());
  }

  void the_window_may_go_while_it_writes() {
    begin_slowly();
    QTRY_COMPARE_WITH_TIMEOUT(written(), QStringLiteral("Once"), patience_ms);
    gui_.reset();
    QVERIFY(stopped_);
  }

  void bad_input_is_a_sentence() {
    part<QPlainTextEdit>("textPrompt")->setPlainText(QStringLiteral("1, x"));
    press("textWrite");
    QCOMPARE(text("labProblem"),
             QStringLiteral(
                 "A prompt of token ids is whole numbers from 0 with commas between them, not “1, x”."));
    part<QPlainTextEdit>("textPrompt")->setPlainText(QStringLiteral("50257"));
    press("textWrite");
    QVERIFY(ends());
    QCOMPARE(text("labProblem"),
             QStringLiteral("Expected token ids from 0 to 50256 in the prompt, found 50257."));
    part<QComboBox>("textModel")->setEditText(QStringLiteral("random:gpt-huge"));
    press("textWrite");
    QVERIFY(ends());
    QVERIFY(text("labProblem").startsWith(QStringLiteral("Expected one of gpt-nano, gpt-micro")));
    part<QComboBox>("textModel")->setEditText(QStringLiteral("/nowhere/gpt2"));
    press("textWrite");
    QVERIFY(ends());
    QVERIFY(text("labProblem").contains(QStringLiteral("/nowhere/gpt2")));
    part<QPlainTextEdit>("textPrompt")->clear();
    QVERIFY(!part<QPushButton>("textWrite")->isEnabled());
    part<QPlainTextEdit>("textPrompt")->setPlainText(QStringLiteral("1"));
    part<QComboBox>("textModel")->setEditText(QStringLiteral("  "));
    QVERIFY(!part<QPushButton>("textWrite")->isEnabled());
  }

  void random_weights_write_here_what_they_write_on_the_terminal() {
    part<QSpinBox>("textTokens")->setValue(60);
    press("textWrite");
    QVERIFY(ends());
    QVERIFY2(text("labProblem").isEmpty(), qPrintable(text("labProblem")));
    GenerateOptions options;
    options.engine.engine = Engine::cpu;
    options.engine.model = "random:gpt-nano";
    options.tokens = {{1, 2, 3}};
    options.max_new_tokens = 60;
    QCOMPARE(written(), QString::fromStdString(generate_texts(options, {}).texts[0].text));
    QVERIFY(text("textWriter").startsWith(QStringLiteral("random:gpt-nano writes on CPU, ")));
    const WritingCosts& costs = page().writer().costs();
    QVERIFY(!costs.bars().kernels().rows().empty());
    QCOMPARE(part<LiveFigures>("textFigures")->cells()[0].value, QStringLiteral("60"));
    QVERIFY(costs.history().busy_ms_per_token().back().value > 0.0);
    // A longer one is ended on the way.
    part<QSpinBox>("textTokens")->setValue(10'000);
    press("textWrite");
    QTRY_VERIFY_WITH_TIMEOUT(!written().isEmpty(), patience_ms);
    press("labStop");
    QVERIFY(ends());
    QCOMPARE(text("labStatus"), QStringLiteral("Stopped. What has come so far stays."));
  }

 private:
  QString written() { return part<QPlainTextEdit>("writtenText")->toPlainText(); }

  /// A text whose second half waits for go_on(), or ends with a stop request.
  void begin_slowly() {
    goes_on_ = stopped_ = false;
    gui_->lab.writing = [this](const GenerateOptions&, const WriteEvents& events,
                               const std::stop_token& stop) {
      EngineInfo engine;
      engine.name = "NVIDIA H100, cuda";
      engine.compute = "bf16";
      events.opened(engine, {});
      events.written(0, "Once");
      for (int i = 0; i <= 40; ++i) events.measured(writing_frame(0.05 * i));
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [this] { return goes_on_; })) {
        stopped_ = true;
        throw Cancelled();
      }
      events.written(0, " upon a ");
      events.written(0, "time");
      GeneratedTexts result{.engine = engine, .model = {}, .texts = {{}}, .first_token_s = 0.25};
      result.texts[0].ids = {1, 2, 3, 4, 5};
      result.other_tokens_s = 0.01;
      return result;
    };
    press("textWrite");
  }
  void go_on() {
    const std::lock_guard lock(mutex_);
    goes_on_ = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool goes_on_ = false;  // guarded
  std::atomic<bool> stopped_{false};
};

QTEST_MAIN(TestLabText)
#include "test_lab_text.moc"
