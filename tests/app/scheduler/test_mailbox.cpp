// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <array>
#include <atomic>
#include <thread>

#include "app/scheduler/mailbox.h"

using namespace tilescribe;

class TestMailbox : public QObject {
  Q_OBJECT

 private slots:
  /// A run that ends while the window is busy has its last frame shown, whatever the next one says.
  void a_frame_replaces_none_of_another_profile() {
    const auto frame = [](std::int64_t at_ns) {
      ProfileProgress progress;
      progress.frame.at_ns = at_ns;
      return progress;
    };
    Mailbox box([] {});
    box.tell(ProfileBegan{"a.wav"});
    box.tell(frame(1));
    box.tell(frame(2));
    box.tell(ProfileFinished{});
    box.tell(frame(3));
    box.tell(ProfileBegan{"b.wav"});
    box.tell(frame(4));
    std::vector<std::int64_t> shown;
    while (const auto event = box.take()) {
      if (const auto* progress = std::get_if<ProfileProgress>(&*event))
        shown.push_back(progress->frame.at_ns);
    }
    QCOMPARE(shown, (std::vector<std::int64_t>{2, 3, 4}));
  }

  void the_mailbox_keeps_only_the_newest_progress() {
    int woken = 0;
    Mailbox box([&] { ++woken; });
    box.tell(JobProgress{1, {.fraction = 0.1}});
    box.tell(JobSegment{1, {}});
    box.tell(JobProgress{2, {.fraction = 0.7}});
    box.tell(JobProgress{1, {.fraction = 0.2}});
    QCOMPARE(woken, 1);
    QVERIFY(std::holds_alternative<JobSegment>(*box.take()));
    QCOMPARE(std::get<JobProgress>(*box.take()).id, JobId{2});
    QCOMPARE(std::get<JobProgress>(*box.take()).progress.fraction, 0.2);
    QVERIFY(!box.take());
    box.tell(JobStarted{3});
    QCOMPARE(woken, 2);
  }
  void frames_of_two_workers_do_not_replace_each_other() {
    Mailbox box([] {});
    for (const int worker : {0, 1, 0, 1}) {
      ProfileProgress progress;
      progress.worker = worker;
      box.tell(progress);
    }
    box.tell(ProfileFinished{nullptr, 1});
    box.tell(ProfileProgress{{}, 0});  // the end of another worker's profile is none of this one
    std::string left;
    while (const auto event = box.take()) {
      const auto* progress = std::get_if<ProfileProgress>(&*event);
      left += progress == nullptr ? "end " : std::to_string(progress->worker) + ' ';
    }
    QCOMPARE(left, std::string("1 end 0 "));
  }

  /// Every teller is woken for, and what must not be dropped comes once and in each teller's order.
  void several_threads_tell_and_one_takes() {
    constexpr int tellers = 3, each = 2000;
    std::atomic<int> woken{0};
    Mailbox box([&] { ++woken; });
    std::vector<std::jthread> threads;
    for (int teller = 0; teller < tellers; ++teller) {
      threads.emplace_back([&box, teller] {
        const auto id = static_cast<JobId>(teller);
        for (int i = 0; i < each; ++i) {
          Segment segment;
          segment.window = i;
          box.tell(JobSegment{id, segment});
          box.tell(JobProgress{id, {}});
        }
      });
    }
    std::array<int, tellers> next{};
    int taken = 0;
    while (taken < tellers * each) {
      const auto event = box.take();
      if (!event) std::this_thread::yield();
      const auto* segment = event ? std::get_if<JobSegment>(&*event) : nullptr;
      if (segment == nullptr) continue;
      QCOMPARE(segment->segment.window, next[segment->id]++);
      ++taken;
    }
    QVERIFY(woken > 0);
  }
};

QTEST_APPLESS_MAIN(TestMailbox)
#include "test_mailbox.moc"
