// SPDX-License-Identifier: Apache-2.0
// The profiler in the whole program, on the real engine: live costs while a file is transcribed, the profile
// of the run in its window, saved, opened again and compared.
#include <QAction>
#include <QLabel>
#include <QLocale>
#include <QTabWidget>
#include <QtTest>

#include "inference/api/profile_analysis.h"
#include "inference/api/transcriber.h"
#include "kernels/core/error.h"
#include "tests/support/dialogs.h"
#include "tests/support/event_spy.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "tests/support/speech_recording.h"
#include "ui/profiling/live_figures.h"
#include "ui/profiling/live_panel.h"
#include "ui/profiling/profiler_window.h"
#include "ui/widgets/banner.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::GuiFixture;

namespace {

constexpr int patience_ms = 240'000;

/// The real engine on a device that can't be measured.
class Unmeasurable : public Transcriber {
 public:
  explicit Unmeasurable(std::unique_ptr<Transcriber> real) : real_(std::move(real)) {}
  const EngineInfo& engine() const override { return real_->engine(); }
  const ModelInfo& model() const override { return real_->model(); }
  Transcript transcribe(const std::filesystem::path& file, const TranscribeOptions& options,
                        const TranscribeEvents& events, std::stop_token stop) override {
    return real_->transcribe(file, options, events, stop);
  }
  std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording> recording,
                                    const LiveOptions& options, const LiveEvents& events,
                                    const LiveCheckpoint& from, std::stop_token stop) override {
    return real_->live(std::move(recording), options, events, from, stop);
  }
  std::unique_ptr<Profiler> profile(const ProfileOptions& /*options*/) override {
    throw Error("Another program measures this device.");
  }

 private:
  std::unique_ptr<Transcriber> real_;
};

QUrl bundled(const char* name) {
  return QUrl::fromLocalFile(QString::fromStdString(test::bundled_file(name).string()));
}

}  // namespace

class TestProfiling : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    gui_ = std::make_unique<GuiFixture>(false, QSize(1280, 800), test::real_engines());
    gui_->controller->start({});
    QVERIFY(QTest::qWaitForWindowExposed(&gui_->window(), test::patience_ms));
  }
  void cleanup() { gui_.reset(); }

  void nothing_is_measured_unless_somebody_looks() {
    gui_->drop({bundled("medium.wav")});
    QVERIFY(gui_->wait_for_state(0, JobState::done));
    QVERIFY(!profiling().last());
    QVERIFY(profiling().part().panel().history().samples().empty());
    QVERIFY(!gui_->action("lastProfile")->isEnabled());
  }

  void a_run_is_shown_live_then_opened_saved_and_compared() {
    test::EventSpy<ProfileProgress> frames(gui_->controller->service());
    gui_->action("liveCosts")->trigger();
    QVERIFY(profiling().part().panel().isVisible());
    gui_->drop({bundled("long.wav")});
    QVERIFY(gui_->wait_for_state(0, JobState::done));
    QTRY_VERIFY_WITH_TIMEOUT(profiling().last() != nullptr, patience_ms);
    const std::shared_ptr<const ProfileSession> session = profiling().last();
    QCOMPARE(session->setting.audio, std::string("long.wav"));
    const double seconds = static_cast<double>(session->duration_ns) * 1e-9;
    qInfo("%d frames in %.2f s, tracing cost %.2f %%", frames.count(), seconds, session->cost_percent);
    QVERIFY(frames.count() >= 2);
    QVERIFY(!profiling().part().panel().history().samples().empty());
    QVERIFY(session->cost_percent > 0.0);

    QVERIFY(gui_->action("lastProfile")->isEnabled());
    gui_->action("lastProfile")->trigger();
    ProfilerWindow& profiler = profiling().profiler();
    QVERIFY(QTest::qWaitForWindowExposed(&profiler, test::patience_ms));
    auto* tabs = profiler.findChild<QTabWidget*>(QStringLiteral("profilerTabs"));
    for (int page = 0; page < tabs->count(); ++page) {
      tabs->setCurrentIndex(page);
      QVERIFY(tabs->currentWidget()->isVisible());
      QTRY_VERIFY_WITH_TIMEOUT(!profiler.document().is_computing(), patience_ms);
    }

    for (const char* name : {"run.sqlite", "run.html", "run.csv", "run.json"}) {
      const QString path = gui_->folder.filePath(QLatin1String(name));
      profiler.ask_save(ProfileFormat::session);
      test::choose_file(path);
      QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(path).size() > 1000, patience_ms);
    }
    const QString path = gui_->folder.filePath(QStringLiteral("run.sqlite"));
    QTRY_VERIFY(open_profile(path.toStdString()).taken == session->taken);
    gui_->action("openProfile")->trigger();
    test::choose_file(path);
    QTRY_VERIFY_WITH_TIMEOUT(profiler.windowTitle().contains(QStringLiteral("run")), patience_ms);
    profiler.findChild<QAction*>(QStringLiteral("compareProfile"))->trigger();
    test::choose_file(path);
    QTRY_COMPARE_WITH_TIMEOUT(tabs->currentIndex(), int{ProfilerWindow::CompareTab}, patience_ms);

    // Off again: the next one is not measured.
    gui_->action("liveCosts")->trigger();
    gui_->drop({bundled("medium.wav")});
    QVERIFY(gui_->wait_for_state(1, JobState::done));
    QVERIFY(profiling().last() == session);
  }

  /// The factor is that of the file's row, however short the file is.
  void the_factor_is_that_of_the_row() {
    auto* figures = gui_->window().findChild<LiveFigures*>();
    const auto agrees = [&](int row) {
      const Transcript& transcript = gui_->item(row).transcript();
      const double told = QLocale().toDouble(figures->cells()[0].value.chopped(1));
      const double factor = transcript.duration_s / transcript.elapsed_s;
      qInfo("%s: %.1f in the row", qPrintable(figures->cells()[0].value), factor);
      return std::abs(told - factor) < 0.02 * factor;
    };
    test::EventSpy<ProfileFinished> finished(gui_->controller->service());
    gui_->action("liveCosts")->trigger();
    gui_->drop({bundled("long.wav")});
    QVERIFY(gui_->wait_for_state(0, JobState::done));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QVERIFY(agrees(0));
    gui_->drop({bundled("short.wav")});
    QVERIFY(gui_->wait_for_state(1, JobState::done));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, patience_ms);
    QVERIFY(agrees(1));
    QVERIFY(figures->cells()[1].value != QStringLiteral("–"));

    // One that can't be read measures nothing, and takes nothing away.
    const std::shared_ptr<const ProfileSession> good = profiling().last();
    const QString told = figures->cells()[0].value;
    gui_->drop({gui_->file(QStringLiteral("broken.wav"))});
    QVERIFY(gui_->wait_for_state(2, JobState::failed));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 3, patience_ms);
    QVERIFY(profiling().last() == good);
    QCOMPARE(figures->cells()[0].value, told);
    gui_->drop({bundled("medium.wav")});
    QVERIFY(gui_->wait_for_state(3, JobState::done));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 4, patience_ms);
    QVERIFY(profiling().last() != good);
    QVERIFY(agrees(3));
  }

  void why_a_run_is_not_measured_is_said_where_its_costs_would_stand() {
    test::EnginesBy engines([](const EngineOptions& options, const std::stop_token& stop) {
      return std::make_unique<Unmeasurable>(open_transcriber(options, stop));
    });
    gui_ = std::make_unique<GuiFixture>(false, QSize(1280, 800), &engines);
    gui_->controller->start({});
    QVERIFY(QTest::qWaitForWindowExposed(&gui_->window(), test::patience_ms));
    gui_->action("liveCosts")->trigger();
    gui_->drop({bundled("medium.wav")});
    QVERIFY(gui_->wait_for_state(0, JobState::done));  // it is transcribed all the same
    auto* banner = profiling().part().panel().findChild<Banner*>();
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), patience_ms);
    QVERIFY2(banner->text().contains(QStringLiteral("Another program measures this device.")),
             qPrintable(banner->text()));
    QVERIFY(!profiling().last());
    gui_.reset();  // before its engines
  }

  void what_is_no_profile_is_refused_in_words() {
    const QString path = gui_->folder.filePath(QStringLiteral("no.sqlite"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("nonsense") > 0);
    file.close();
    ProfilerWindow& profiler = profiling().profiler();
    gui_->action("openProfile")->trigger();
    test::choose_file(path);
    QTRY_VERIFY_WITH_TIMEOUT(profiler.isVisible(), patience_ms);
    const auto labels = profiler.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->isVisible() && label->text().contains(QStringLiteral("no.sqlite"));
    }));
  }

  void measuring_begins_and_ends_in_the_middle() {
    const QUrl file = bundled("long.wav");
    test::EventSpy<ProfileBegan> began(gui_->controller->service());
    test::EventSpy<ProfileFinished> finished(gui_->controller->service());
    gui_->drop({file, file, file});
    QTRY_VERIFY_WITH_TIMEOUT(gui_->queue().rowCount() == 3 && gui_->item(0).state == JobState::running,
                             patience_ms);
    gui_->action("liveCosts")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(began.count() > 0, patience_ms);
    gui_->action("liveCosts")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), began.count(), patience_ms);
    const int measured = began.count();  // two, where the next file had begun
    QVERIFY(gui_->wait_for_state(2, JobState::done));
    QCOMPARE(gui_->item(0).transcript().text(), gui_->item(2).transcript().text());
    QCOMPARE(began.count(), measured);
  }

 private:
  ProfilingController& profiling() { return gui_->controller->profiling(); }

  std::unique_ptr<GuiFixture> gui_;
};

QTEST_MAIN(TestProfiling)
#include "test_profiling.moc"
