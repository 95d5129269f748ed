// SPDX-License-Identifier: Apache-2.0
// Sources: their order, the ring that their sound runs through, and what is said where there are none.
#define QT_NO_KEYWORDS
#include <QTemporaryDir>
#include <QTest>
#include <future>
#include <set>
#include <thread>

#include "inference/audio/capture/capture_plugin.h"
#include "inference/audio/capture/plugin/lost_frames.h"
#include "inference/audio/capture/source_order.h"
#include "inference/audio/capture/sources.h"
#include "inference/audio/playback/stretch_plugin.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/recording/recording_checks.h"
#include "tests/support/patience.h"

using namespace tilescribe;

#if defined(__SANITIZE_ADDRESS__)
// ALSA loads plugins that bring FFmpeg along, and unloads them. What FFmpeg's libraries still hold then seems
// lost to LeakSanitizer. So nothing is unloaded here.
extern "C" __attribute__((visibility("default"))) int dlclose(void* /*library*/) noexcept {
  return 0;
}
#endif

class SourcesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QVERIFY(folder_.isValid());
    qputenv("HOME", folder_.path().toLocal8Bit());
    qputenv("XDG_RUNTIME_DIR", folder_.path().toLocal8Bit());
    qunsetenv("PULSE_SERVER");
  }

  void forty_sources_stand_in_an_order_that_can_be_searched() {
    std::vector<AudioSource> sources;
    for (int i = 0; i < 40; ++i) {
      const std::string number = std::to_string(10 + (i * 7) % 40);
      sources.push_back({.id = "pulse:" + number,
                         .name = "Device " + number,
                         .monitor = i % 3 == 0,
                         .is_default = i == 20});
    }
    audio::sort_sources(sources);
    QVERIFY(sources.front().is_default);
    const auto first_monitor =
        std::find_if(sources.begin() + 1, sources.end(), [](const auto& s) { return s.monitor; });
    const auto by_name = [](const AudioSource& a, const AudioSource& b) { return a.name < b.name; };
    QVERIFY(std::all_of(first_monitor, sources.end(), [](const auto& s) { return s.monitor; }));
    QVERIFY(std::is_sorted(sources.begin() + 1, first_monitor, by_name));
    QVERIFY(std::is_sorted(first_monitor, sources.end(), by_name));
    std::set<std::string> ids;
    for (const AudioSource& source : sources) ids.insert(source.id);
    QCOMPARE(ids.size(), std::size_t{40});
  }

  void a_ring_keeps_the_order_between_two_threads() {
    audio::SampleRing ring(1000);
    const auto sent = test::noise(1'000'000);
    std::thread producer([&] {
      for (std::size_t at = 0; at < sent.size();) {
        const std::size_t count = std::min<std::size_t>({ring.free(), 1 + at % 333, sent.size() - at});
        if (count > 0) ring.write(sent.data() + at, count);
        at += count;
      }
    });
    std::vector<std::int16_t> got;
    while (got.size() < sent.size()) {
      const std::size_t count = ring.available();
      got.resize(got.size() + count);
      ring.read(got.data() + got.size() - count, count);
    }
    producer.join();
    QCOMPARE(got, sent);
    QCOMPARE(ring.lost(), std::uint64_t{0});
  }

  void lost_frames_are_counted_by_a_clock_that_is_not_the_devices() {
    // Eight hours of callbacks of 25 ms that come up to 20 ms late, by a clock that is 100 ppm off; now and
    // then the device loses 100 ms.
    constexpr int rate = 16'000, block = 400, overflow_every = 100'000;
    for (const double drift : {1.0001, 0.9999}) {
      audio::LostFrames frames(rate);
      std::mt19937 random(1);
      std::int64_t lost = 0;
      double device_s = 0.0;
      int overflows = 0;
      for (int i = 1; i <= 8 * 3600 * 40; ++i) {
        const bool overflow = i % overflow_every == 0;
        device_s += 0.025 + (overflow ? 0.1 : 0.0);
        overflows += overflow;
        const double heard_s = device_s * drift + static_cast<double>(random() % 20) / 1000.0;
        const auto now = audio::LostFrames::Clock::time_point(std::chrono::microseconds(1'000'000)) +
                         std::chrono::microseconds(static_cast<std::int64_t>(heard_s * 1e6));
        const std::int64_t more = frames.add(now, block, overflow);
        QVERIFY(overflow || more == 0);
        lost += more;
      }
      QCOMPARE(overflows, 11);
      const double each_s = static_cast<double>(lost) / rate / overflows;
      QVERIFY2(each_s > 0.09 && each_s < 0.13, qPrintable(QString::number(each_s)));
    }
  }

  void a_ring_takes_all_or_counts_what_it_refuses() {
    audio::SampleRing ring(10);
    const auto sent = test::noise(10);
    QVERIFY(ring.write(sent.data(), 7));
    QVERIFY(!ring.write(sent.data(), 4));
    QCOMPARE(ring.available(), std::size_t{7});
    QCOMPARE(ring.lost(), std::uint64_t{4});
    QVERIFY(ring.write(sent.data() + 7, 3));
    std::vector<std::int16_t> got(10);
    ring.read(got.data(), 10);
    QCOMPARE(got, sent);
  }

  void without_its_plugin_the_program_says_so() {
    PluginEntry<audio::CapturePlugin> entry = audio::capture_plugin;
    entry.file = "libtilescribe_nothing.so";
    const PluginTable<audio::CapturePlugin> none = open_table(entry);
    QVERIFY(none.functions == nullptr);
    QVERIFY(english(none.reason).starts_with("libtilescribe_nothing.so is not installed"));  // for playing
    const std::string said = english(audio::no_microphones(none.reason));
    QVERIFY2(QString::fromStdString(said).contains("libtilescribe_nothing.so is not installed"),
             said.c_str());
    QVERIFY(said.starts_with("Microphones can't be used here"));
    entry.file = audio::stretch_plugin.file;
    QCOMPARE(english(open_table(entry).reason),
             std::string("libtilescribe_stretch.so is not the plugin that is needed here."));
    entry = audio::capture_plugin;
    ++entry.abi;
    QCOMPARE(english(open_table(entry).reason),
             std::string("libtilescribe_capture.so belongs to another version of Tilescribe."));
    QVERIFY(open_table(audio::capture_plugin).functions != nullptr);
  }

  void without_a_sound_server_the_sources_are_looked_for_and_the_problem_said() {
    const SourceList list = list_sources();
    QVERIFY(list.sources.empty());
    QVERIFY2(
        english(list.problem).find("no sound server (PulseAudio or PipeWire) answers") != std::string::npos,
        english(list.problem).c_str());
    std::promise<SourceList> told;
    const auto watch = watch_sources([&](const SourceList& now) { told.set_value(now); });
    auto answer = told.get_future();
    QVERIFY(answer.wait_for(std::chrono::minutes(1)) == std::future_status::ready);
    QVERIFY(answer.get().problem == list.problem);
  }

  void recording_without_a_sound_server_says_so_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("words");
    QTest::newRow("default") << ""
                             << "No microphone was found";
    QTest::newRow("pulse") << "pulse:somewhere"
                           << "No sound server";
    QTest::newRow("alsa") << "alsa:hw:7"
                          << "can't be opened";
    QTest::newRow("nonsense") << "jack:1"
                              << "There is no sound source \"jack:1\"";
  }
  void recording_without_a_sound_server_says_so() {
    QFETCH(QString, source);
    QFETCH(QString, words);
    try {
      start_recording({.source = source.toStdString(), .folder = folder_.path().toStdString()});
      QFAIL("it was opened");
    } catch (const Error& error) {
      QVERIFY2(QString(error.what()).contains(words), error.what());
    }
  }

  void a_probe_without_a_sound_server_says_so() {
    const auto probe = probe_level("");
    QTRY_VERIFY(english(probe->problem()).find("No microphone was found") != std::string::npos);
    QCOMPARE(probe->level().peak, 0.0f);
  }

  void a_probe_hears_without_keeping() {
    const std::filesystem::path file = folder_.filePath("tone.wav").toStdString();
    test::write_samples(file, test::tone(440.0, 16'000));
    const auto probe = probe_level("file:" + file.string() + "?loop=1");
    QTRY_VERIFY(probe->level().peak > 0.2f);
    QVERIFY(probe->level().rms > 0.15f && probe->level().rms < 0.2f);
    QVERIFY(probe->problem().empty());
  }

 private:
  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(SourcesTest)
#include "test_sources.moc"
