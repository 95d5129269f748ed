// SPDX-License-Identifier: Apache-2.0
// Waveforms: what they are made of, and the files that keep them.
#include <QTemporaryDir>
#include <QtTest>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include <sys/stat.h>

#include "inference/api/playback.h"
#include "inference/audio/playback/peaks.h"
#include "inference/store/waveform_bytes.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/recording/recording_checks.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

/// An audio file, a folder for its waveform, and what is in that.
struct Bench {
  QTemporaryDir folder;
  fs::path audio = folder.filePath("sound.wav").toStdString();
  fs::path cache = folder.filePath("cache/waveforms").toStdString();

  void write(std::int16_t loudness, double seconds = 2.0) const {
    write_samples(audio, std::vector<std::int16_t>(static_cast<std::size_t>(seconds * 16'000), loudness));
  }
  Waveform load() const { return load_waveform(audio, cache, {}); }
  int loudness() const { return load().levels.at(0).at(10).high; }
  fs::path kept() const {
    for (const auto& entry : fs::directory_iterator(cache)) return entry.path();
    return {};
  }
  /// Other sound of the same size, at the same time: only who decodes it sees the difference.
  void swap_sound(std::int16_t loudness) const {
    const auto when = fs::last_write_time(audio);
    write(loudness);
    fs::last_write_time(audio, when);
  }
};

unsigned mode_of(const fs::path& path) {
  struct stat found = {};
  return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 0777U : 0U;
}

}  // namespace

class WaveformTest : public QObject {
  Q_OBJECT

 private slots:
  void blocks_hold_the_range_of_their_samples() {
    audio::PeakCollector peaks(16'000);
    std::vector<float> samples(16'000, 0.0f);
    samples[160] = 1.0f;   // the first of block 1
    samples[479] = -0.5f;  // the last of block 2
    samples[15'999] = 0.25f;
    peaks.add(std::span(samples).first(5000));
    peaks.add(std::span(samples).subspan(5000));
    const auto blocks = peaks.blocks();
    QCOMPARE(blocks.size(), std::size_t{100});
    QCOMPARE(peaks.length_s(), 1.0);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      QCOMPARE(static_cast<int>(blocks[i].high), i == 1 ? 127 : i == 99 ? 32 : 0);
      QCOMPARE(static_cast<int>(blocks[i].low), i == 2 ? -64 : 0);
    }
  }

  void rates_that_100_does_not_divide_make_no_drift() {
    audio::PeakCollector peaks(22'050 + 13);
    std::vector<float> second(22'063, 0.0f);
    for (int i = 0; i < 600; ++i) {
      second[0] = 1.0f;
      peaks.add(second);
    }
    const auto blocks = peaks.blocks();
    QCOMPARE(blocks.size(), std::size_t{60'000});
    for (std::size_t i = 0; i < blocks.size(); i += 100) QCOMPARE(static_cast<int>(blocks[i].high), 127);
  }

  void a_coarser_level_holds_the_range_of_a_finer_one() {
    std::vector<Peak> blocks;
    for (int i = 0; i < 1000; ++i)
      blocks.push_back({static_cast<std::int8_t>(-(i % 100)), static_cast<std::int8_t>(i % 120)});
    const Waveform waveform = audio::waveform_of(blocks, 10.0);
    QCOMPARE(waveform.levels.size(), std::size_t{4});  // 1000, 125, 16, 2
    for (std::size_t level = 1; level < waveform.levels.size(); ++level) {
      const auto& fine = waveform.levels[level - 1];
      const auto& coarse = waveform.levels[level];
      QCOMPARE(coarse.size(), (fine.size() + Waveform::step - 1) / Waveform::step);
      for (std::size_t i = 0; i < coarse.size(); ++i) {
        int low = 127, high = -127;
        for (std::size_t k = i * Waveform::step; k < std::min(fine.size(), (i + 1) * Waveform::step); ++k) {
          low = std::min<int>(low, fine[k].low);
          high = std::max<int>(high, fine[k].high);
        }
        QCOMPARE(static_cast<int>(coarse[i].low), low);
        QCOMPARE(static_cast<int>(coarse[i].high), high);
      }
    }
    QVERIFY(audio::waveform_of({}, 0.0).levels.empty());
  }

  void rates_below_100_have_longer_blocks() {
    audio::PeakCollector peaks(63);
    std::vector<float> samples(6300, 0.0f);
    samples[3150] = 1.0f;
    peaks.add(samples);
    const Waveform waveform = audio::waveform_of(peaks.blocks(), peaks.length_s(), peaks.doublings());
    QCOMPARE(waveform.length_s, 100.0);
    QCOMPARE(waveform.level_s(0), 0.02);
    QCOMPARE(waveform.levels.at(0).size(), std::size_t{5000});
    QCOMPARE(static_cast<int>(waveform.levels.at(0).at(2500).high), 127);
  }

  // At 100 Hz a sample is a block, until there are too many.
  void longer_sound_has_longer_blocks_but_not_more() {
    constexpr std::size_t most = Waveform::most_blocks;
    audio::PeakCollector peaks(100);
    std::vector<float> piece(1 << 16, 0.0f);
    piece[0] = 1.0f;
    piece[1] = -1.0f;
    for (std::size_t samples = 0; samples < 5 * most / 2; samples += piece.size()) peaks.add(piece);
    QCOMPARE(peaks.length_s(), 0.025 * static_cast<double>(most));
    QCOMPARE(peaks.doublings(), 2);
    const auto blocks = peaks.blocks();
    QCOMPARE(blocks.size(), 5 * most / 8);
    for (std::size_t i = 0; i < blocks.size(); i += 128) {
      const bool loud = i % (piece.size() / 4) == 0;
      QCOMPARE(static_cast<int>(blocks[i].high), loud ? 127 : 0);
      QCOMPARE(static_cast<int>(blocks[i].low), loud ? -127 : 0);
    }
  }

  void a_waveform_of_days_is_kept_too() {
    Bench bench;
    const auto write = [&](std::int16_t loudness) {
      std::vector<std::int16_t> samples(Waveform::most_blocks + 1000, 0);
      samples[Waveform::most_blocks + 500] = loudness;
      write_samples(bench.audio, samples, 100);
    };
    const auto loudness_in = [](const Waveform& waveform) {
      return int{waveform.levels.at(0).at(Waveform::most_blocks / 2 + 250).high};
    };
    write(16'384);
    const Waveform first = bench.load();
    QCOMPARE(first.levels.at(0).size(), Waveform::most_blocks / 2 + 500);
    QCOMPARE(first.level_s(0), 2 * Waveform::block_s);
    QCOMPARE(first.level_s(1), 2 * Waveform::block_s * Waveform::step);
    QCOMPARE(loudness_in(first), 64);
    const auto when = fs::last_write_time(bench.audio);
    write(8'192);
    fs::last_write_time(bench.audio, when);
    const Waveform again = bench.load();
    QCOMPARE(loudness_in(again), 64);
    QCOMPARE(again.doublings, first.doublings);
    QCOMPARE(again.length_s, first.length_s);
  }

  // Files that were kept before blocks could be longer have a number of 64 bits there.
  void a_kept_file_of_ordinary_sound_has_its_old_form() {
    Bench bench;
    bench.write(100);
    bench.load();
    std::ifstream file(bench.kept(), std::ios::binary);
    std::uint64_t blocks = 0;
    file.seekg(8 + 16 + 8);  // the mark, the audio's state, its length
    file.read(reinterpret_cast<char*>(&blocks), sizeof blocks);
    QCOMPARE(blocks, std::uint64_t{200});
  }

  void it_is_computed_once() {
    Bench bench;
    bench.write(16'384);
    const Waveform first = bench.load();
    QCOMPARE(first.length_s, 2.0);
    QCOMPARE(first.levels.at(0).size(), std::size_t{200});
    QCOMPARE(bench.loudness(), 64);
    bench.swap_sound(8'192);
    QCOMPARE(bench.loudness(), 64);
    const Waveform again = bench.load();
    QCOMPARE(again.length_s, first.length_s);
    QCOMPARE(again.levels.size(), first.levels.size());
  }

  void other_sound_is_computed_again() {
    Bench bench;
    bench.write(16'384);
    QCOMPARE(bench.loudness(), 64);
    bench.write(8'192, 3.0);  // another size
    QCOMPARE(bench.loudness(), 32);
    bench.swap_sound(16'384);  // another size again
    fs::last_write_time(bench.audio, fs::last_write_time(bench.audio) + std::chrono::seconds(1));
    QCOMPARE(bench.loudness(), 64);
    bench.swap_sound(8'192);
    fs::last_write_time(bench.audio, fs::last_write_time(bench.audio) + std::chrono::nanoseconds(1000));
    QCOMPARE(bench.loudness(), 32);  // the same size, another time
  }

  void a_damaged_file_is_computed_again_data() {
    QTest::addColumn<int>("keep");  // bytes; the last of them is changed
    for (const int keep : {0, 1, 7, 8, 20, 60, 100, 300}) QTest::addRow("%d bytes", keep) << keep;
    QTest::addRow("one bit") << -1;
  }
  void a_damaged_file_is_computed_again() {
    QFETCH(int, keep);
    Bench bench;
    bench.write(16'384);
    bench.load();
    const fs::path kept = bench.kept();
    if (keep >= 0) {
      fs::resize_file(kept, static_cast<std::uintmax_t>(keep));
    } else {
      std::fstream file(kept, std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(-100, std::ios::end);
      file.put('\x11');
    }
    bench.swap_sound(8'192);
    QCOMPARE(bench.loudness(), 32);
    bench.swap_sound(16'384);
    QCOMPARE(bench.loudness(), 32);  // and kept
  }

  void a_length_that_is_none_is_left_out() {
    const store::FileState state{.bytes = 1, .changed_ns = 2};
    const auto read = [&](double length_s) {
      const std::string bytes = store::packed("/a.wav", state, audio::waveform_of({{-1, 1}}, length_s));
      return store::unpacked(bytes, "/a.wav", state).has_value();
    };
    for (const double length_s : {0.0, 0.01, 1e6}) QVERIFY(read(length_s));
    for (const double length_s : {-1.0, std::numeric_limits<double>::quiet_NaN(), HUGE_VAL})
      QVERIFY(!read(length_s));
  }

  void it_belongs_to_the_user_alone() {
    Bench bench;
    bench.write(100);
    bench.load();
    QCOMPARE(mode_of(bench.kept()), 0600U);
    QCOMPARE(mode_of(bench.cache), 0700U);
    QCOMPARE(std::distance(fs::directory_iterator(bench.cache), fs::directory_iterator()), std::ptrdiff_t{1});
  }

  void an_open_folder_is_closed() {
    Bench bench;
    fs::create_directories(bench.cache);
    fs::permissions(bench.cache, fs::perms{0777});
    bench.write(100);
    bench.load();
    QCOMPARE(mode_of(bench.cache), 0700U);
    fs::permissions(bench.cache, fs::perms{0755});
    bench.load();  // the one that is kept
    QCOMPARE(mode_of(bench.cache), 0700U);
  }

  void a_folder_that_can_not_be_written_changes_nothing() {
    Bench bench;
    bench.write(16'384);
    std::ofstream(bench.folder.filePath("cache").toStdString()) << "a file";
    QCOMPARE(bench.loudness(), 64);
    QCOMPARE(bench.loudness(), 64);
  }

  void what_is_kept_tells_where_its_audio_lies() {
    Bench bench;
    bench.write(100, 2.0);
    bench.load();
    std::ofstream(bench.cache / "0123456789abcdef.peaks") << "TSWAVE1";  // one that is damaged
    QCOMPARE(find_audio("sound.wav", 2.0, bench.cache), bench.audio);
    QVERIFY(find_audio("sound.wav", 2.5, bench.cache).empty());
    QVERIFY(find_audio("other.wav", 2.0, bench.cache).empty());
    QVERIFY(find_audio("sound.wav", 2.0, bench.cache / "nowhere").empty());
    fs::remove(bench.audio);
    QVERIFY(find_audio("sound.wav", 2.0, bench.cache).empty());
  }

  void only_the_newest_are_kept() {
    Bench bench;
    fs::create_directories(bench.cache);
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1000);
    for (int i = 0; i < 220; ++i) {
      const fs::path old = bench.cache / (std::to_string(i) + ".peaks");
      std::ofstream(old) << "old";
      fs::last_write_time(old, long_ago + std::chrono::minutes(i));
    }
    bench.write(100);
    bench.load();
    QCOMPARE(std::distance(fs::directory_iterator(bench.cache), fs::directory_iterator()),
             std::ptrdiff_t{200});
    QVERIFY(!fs::exists(bench.cache / "0.peaks") && fs::exists(bench.cache / "219.peaks"));
  }

  void what_is_no_sound_is_said_and_a_stop_ends_it() {
    Bench bench;
    QVERIFY_EXCEPTION_THROWN(bench.load(), Error);
    std::ofstream(bench.audio) << "no sound";
    QVERIFY_EXCEPTION_THROWN(bench.load(), Error);
    bench.write(100, 30.0);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(load_waveform(bench.audio, bench.cache, stop.get_token()), Cancelled);
    QVERIFY(!fs::exists(bench.cache));
  }
};

QTEST_GUILESS_MAIN(WaveformTest)
#include "test_waveform.moc"
