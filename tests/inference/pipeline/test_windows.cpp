// SPDX-License-Identifier: Apache-2.0
// Where long audio is cut and how much of it is done, from its beginning and continued at a cut.
#include <QtTest>
#include <algorithm>
#include <random>

#include "inference/pipeline/window_cutter.h"
#include "inference/pipeline/window_progress.h"
#include "kernels/core/error.h"

using namespace tilescribe;

namespace {

/// Samples as a file gives them.
class Samples final : public audio::PcmReader {
 public:
  explicit Samples(const std::vector<float>& all) : all_(all) {}
  std::size_t read(std::span<float> out) override {
    const std::size_t count = std::min(out.size(), all_.size() - at_);
    std::copy_n(all_.begin() + static_cast<std::ptrdiff_t>(at_), count, out.begin());
    at_ += count;
    return count;
  }
  double duration_s() const override { return static_cast<double>(all_.size()) / audio::sample_rate; }
  double missing_s() const override { return 0.0; }

 private:
  const std::vector<float>& all_;
  std::size_t at_ = 0;
};

/// Noise that swells and fades, so that quiet places differ.
std::vector<float> noise(double seconds) {
  std::mt19937 random(3);
  std::vector<float> samples(static_cast<std::size_t>(seconds * audio::sample_rate));
  float loudness = 0.5F;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i % 1600 == 0) loudness = static_cast<float>(random() % 1000U) / 1000.0F;
    samples[i] = loudness * (static_cast<float>(random() % 2001U) / 1000.0F - 1.0F);
  }
  return samples;
}

std::vector<AudioWindow> windows_of(const std::vector<float>& samples, bool exact,
                                    const WindowBoundary& from = {}) {
  Samples reader(samples);
  WindowCutter cutter(reader, {.exact = exact}, {}, from);
  std::vector<AudioWindow> windows;
  while (auto window = cutter.next()) windows.push_back(std::move(*window));
  return windows;
}

}  // namespace

class WindowsTest : public QObject {
  Q_OBJECT

 private slots:
  void continued_at_a_cut_all_later_cuts_are_the_same_data() {
    QTest::addColumn<bool>("exact");
    QTest::addRow("quiet places") << false;
    QTest::addRow("every 30 s") << true;
  }
  void continued_at_a_cut_all_later_cuts_are_the_same() {
    QFETCH(bool, exact);
    const std::vector<float> samples = noise(200.3);
    const std::vector<AudioWindow> whole = windows_of(samples, exact);
    QVERIFY(whole.size() >= 7);
    for (std::size_t first = 1; first <= whole.size(); ++first) {
      const AudioWindow& last = whole[first - 1];
      const WindowBoundary from{last.first_sample + static_cast<std::int64_t>(last.samples.size()),
                                static_cast<int>(first)};
      const std::vector<AudioWindow> rest = windows_of(samples, exact, from);
      QCOMPARE(rest.size(), whole.size() - first);
      for (std::size_t i = 0; i < rest.size(); ++i) {
        QCOMPARE(rest[i].index, whole[first + i].index);
        QCOMPARE(rest[i].first_sample, whole[first + i].first_sample);
        QVERIFY(rest[i].samples == whole[first + i].samples);
      }
    }
  }

  void pauses_between_turns_are_in_no_window() {
    // Silence, a turn with a short pause in it, a long one, a turn of 70 s, silence.
    std::vector<float> samples(std::size_t{120} * audio::sample_rate, 0.0F);
    const std::vector<float> sound = noise(70.0);
    const auto say = [&](double begin_s, double end_s) {
      const auto first = static_cast<std::ptrdiff_t>(begin_s * audio::sample_rate);
      std::copy_n(sound.begin(), static_cast<std::ptrdiff_t>((end_s - begin_s) * audio::sample_rate),
                  samples.begin() + first);
    };
    say(3.0, 5.0);
    say(6.5, 8.0);
    say(31.0, 101.0);
    Samples reader(samples);
    WindowCutter cutter(reader, {.turn_pause_s = 2.0}, {});
    std::vector<AudioWindow> windows;
    while (auto window = cutter.next()) windows.push_back(std::move(*window));
    QVERIFY(windows.size() == 4 || windows.size() == 5);  // the long turn is cut as ever
    QVERIFY(std::abs(windows[0].start_s() - 2.7) < 0.05 && std::abs(windows[0].end_s() - 8.3) < 0.05);
    QVERIFY(std::abs(windows[1].start_s() - 30.7) < 0.05);
    QVERIFY(std::abs(windows.back().end_s() - 101.3) < 0.05);
    for (std::size_t i = 0; i < windows.size(); ++i) {
      const AudioWindow& window = windows[i];
      QCOMPARE(window.index, static_cast<int>(i));
      QVERIFY(window.seconds() <= 30.0);
      if (i > 1) QCOMPARE(window.first_sample, windows[i - 1].first_sample + windows[i - 1].count);
      QVERIFY(std::equal(window.samples.begin(), window.samples.end(),
                         samples.begin() + static_cast<std::ptrdiff_t>(window.first_sample)));
    }
    const std::vector<float> silence(std::size_t{70} * audio::sample_rate, 0.0F);
    Samples nothing(silence);
    WindowCutter empty(nothing, {.turn_pause_s = 2.0}, {});
    QVERIFY(!empty.next());
  }

  void audio_that_ends_before_is_refused() {
    const std::vector<float> samples = noise(20.0);
    QString said;
    try {
      windows_of(samples, false, {std::int64_t{25} * audio::sample_rate, 1});
    } catch (const Error& error) {
      said = QString::fromStdString(error.what());
    }
    QCOMPARE(said,
             QStringLiteral("The first 25 s of the audio are transcribed already, and it has only 20 s."));
  }

  void progress_continues_where_an_earlier_run_stood() {
    std::vector<Progress> told;
    WindowProgress progress(
        1000.0, WindowProgress::Clock::now(), [&](const Progress& now) { told.push_back(now); }, 400.0, 1e6);
    progress.enter(Stage::encoder, 16, 25.0);
    progress.finish_window(16, 25.0);
    progress.finish_window(17, 25.0);
    QVERIFY(told[0].fraction >= 0.4 && told[0].fraction < 0.43);
    QCOMPARE(told[0].audio_done_s, 400.0);
    QVERIFY(told[0].elapsed_s >= 1e6);
    QCOMPARE(told[2].audio_done_s, 450.0);
    QCOMPARE(told[2].fraction, 0.45);
    // What is left is reckoned at this run's speed: a moment for 50 s of audio.
    QVERIFY2(told[2].remaining_s >= 0.0 && told[2].remaining_s < 1e5,
             qPrintable(QString::number(told[2].remaining_s)));
    progress.finish(1000.0);
    QCOMPARE(told[3].fraction, 1.0);
  }
};

QTEST_GUILESS_MAIN(WindowsTest)
#include "test_windows.moc"
