// SPDX-License-Identifier: Apache-2.0
// Several devices behind one feed of windows: whichever reads a window, the text is the same, in order, and
// told on the calling thread; a lost device's windows go to the others.
#include <QtTest>
#include <set>

#include "tests/inference/pipeline/fake_devices.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

// A run of several devices over the audio, and what was told of it.
struct Run {
  explicit Run(std::size_t count) : devices(count) {}

  std::vector<FakeDevice> devices;
  std::function<void(int)> reading = {};  // this second of the audio
  std::function<void()> between = {};
  TranscribeEvents events = {};
  TranscribedPart from = {};
  std::stop_source stopping = {};

  Transcript transcript = {};
  std::vector<std::pair<std::size_t, std::string>> losses = {};
  std::vector<int> reached = {};
  std::atomic<int> told = 0;  // losses
  int partials = 0, elsewhere = 0;
  double fraction = 0.0;
  bool backwards = false;
  QString failure;  // empty: none

  void go() {
    const auto here = std::this_thread::get_id();
    const auto check_thread = [&] { elsewhere += std::this_thread::get_id() == here ? 0 : 1; };
    const auto own_segment = std::exchange(events.segment, {});
    events.segment = [&](const Segment& segment) {
      check_thread();
      if (own_segment) own_segment(segment);
    };
    events.progress = [&](const Progress& progress) {
      check_thread();
      backwards = backwards || progress.fraction < fraction;
      fraction = progress.fraction;
    };
    events.partial = [&](const PartialText& text) {
      check_thread();
      partials += text.text.empty() ? 0 : 1;
    };
    events.reached = [&](const WindowBoundary& end) {
      check_thread();
      reached.push_back(end.window);
    };
    WindowsAhead ahead(std::make_unique<Tone>(reading), {.exact = true}, stopping.get_token(), from.end, 8);
    WindowFeed feed(ahead, devices.size(), from.end.seconds());
    TranscriptionObserver* const nobody = nullptr;
    TextDelivery delivery(events, transcript, from,
                          {ahead.duration_s(), std::chrono::steady_clock::now(), true, nobody});
    std::vector<WindowDevice*> team;
    for (FakeDevice& device : devices) team.push_back(&device);
    try {
      delivery.run([&] {
        DeviceTeam(team, feed, delivery, between, [&](std::size_t device, const Message& why) {
          check_thread();
          losses.emplace_back(device, english(why));
          ++told;
        }).run(stopping.get_token());
      });
    } catch (...) {
      failure = QString::fromStdString(english(describe_failure(std::current_exception()).message));
    }
  }

  bool waited() const {
    return std::ranges::all_of(devices, [](const FakeDevice& device) { return device.waited(); });
  }
  int finished() const {
    int sum = 0;
    for (const FakeDevice& device : devices) sum += device.finished;
    return sum;
  }
};

bool same(const std::vector<Segment>& a, const std::vector<Segment>& b) {
  return std::ranges::equal(a, b, [](const Segment& x, const Segment& y) {
    return x.text == y.text && x.window == y.window && x.start_s == y.start_s && x.end_s == y.end_s;
  });
}

}  // namespace

class SeveralDevicesTest : public QObject {
  Q_OBJECT

  Transcript alone_;

  void check_whole(const Run& run) {
    QCOMPARE(run.failure, QString());
    QVERIFY(run.waited());
    QVERIFY(same(run.transcript.segments, alone_.segments));
    QCOMPARE(run.transcript.duration_s, alone_.duration_s);
    QCOMPARE(run.finished(), speaking);  // none twice
    QCOMPARE(run.reached.size(), static_cast<std::size_t>(speaking));
    QVERIFY(std::ranges::is_sorted(run.reached));
    QCOMPARE(run.elsewhere, 0);
    QVERIFY(!run.backwards);
    QCOMPARE(run.fraction, 1.0);
  }

 private slots:
  void initTestCase() {
    Run run(1);
    run.go();
    alone_ = run.transcript;
    std::set<int> windows;
    for (const Segment& segment : alone_.segments) windows.insert(segment.window);
    QCOMPARE(windows.size(), static_cast<std::size_t>(speaking));
    QCOMPARE(alone_.duration_s, double{window_count} * window_s);
    check_whole(run);
    QVERIFY(run.partials > 0);
  }

  /// What another thread says of a window is old as soon as it says more; then the order is the audio's.
  void only_the_latest_news_of_a_window_is_delivered() {
    Transcript transcript;
    QStringList told;
    TranscribeEvents events;
    events.partial = [&](const PartialText& partial) { told << QString::fromStdString(partial.text); };
    events.segment = [&](const Segment& segment) { told << QString::fromStdString(segment.text); };
    TranscriptionObserver* const nobody = nullptr;
    TextDelivery delivery(events, transcript, {}, {90.0, std::chrono::steady_clock::now(), true, nobody});
    const auto window = [](int index) {
      constexpr std::int64_t count = std::int64_t{window_s} * audio::sample_rate;
      return AudioWindow{index, index * count, count, {}};
    };
    const auto text = [&](int index) {
      WindowText said = text_of({window(index), index, 375, {}});
      said.text = index == 0 ? "Zero." : "Two.";
      return said;
    };
    WindowMail mail;
    mail.finished(window(2), text(2));
    mail.decoded(window(0), 1, "Z");
    mail.decoded(window(0), 2, "Ze");
    mail.silent(window(1));
    mail.deliver(delivery);
    QCOMPARE(told, QStringList{"Ze"});
    mail.decoded(window(0), 3, "Zero.");
    mail.finished(window(0), text(0));
    mail.deliver(delivery);
    QCOMPARE(told, (QStringList{"Ze", "Zero.", "Two."}));
  }

  void the_text_does_not_depend_on_who_reads_it_data() {
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("slow");
    for (int devices = 2; devices <= 3; ++devices) {
      QTest::addRow("%d", devices) << devices << -1;
      for (int slow = 0; slow < devices; ++slow)
        QTest::addRow("%d, device %d slow", devices, slow) << devices << slow;
    }
  }
  void the_text_does_not_depend_on_who_reads_it() {
    QFETCH(int, devices);
    QFETCH(int, slow);
    Run run(static_cast<std::size_t>(devices));
    if (slow >= 0) {  // it still has its first windows when the others have done everything else
      FakeDevice& late = run.devices[static_cast<std::size_t>(slow)];
      late.before_first = [&] { return run.finished() + static_cast<int>(late.taken) == speaking; };
      for (FakeDevice& device : run.devices)  // however late its thread begins
        if (&device != &late) device.before_first = [&] { return late.taken > 0; };
    }
    run.go();
    check_whole(run);
    if (slow >= 0) {
      const FakeDevice& late = run.devices[static_cast<std::size_t>(slow)];
      QVERIFY(late.finished > 0 && late.finished <= static_cast<int>(late.room));
    }
    QVERIFY(run.losses.empty());
  }

  void a_lost_devices_windows_go_to_the_others_data() {
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("lost");
    QTest::addColumn<int>("behind");
    QTest::addColumn<bool>("at_the_end");
    for (const int lost : {0, 1}) {
      QTest::addRow("two, device %d at once", lost) << 2 << lost << 0 << false;
      QTest::addRow("two, device %d in the middle", lost) << 2 << lost << 2 << false;
      QTest::addRow("two, device %d when the other has nothing left", lost) << 2 << lost << 1 << true;
      QTest::addRow("three, device %d", lost + 1) << 3 << lost + 1 << 2 << false;
    }
  }
  void a_lost_devices_windows_go_to_the_others() {
    QFETCH(int, devices);
    QFETCH(int, lost);
    QFETCH(int, behind);
    QFETCH(bool, at_the_end);
    Run run(static_cast<std::size_t>(devices));
    FakeDevice& losing = run.devices[static_cast<std::size_t>(lost)];
    losing.fails_behind = behind;
    if (at_the_end) {
      losing.before_failure = [&] {
        return run.finished() + static_cast<int>(losing.taken) - behind == speaking;
      };
    }
    for (FakeDevice& device : run.devices) {  // the others leave it something to lose
      if (&device == &losing) continue;
      device.before_first = [&, at_the_end] {
        return at_the_end ? static_cast<int>(losing.taken) > behind : losing.failed.load();
      };
    }
    run.go();
    QVERIFY(losing.failed && static_cast<int>(losing.taken) > behind);
    check_whole(run);
    QCOMPARE(run.losses.size(), 1U);
    QCOMPARE(run.losses[0].first, static_cast<std::size_t>(lost));
    QCOMPARE(run.losses[0].second, std::string("The device was unplugged."));
  }

  void when_all_are_lost_the_last_one_says_why() {
    Run run(2);
    run.devices[0].fails_behind = 1;
    run.devices[1].fails_behind = 1;
    run.devices[1].before_failure = [&] { return run.told > 0; };
    run.devices[1].failure = [] { throw DeviceError("The last device was unplugged."); };
    run.go();
    QVERIFY(run.waited());
    QCOMPARE(run.failure, QStringLiteral("The last device was unplugged."));
    QCOMPARE(run.losses.size(), 1U);
    QCOMPARE(run.losses[0].first, 0U);
    QVERIFY(run.transcript.segments.size() < alone_.segments.size());
  }

  /// Anything but the device's own failure ends the work of all.
  void another_error_ends_the_work_data() {
    QTest::addColumn<int>("device");
    QTest::addRow("here") << 0;
    QTest::addRow("on another thread") << 1;
  }
  void another_error_ends_the_work() {
    QFETCH(int, device);
    Run run(2);
    FakeDevice& wrong = run.devices[static_cast<std::size_t>(device)];
    FakeDevice& other = run.devices[static_cast<std::size_t>(1 - device)];
    other.before_first = [&] { return wrong.failed.load(); };
    wrong.fails_behind = 1;
    wrong.failure = [] { throw Error("Expected a number, found none."); };
    run.go();
    QCOMPARE(run.failure, QStringLiteral("Expected a number, found none."));
    QVERIFY(run.losses.empty() && run.finished() < speaking);
  }
  void so_does_an_error_of_the_audio() {
    Run run(3);
    run.reading = [](int second) {
      if (second >= 200) throw Error("Expected sound, found none.");
    };
    run.go();
    QCOMPARE(run.failure, QStringLiteral("Expected sound, found none."));
  }
  void so_does_what_an_event_throws() {
    Run run(2);
    run.events.segment = [](const Segment&) { throw Error("The disk is full."); };
    run.go();
    QCOMPARE(run.failure, QStringLiteral("The disk is full."));
  }

  void a_stop_request_ends_it() {
    Run run(2);
    run.reading = [&](int second) {
      if (second >= 300) run.stopping.request_stop();
    };
    run.go();
    QVERIFY(run.transcript.cancelled);
    std::vector<Segment>& read = run.transcript.segments;
    QVERIFY(read.size() < alone_.segments.size());
    read.insert(read.end(), alone_.segments.begin() + static_cast<std::ptrdiff_t>(read.size()),
                alone_.segments.end());
    QVERIFY(same(read, alone_.segments));  // what was read is the beginning
  }

  /// A live session on the first device goes on while that has nothing to read.
  void the_caller_gets_its_turn_while_others_work() {
    Run run(2);
    std::atomic<int> turns = 0;
    run.between = [&] { ++turns; };
    run.devices[1].before_first = [&, seen = -1]() mutable {
      if (run.finished() + static_cast<int>(run.devices[1].taken) < speaking) return false;
      if (seen < 0) seen = turns;
      return turns > seen + 2;
    };
    run.go();
    check_whole(run);
  }

  void it_continues_an_earlier_text() {
    Run run(2);
    run.from.end = {.sample = std::int64_t{10} * window_s * audio::sample_rate, .window = 10};
    for (const Segment& segment : alone_.segments)
      if (segment.window < 10) run.from.segments.push_back(segment);
    run.go();
    QCOMPARE(run.failure, QString());
    QVERIFY(same(run.transcript.segments, alone_.segments));
    QCOMPARE(run.transcript.duration_s, alone_.duration_s);
  }
};

QTEST_GUILESS_MAIN(SeveralDevicesTest)
#include "test_several_devices.moc"
