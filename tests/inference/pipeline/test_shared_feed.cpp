// SPDX-License-Identifier: Apache-2.0
// Many files, one device: their windows share batches, each file gets its own text, and none waits for the
// end of another.
#include <QtTest>
#include <algorithm>
#include <set>
#include <utility>

#include "inference/pipeline/shared_feed.h"
#include "tests/inference/pipeline/fake_devices.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

// Decodes four windows at a time. What it writes names the instruction of its turn.
class Batches {
 public:
  std::function<void(const std::string& instruction)> before = {};  // each batch; may throw
  std::atomic<int> shared = 0;                                      // batches with windows of several files

  explicit Batches(SharedFeed& feed)
      : feed_(feed), thread_([this](const std::stop_token& stop) { run(stop); }) {}

 private:
  void run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      feed_.wait([] { return false; }, stop);
      const auto options = feed_.begin_turn();
      if (!options) continue;
      try {
        turn(options->prompt, stop);
      } catch (const DeviceError&) {
        feed_.fail(std::current_exception(), true);
      } catch (...) {
        feed_.fail(std::current_exception(), false);
      }
    }
  }
  void turn(const std::string& instruction, const std::stop_token& stop) {
    for (;;) {
      std::vector<ReadyWindow> batch = feed_.take({4, 4, true}, feed_, {}, stop);
      if (batch.empty()) return;
      std::set<std::int64_t> places;
      for (const ReadyWindow& work : batch) places.insert(work.window.first_sample);
      shared += places.size() < batch.size() ? 1 : 0;  // two files have a window there
      if (before) before(instruction);
      for (const ReadyWindow& work : batch) {
        WindowText text = text_of(work);
        text.text = instruction + " " + std::to_string(work.window.first_sample) + ".";
        feed_.entered(Stage::encoder, work.window);
        feed_.decoded(work.window, 1, instruction);
        feed_.finished(work.window, std::move(text));
      }
    }
  }

  SharedFeed& feed_;
  std::jthread thread_;
};

// Twelve minutes, or as long as it goes on.
class Endless final : public audio::PcmReader {
 public:
  explicit Endless(Condition goes_on) : goes_on_(std::move(goes_on)) {}
  std::size_t read(std::span<float> out) override {
    if (!goes_on_()) return 0;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = (i / 20) % 2 == 0 ? 0.1f : -0.1f;
    return out.size();
  }
  double duration_s() const override { return 0.0; }
  double missing_s() const override { return 0.0; }

 private:
  Condition goes_on_;
};

// A file on a thread of its own.
struct Heard {
  Transcript transcript = {};
  std::string failure = {};
  std::atomic<bool> over = false;
  std::atomic<bool> ready = false;  // its first window lies ready
  std::stop_source stop = {};
  std::jthread thread = {};

  Heard() = default;
  ~Heard() { stop.request_stop(); }
  Heard(const Heard&) = delete;
  Heard& operator=(const Heard&) = delete;

  void begin(SharedFeed& feed, std::unique_ptr<audio::PcmReader> source, const std::string& prompt) {
    thread = std::jthread([this, &feed, prompt, audio = std::move(source)]() mutable {
      TranscribeOptions options;
      options.prompt = prompt;
      TranscribeEvents events;
      WindowsAhead ahead(std::move(audio), {.exact = true}, stop.get_token(), {}, 4, [this, &feed] {
        ready = true;
        feed.more();
      });
      TranscriptionObserver* const nobody = nullptr;
      TextDelivery delivery(events, transcript, {},
                            {ahead.duration_s(), std::chrono::steady_clock::now(), true, nobody});
      try {
        delivery.run([&] {
          feed.decode(ahead, options, SharedFeed::asked(options, prompt), delivery, stop.get_token());
        });
      } catch (...) {
        failure = english(describe_failure(std::current_exception()).message);
      }
      over = true;
    });
  }
  std::unique_ptr<audio::PcmReader> tone() { return std::make_unique<Tone>(nullptr); }
  void begin(SharedFeed& feed, const std::string& prompt) { begin(feed, tone(), prompt); }
  bool ends() {
    return comes_true([this] { return over.load(); });
  }
};

// The text of a file of twelve minutes whose instruction was this.
bool is_whole(const Heard& heard, const std::string& prompt) {
  std::string expected, found;
  for (int window = 0; window < window_count; ++window) {
    const std::int64_t first = std::int64_t{window} * window_s * audio::sample_rate;
    if (!is_silent(window)) expected += prompt + " " + std::to_string(first) + ". ";
  }
  for (const Segment& segment : heard.transcript.segments) found += segment.text + " ";
  return heard.failure.empty() && found == expected && heard.transcript.duration_s == window_count * window_s;
}

}  // namespace

class SharedFeedTest : public QObject {
  Q_OBJECT

  // The first batch is held up until every file has a window ready, so what follows does not depend on who
  // was first.
  template <std::size_t count>
  static void hold_first(Batches& device, const std::array<Heard, count>& files) {
    device.before = [&files, held = false](const std::string&) mutable {
      if (std::exchange(held, true)) return;
      comes_true(
          [&] { return std::ranges::all_of(files, [](const Heard& file) { return file.ready.load(); }); });
    };
  }

 private slots:
  void files_share_batches() {
    SharedFeed feed;
    std::array<Heard, 6> files;
    Batches device(feed);
    hold_first(device, files);
    for (Heard& file : files) file.begin(feed, "said");
    for (Heard& file : files) {
      QVERIFY(file.ends());
      QVERIFY(is_whole(file, "said"));
    }
    QVERIFY(device.shared > 0);
  }

  void other_instructions_have_batches_of_their_own() {
    SharedFeed feed;
    std::array<Heard, 6> files;
    Batches device(feed);
    hold_first(device, files);
    for (std::size_t i = 0; i < files.size(); ++i) files[i].begin(feed, i % 2 == 0 ? "even" : "odd");
    for (std::size_t i = 0; i < files.size(); ++i) {
      QVERIFY(files[i].ends());
      QVERIFY(is_whole(files[i], i % 2 == 0 ? "even" : "odd"));
    }
    QVERIFY(device.shared > 0);  // those that ask for the same do share them
  }

  /// The first file has always more to do, and ends only when the others have ended.
  void none_waits_for_the_end_of_another() {
    SharedFeed feed;
    Heard alike, other, endless;
    Batches device(feed);
    const auto others_over = [&] { return alike.over && other.over; };
    endless.begin(feed, std::make_unique<Endless>([&] { return !others_over(); }), "first");
    alike.begin(feed, "first");
    other.begin(feed, "second");
    const bool over = comes_true(others_over);
    alike.over = other.over = true;  // lets the endless one end, whatever happened
    QVERIFY(over);
    QVERIFY(endless.ends());
    QVERIFY(is_whole(alike, "first"));
    QVERIFY(is_whole(other, "second"));
    QVERIFY(endless.failure.empty());
  }

  void a_file_that_is_cancelled() {
    SharedFeed feed;
    Heard cancelled, other;
    std::atomic<bool> held = false;
    Condition go_on = [&] { return cancelled.over.load(); };
    bool waited = true;
    Batches device(feed);
    device.before = [&](const std::string&) {
      if (!held.exchange(true)) waited = comes_true(go_on);
    };
    cancelled.begin(feed, "said");
    QVERIFY(comes_true([&] { return held.load(); }));
    other.begin(feed, "said");
    cancelled.stop.request_stop();  // while its windows are decoded
    QVERIFY(cancelled.ends());
    QVERIFY(other.ends());
    QVERIFY(waited);
    QVERIFY(cancelled.transcript.cancelled && cancelled.transcript.segments.empty());
    QVERIFY(is_whole(other, "said"));
  }

  void audio_that_can_t_be_read() {
    SharedFeed feed;
    Heard broken, other;
    Batches device(feed);
    const auto fails = [](int second) {
      if (second == 100) throw Error("The sound ends in the middle.");
    };
    broken.begin(feed, std::make_unique<Tone>(fails), "said");
    other.begin(feed, "said");
    QVERIFY(broken.ends());
    QVERIFY(other.ends());
    QCOMPARE(broken.failure, std::string("The sound ends in the middle."));
    QVERIFY(is_whole(other, "said"));
  }

  void work_that_fails() {
    SharedFeed feed;
    Heard wrong, other;
    Batches device(feed);
    device.before = [](const std::string& instruction) {
      if (instruction == "too long") throw Error("The prompt is too long.");
    };
    wrong.begin(feed, "too long");
    other.begin(feed, "said");
    QVERIFY(wrong.ends());
    QVERIFY(other.ends());
    QCOMPARE(wrong.failure, std::string("The prompt is too long."));
    QVERIFY(is_whole(other, "said"));
    QVERIFY(!feed.lost());
  }

  void a_device_that_is_lost() {
    SharedFeed feed;
    Heard first, second, late;
    Batches device(feed);
    device.before = [](const std::string&) { throw DeviceError("The device was unplugged."); };
    first.begin(feed, "one");
    second.begin(feed, "two");
    QVERIFY(first.ends());
    QVERIFY(second.ends());
    QVERIFY(feed.lost());
    late.begin(feed, "three");
    QVERIFY(late.ends());
    for (const Heard* one : {&first, &second, &late})
      QCOMPARE(one->failure, std::string("The device was unplugged."));
  }
};

QTEST_GUILESS_MAIN(SharedFeedTest)
#include "test_shared_feed.moc"
