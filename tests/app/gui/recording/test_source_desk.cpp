// SPDX-License-Identifier: Apache-2.0
// The list of sources on the record page, the choice that is kept, and the source that is listened to.
#include <QLabel>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <thread>

#include "app/gui/recording/source_desk.h"
#include "kernels/core/error.h"
#include "tests/support/fake_recorder.h"
#include "tests/support/gate.h"
#include "tests/support/patience.h"
#include "ui/recording/source_picker.h"
#include "ui/recording/source_popup.h"
#include "ui/settings/settings.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

/// Sound that is held up at a gate, or fails, where it is listened to or watched.
class TroubledSound : public FakeSound {
 public:
  std::function<void()> probing;
  std::function<void()> watching;

  std::unique_ptr<LevelProbe> probe_level(const std::string& source) override {
    if (probing) probing();
    return FakeSound::probe_level(source);
  }
  std::unique_ptr<SourceWatch> watch_sources(std::function<void(const SourceList&)> changed) override {
    if (watching) watching();
    return FakeSound::watch_sources(std::move(changed));
  }
};

/// A desk with its page, and settings in a folder of its own.
struct Bench {
  void make() {
    page = std::make_unique<ui::RecordPage>();
    desk = std::make_unique<SourceDesk>(sound, *page, settings);
    page->resize(700, 500);
    page->show();
  }
  ui::SourcePicker& picker() { return page->picker(); }
  bool shows(const QString& words) {
    const auto labels = page->findChildren<QLabel*>() + picker().popup().findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->text().contains(words); });
  }

  QTemporaryDir folder;
  ui::Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
  TroubledSound sound;
  std::unique_ptr<ui::RecordPage> page;
  std::unique_ptr<SourceDesk> desk;
};

}  // namespace

class TestSourceDesk : public QObject {
  Q_OBJECT

 private slots:
  void the_list_comes_with_the_page_and_follows_the_machine() {
    Bench bench;
    std::atomic<int> watched{0};
    bench.sound.watching = [&] { ++watched; };
    bench.page = std::make_unique<ui::RecordPage>();
    bench.desk = std::make_unique<SourceDesk>(bench.sound, *bench.page, bench.settings);
    QCOMPARE(watched.load(), 0);  // nobody needs to know yet
    bench.page->show();
    QTRY_COMPARE(bench.picker().chosen_name(), QStringLiteral("Built-in Microphone"));
    bench.sound.set_sources({{.id = "pulse:new", .name = "New Microphone", .is_default = true}});
    QTRY_COMPARE(bench.picker().chosen_name(), QStringLiteral("New Microphone"));
    bench.page->hide();
    bench.page->show();
    bench.desk->finish();
    QCOMPARE(watched.load(), 1);
  }

  void a_choice_is_kept_and_found_again_though_the_source_is_gone() {
    Bench bench;
    bench.make();
    QTRY_VERIFY(bench.picker().present());
    emit bench.picker().sourceChosen(QStringLiteral("pulse:headset"), QStringLiteral("Headset Microphone"));
    bench.desk.reset();
    bench.sound.set_sources({{.id = "pulse:other", .name = "Another One", .is_default = true}});
    bench.make();
    QCOMPARE(bench.picker().chosen(), QStringLiteral("pulse:headset"));
    QCOMPARE(bench.picker().chosen_name(), QStringLiteral("Headset Microphone"));
    QVERIFY(!bench.picker().present());
  }

  void what_is_marked_is_listened_to_until_the_list_closes() {
    Bench bench;
    bench.make();
    QTRY_VERIFY(bench.picker().present());
    bench.picker().open();
    QTRY_COMPARE(bench.sound.listening(), 1);
    emit bench.picker().listenRequested(QStringLiteral("pulse:headset"));
    QTRY_COMPARE(QString::fromStdString(bench.sound.last_probed()), QStringLiteral("pulse:headset"));
    QTRY_COMPARE(bench.sound.listening(), 1);
    bench.picker().popup().hide();
    QTRY_COMPARE(bench.sound.listening(), 0);
  }

  void of_sources_marked_while_one_opens_only_the_last_stays_open() {
    Bench bench;
    Gate gate;
    bench.sound.probing = [&] { gate.pass(); };
    bench.make();
    for (const char* id : {"pulse:built-in", "pulse:headset", "pulse:speakers.monitor"})
      emit bench.picker().listenRequested(QLatin1String(id));
    QTRY_COMPARE(gate.came(), 1);
    gate.open();
    QTRY_COMPARE(gate.came(), 3);
    QTRY_COMPARE(bench.sound.listening(), 1);
    bench.desk->stop_listening();
    QTRY_COMPARE(bench.sound.listening(), 0);
  }

  void a_list_that_closes_while_its_source_opens_leaves_nothing_open() {
    Bench bench;
    Gate gate;
    bench.sound.probing = [&] { gate.pass(); };
    bench.make();
    bench.picker().open();
    QTRY_COMPARE(gate.came(), 1);
    bench.picker().popup().hide();
    QVERIFY2(!gate.was_forced(), "closing the list waited for the source");
    gate.open();
    bench.desk->finish();
    QCOMPARE(bench.sound.listening(), 0);
  }

  void a_source_that_can_not_be_heard_says_why() {
    Bench bench;
    bench.sound.probing = [] { throw Error("Another program has this microphone."); };
    bench.make();
    bench.picker().open();
    QTRY_VERIFY(bench.shows(QStringLiteral("Another program has this microphone.")));
    QCOMPARE(bench.sound.listening(), 0);
  }

  void a_machine_that_can_not_be_watched_says_why() {
    Bench bench;
    bench.sound.watching = [] { throw Error("The sound server does not answer."); };
    bench.make();
    QTRY_VERIFY(bench.shows(QStringLiteral("The sound server does not answer.")));
    QVERIFY(!bench.picker().present());
  }

  void the_end_while_a_source_is_opened_leaves_nothing_open() {
    Bench bench;
    Gate gate;
    bench.sound.probing = [&] { gate.pass(); };
    bench.make();
    bench.picker().open();
    QTRY_COMPARE(gate.came(), 1);
    std::jthread machine([&] { gate.open(); });
    bench.desk->finish();
    QVERIFY(!gate.was_forced());
    QCOMPARE(bench.sound.listening(), 0);
    bench.desk.reset();
    bench.sound.set_sources(many_sources(3));  // nobody hears of it
    QCoreApplication::processEvents();
  }
};

QTEST_MAIN(TestSourceDesk)
#include "test_source_desk.moc"
