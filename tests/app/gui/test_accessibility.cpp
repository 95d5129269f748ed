// SPDX-License-Identifier: Apache-2.0
// What a screen reader is told: every object that takes the focus or clicks has a name, in every state of
// every page. Read back through AT-SPI, on an X server and a bus of the test's own.
#include <QAccessibleWidget>
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QPushButton>
#include <QTimer>
#include <QtTest>
#include <future>
#include <memory>

#include "tests/app/gui/recording/recording_steps.h"
#include "tests/app/gui/seen_states.h"
#include "tests/support/known_proposal.h"
#include "tests/support/patience.h"
#include "tests/support/profile_frames.h"
#include "tests/support/profiler_clicks.h"
#include "tests/support/screen_reader.h"
#include "ui/profiling/live_panel.h"
#include "ui/profiling/profiler_window.h"
#include "ui/recording/source_picker.h"
#include "ui/recording/source_popup.h"
#include "ui/theme/icons.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

ReadOutSession* session = nullptr;

/// On a thread of its own, since this one answers.
QList<ReadObject> read_all() {
  QCoreApplication::processEvents();
  auto objects = std::async(std::launch::async, [] { return read_out(session->accessibility_bus()); });
  while (objects.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready)
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 1);
  return objects.get();
}

/// What a reader is told of a button that loses its text and hides once its state was asked for.
class HidesWhenAsked : public QAccessibleWidget {
 public:
  static constexpr auto name = "hidesWhenAsked";

  static QAccessibleInterface* made_for(const QString& type, QObject* object) {
    auto* button = qobject_cast<QPushButton*>(object);
    if (button == nullptr || type != QStringLiteral("QPushButton") || object->objectName() != name)
      return nullptr;
    return new HidesWhenAsked(button, QAccessible::Button);
  }

  using QAccessibleWidget::QAccessibleWidget;

  QString text(QAccessible::Text which) const override {
    return which == QAccessible::Name ? button().text() : QAccessibleWidget::text(which);
  }

  QAccessible::State state() const override {
    const auto hide = [&button = button()] {
      button.setText({});
      button.hide();
    };
    QMetaObject::invokeMethod(&button(), hide, Qt::QueuedConnection);
    return QAccessibleWidget::state();
  }

 private:
  QPushButton& button() const { return *qobject_cast<QPushButton*>(widget()); }
};

}  // namespace

class TestAccessibility : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::load_icons(); }

  void init() { nameless_.clear(); }
  void cleanup() {
    for (const QString& each : std::as_const(nameless_)) qWarning("without a name: %s", qPrintable(each));
    QVERIFY(nameless_.isEmpty());
  }

  void the_reader_hears_the_window() {
    GuiFixture gui;
    QStringList names;
    for (const ReadObject& object : read_all()) names << object.name;
    for (const char* name : {"Open files…", "File", "Record…"})
      QVERIFY2(names.contains(QString::fromUtf8(name)), qPrintable(names.join(QLatin1Char('|'))));
    auto* open = button(gui, "emptyOpen");
    open->setText({});
    open->setIcon({});
    read("a button without a text");
    QCOMPARE(nameless_.size(), 1);
    nameless_.clear();
  }

  void what_hides_while_it_is_read_needs_no_name() {
    QAccessible::installFactory(HidesWhenAsked::made_for);
    GuiFixture gui;
    QPushButton button(&gui.window());
    button.setObjectName(HidesWhenAsked::name);
    button.setText(QStringLiteral("Going"));
    button.show();
    read("a button that hides");
    QVERIFY(!button.isVisible());
    QAccessible::removeFactory(HidesWhenAsked::made_for);
  }

  void every_page() {
    GuiFixture gui;
    for (const QString& id : gui.window().page_ids()) {
      gui.window().show_page(id);
      read(qPrintable(id));
    }
  }

  void files_in_every_state() {
    GuiFixture gui;
    read("empty");
    for (const char* action :
         {"engine", "recordingSettings", "captionSettings", "about", "model", "ownWords"})
      read_dialog(gui, action);
    gui.world.script("bad.mp3", {.fail_after = 0});
    gui.world.script("slow.wav", {.hold_after = 2});
    gui.drop({gui.file(QStringLiteral("1.wav")), gui.file(QStringLiteral("bad.mp3")),
              gui.file(QStringLiteral("slow.wav")), gui.file(QStringLiteral("2.wav"))});
    QVERIFY(gui.wait_for_state(2, ui::JobState::running));
    for (int row = 0; row < gui.queue().rowCount(); ++row) {
      gui.choose(gui.item(row).id());
      read("a file");
    }
    gui.choose(gui.item(0).id());
    ui::ExportSettings subtitles;
    subtitles.format = ExportFormat::srt;
    gui.settings.set_exporting(subtitles);
    for (const char* action : {"export", "exportAll"}) read_dialog(gui, action);
    QVERIFY(see_clean_up(*gui.action("cleanUp"), [this](QWidget&, const char* as) { read(as); }));
    read_dialog(gui, "quit");
    gui.action("find")->trigger();
    gui.action("removeFinished")->trigger();
    read("search and undo");
  }

  void a_recording_from_its_beginning_to_its_end() {
    GuiFixture gui;
    gui.action("recordPage")->trigger();
    read("record page");
    auto& picker = gui.record_page().picker();
    QTest::mouseClick(&picker, Qt::LeftButton);
    read("sources");
    picker.popup().hide();
    gui.world.script_live({.run_s = 3.4, .too_slow = true});
    QVERIFY(record(gui, 7.0));
    gui.action("smallWindow")->trigger();
    gui.action("captions")->trigger();
    read("recording");
    gui.action("captions")->trigger();
    gui.action("pause")->trigger();
    QTRY_COMPARE(phase(gui), ui::RecordPhase::paused);
    gui.sound.vanish();
    read("paused");
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), ui::RecordPhase::idle, patience_ms);
    read("recorded");
  }

  void live_costs_and_the_profiler() {
    GuiFixture gui;
    gui.world.fail_opening("The engine is out of order.");
    emit gui.controller->engine().part().optionsChosen({.model = "/models/broken"});
    QTRY_VERIFY_WITH_TIMEOUT(gui.banner("engine")->isVisible(), patience_ms);
    ui::LivePanel& panel = gui.controller->profiling().part().panel();
    gui.action("liveCosts")->trigger();
    read("no costs");
    panel.begin(QStringLiteral("1.wav"));
    panel.show_frame(fake_frame(10.0));
    panel.finish();
    panel.fail(QStringLiteral("The profile is broken."));
    read("costs");
    gui.window().hide();
    ui::ProfilerWindow profiler;
    profiler.show();
    read("no profile");
    const auto profile = made({.windows = 1, .layers = 2, .tokens = 5});
    profiler.document().open(profile, QStringLiteral("/1.sqlite"));
    profiler.document().compare_with(profile, QStringLiteral("/2.sqlite"));
    ProfileSelection selection;
    selection.stage = "decode";
    profiler.document().select(selection);
    profiler.show_error(QStringLiteral("The profile is broken."));
    for (int page = ui::ProfilerWindow::OverviewTab; page <= ui::ProfilerWindow::CompareTab; ++page) {
      profiler.show_page(static_cast<ui::ProfilerWindow::Page>(page));
      settle(profiler.document());
      read("a page of the profiler");
    }
    profiler.findChild<QAction*>(QStringLiteral("profilerKeys"))->trigger();
    read("its keys");
  }

  void every_seen_state_data() { add_seen_states(); }
  void every_seen_state() {
    QFETCH(See, see);
    see(onlooker_);
  }

 private:
  void read(const char* state) {
    const QList<ReadObject> objects = read_all();
    QVERIFY2(objects.size() > 5, state);
    for (const ReadObject& object : objects) {
      if (object.name.trimmed().isEmpty() && (object.focusable || object.clickable))
        nameless_.insert(QString::fromLatin1(state) + QStringLiteral(": ") + object.path);
    }
  }

  /// Triggers an action that asks something, reads the question and closes it.
  void read_dialog(GuiFixture& gui, const char* action) {
    bool done = false;
    QTimer soon;
    soon.setSingleShot(true);
    connect(&soon, &QTimer::timeout, this, [&] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return soon.start(5);
      read(action);
      done = true;
      dialog->reject();
    });
    soon.start(5);
    gui.action(action)->trigger();
    QTRY_VERIFY2(done, action);
  }

  QSet<QString> nameless_;
  const Onlooker onlooker_{[this](QWidget& window, const char* state) {
    if (qobject_cast<QFileDialog*>(&window) == nullptr) read(state);  // its contents are Qt's
  }};
};

int main(int argc, char** argv) {
  ReadOutSession own;
  session = &own;
  QApplication application(argc, argv);
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
  TestAccessibility test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_accessibility.moc"
