// SPDX-License-Identifier: Apache-2.0
// Windows that a thread of its own makes ready: their voice, their end, and whatever happens on the way.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <new>
#include <vector>

#include "inference/pipeline/windows_ahead.h"
#include "kernels/core/error.h"
#include "tests/support/short_memory.h"

using namespace tilescribe;

namespace {

enum class End { whole, error, memory };

// A minute and a half: a tone, except in its last 25 s. Cut every 30 s.
constexpr int seconds = 85, tone_seconds = 60;

class Source final : public audio::PcmReader {
 public:
  explicit Source(End end, std::stop_source* stopping = nullptr) : end_(end), stopping_(stopping) {}
  std::size_t read(std::span<float> out) override {
    if (second_ == seconds) {
      if (end_ == End::error) throw Error("Expected a number at 85 s, found none.");
      return 0;
    }
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] =
          second_ < tone_seconds && second_ % 5 < 3 ? 0.1f * std::sin(0.2f * static_cast<float>(i)) : 0.0f;
    ++second_;
    test::large_pieces = end_ == End::memory && second_ >= 62 ? 0 : -1;
    if (stopping_ != nullptr && second_ == 62) stopping_->request_stop();
    return out.size();
  }
  double duration_s() const override { return seconds; }
  double missing_s() const override { return 0.5; }

 private:
  End end_;
  std::stop_source* stopping_;
  int second_ = 0;
};

}  // namespace

class TestWindowsAhead : public QObject {
  Q_OBJECT

 private slots:
  void all_windows_come_with_their_voice_data() {
    QTest::addColumn<int>("ahead");
    QTest::newRow("one ahead") << 1;
    QTest::newRow("all ahead") << 60;
  }
  void all_windows_come_with_their_voice() {
    QFETCH(int, ahead);
    WindowsAhead windows(std::make_unique<Source>(End::whole), {.exact = true}, {}, {},
                         static_cast<std::size_t>(ahead));
    QCOMPARE(windows.duration_s(), 85.0);
    const int tokens[] = {375, 375, 312};
    for (int i = 0; i < 3; ++i) {
      const std::optional<ReadyWindow> ready = windows.next();
      QVERIFY(ready);
      QCOMPARE(ready->window.index, i);
      QCOMPARE(ready->window.first_sample, std::int64_t{i} * 480'000);
      QCOMPARE(ready->audio_tokens, tokens[i]);
      if (i == 2) {
        QVERIFY(ready->voiced_s.empty());  // it is silent
        continue;
      }
      QCOMPARE(ready->voiced_s.size(), std::size_t{6});  // 3 s of every 5 s
      for (std::size_t v = 0; v < 6; ++v) {
        QCOMPARE(ready->voiced_s[v].first, 30.0 * i + 5.0 * static_cast<double>(v));
        QCOMPARE(ready->voiced_s[v].second, 30.0 * i + 5.0 * static_cast<double>(v) + 3.0);
      }
    }
    QVERIFY(!windows.next());
    QVERIFY(!windows.next());
    QCOMPARE(windows.missing_s(), 0.5);
  }

  void what_the_source_throws_comes_after_the_windows_before_it() {
    WindowsAhead windows(std::make_unique<Source>(End::error), {.exact = true}, {}, {}, 60);
    QVERIFY(windows.next() && windows.next());
    QVERIFY_EXCEPTION_THROWN(windows.next(), Error);
  }

  void want_of_memory_on_the_thread_is_an_error_for_who_asks() {
    WindowsAhead windows(std::make_unique<Source>(End::memory), {.exact = true}, {}, {}, 60);
    QVERIFY(windows.next() && windows.next());
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(windows.next()), std::bad_alloc);
  }

  void a_stop_request_ends_it() {
    std::stop_source stopping;
    WindowsAhead windows(std::make_unique<Source>(End::whole, &stopping), {.exact = true},
                         stopping.get_token(), {}, 60);
    const auto ask_for_all = [&windows] {
      while (windows.next()) continue;
    };
    QVERIFY_EXCEPTION_THROWN(ask_for_all(), Cancelled);
  }

  void it_ends_while_it_waits_for_room() {
    WindowsAhead windows(std::make_unique<Source>(End::whole), {.exact = true}, {}, {}, 1);
    QVERIFY(windows.next());
  }
};

QTEST_GUILESS_MAIN(TestWindowsAhead)
#include "test_windows_ahead.moc"
