// SPDX-License-Identifier: Apache-2.0
// Recordings on disk: names, headers, what is owed a text, what is old.
#define QT_NO_KEYWORDS
#include <QTemporaryDir>
#include <QTest>
#include <ctime>
#include <fstream>

#include "inference/audio/recording/growing_file.h"
#include "inference/audio/recording/recording_names.h"
#include "inference/audio/recording/unfinished_mark.h"
#include "inference/audio/recording/wav_header.h"
#include "tests/inference/audio/recording/recording_checks.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

// A recording as the program leaves it, with its mark if its text is owed.
fs::path record(const QTemporaryDir& folder, const char* name, std::size_t samples, bool unfinished) {
  fs::path file = folder.filePath(name).toStdString();
  audio::GrowingFile growing(file, 16'000);
  growing.append(noise(samples));
  if (unfinished) audio::UnfinishedMark mark(file);
  return file;
}

std::int64_t days_ago(int days) {
  return std::time(nullptr) - std::int64_t{days} * 24 * 3600;
}

}  // namespace

class RecordingsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void names_are_the_local_time_and_never_taken_twice() {
    QTemporaryDir folder;
    std::tm local{};
    local.tm_year = 126, local.tm_mon = 10, local.tm_mday = 21, local.tm_hour = 20, local.tm_min = 30,
    local.tm_sec = 5;
    local.tm_isdst = -1;
    const std::int64_t started = std::mktime(&local);
    const fs::path folder_path = folder.path().toStdString();
    for (const char* expected :
         {"2026-11-21 20-30-05.wav", "2026-11-21 20-30-05 (2).wav", "2026-11-21 20-30-05 (3).wav"}) {
      const fs::path file = audio::free_recording_name(folder_path, started);
      QCOMPARE(file, folder_path / expected);
      QCOMPARE(audio::started_by_name(file).value_or(0), started);
      std::ofstream(file) << ' ';
    }
    QVERIFY(!audio::started_by_name("holiday.wav"));
    QVERIFY(!audio::started_by_name("2026-11-21 20-30-05.wav.unfinished"));
  }

  void headers_are_read_back_on_both_sides_of_four_gibibytes() {
    for (const std::int64_t samples : {std::int64_t{0}, std::int64_t{1}, (std::int64_t{1} << 31) - 37,
                                       (std::int64_t{1} << 31) - 36, std::int64_t{1} << 40}) {
      const auto bytes = audio::wav_header(48'000, samples);
      const auto read = audio::parse_wav_header(bytes);
      QCOMPARE(read.samples, samples);
      QCOMPARE(read.sample_rate, 48'000);
      QCOMPARE(std::string(bytes.data(), 4), std::string(samples * 2 + 72 < 0xFFFFFFFF ? "RIFF" : "RF64"));
    }
    auto foreign = audio::wav_header(48'000, 5);
    foreign[22] = 1;
    QCOMPARE(audio::parse_wav_header(foreign).sample_rate, 0);
  }

  void a_header_behind_its_data_is_mended_when_it_is_listed() {
    QTemporaryDir folder;
    const fs::path file = record(folder, "2026-01-02 03-04-05.wav", 1000, true);
    const auto more = noise(500, 2);
    std::ofstream(file, std::ios::app | std::ios::binary)
        .write(reinterpret_cast<const char*>(more.data()), static_cast<std::streamsize>(more.size() * 2))
        .put('x');  // half a sample
    QCOMPARE(samples_of(file).size(), std::size_t{1000});
    const auto found = recordings(folder.path().toStdString());
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found[0].unfinished);
    QCOMPARE(found[0].duration_s, 1500.0 / 16'000);
    const auto all = samples_of(file);
    QCOMPARE(all.size(), std::size_t{1500});
    QVERIFY(std::equal(more.begin(), more.end(), all.begin() + 1000));
    QVERIFY(!audio::mend_wav_header(file));
  }

  void the_length_is_that_of_what_is_there() {
    QTemporaryDir folder;
    const fs::path cut = record(folder, "2026-01-01 00-00-00.wav", 16'000, false);
    fs::resize_file(cut, 80 + 8'000);
    const fs::path rewritten = record(folder, "2026-01-02 00-00-00.wav", 16'000, false);
    write_samples(rewritten, noise(32'000));  // by another program
    const fs::path spoilt = record(folder, "2026-01-03 00-00-00.wav", 16'000, false);
    std::ofstream(spoilt, std::ios::binary) << std::string(32'080, '\0');
    const auto found = recordings(folder.path().toStdString());
    QCOMPARE(found.size(), std::size_t{3});
    QCOMPARE(found[0].duration_s, 0.0);
    QCOMPARE(found[1].duration_s, 2.0);
    QCOMPARE(found[2].duration_s, 0.25);
  }

  void only_what_is_owed_a_text_is_offered() {
    QTemporaryDir folder;
    const fs::path folder_path = folder.path().toStdString();
    const fs::path done = record(folder, "2026-01-01 00-00-00.wav", 16'000, false);
    const fs::path owed = record(folder, "2026-01-03 00-00-00.wav", 8'000, true);
    const fs::path named = record(folder, "interview.wav", 8'000, true);
    record(folder, "2026-01-02 00-00-00.wav", 0, true);  // nothing was heard
    write_samples(folder_path / "somebody else's.wav", noise(100));
    std::ofstream(folder_path / "2026-01-09 00-00-00.txt") << "no recording";
    const fs::path live = record(folder, "2026-01-04 00-00-00.wav", 8'000, false);
    auto held = std::make_unique<audio::UnfinishedMark>(live);

    const auto listed = [&] {
      std::string text;
      for (const RecordingFile& each : recordings(folder_path)) {
        text += each.file.filename().string() + (each.unfinished ? " owed\n" : "\n");
      }
      return text;
    };
    const std::string rest =
        "2026-01-03 00-00-00.wav owed\n2026-01-02 00-00-00.wav\n2026-01-01 00-00-00.wav\n";
    QCOMPARE(listed(), "interview.wav owed\n" + rest);
    held.reset();
    QCOMPARE(listed(), "interview.wav owed\n2026-01-04 00-00-00.wav owed\n" + rest);
    settle_recording(owed);
    settle_recording(named);
    settle_recording(live);
    settle_recording(done);  // it never was owed one
    QCOMPARE(listed(),
             "2026-01-04 00-00-00.wav\n2026-01-03 00-00-00.wav\n2026-01-02 00-00-00.wav\n2026-01-01 "
             "00-00-00.wav\n");
    const auto found = recordings(folder_path);
    QCOMPARE(found[1].duration_s, 0.5);
    QCOMPARE(found[1].bytes, std::uintmax_t{80 + 16'000});
    QVERIFY(recordings(folder_path / "nowhere").empty());
  }

  void old_recordings_go_but_never_one_that_is_owed_a_text() {
    QTemporaryDir folder;
    const fs::path folder_path = folder.path().toStdString();
    const auto name = [&](int days) {
      return audio::free_recording_name(folder_path, days_ago(days)).filename().string();
    };
    const fs::path old = record(folder, name(31).c_str(), 100, false);
    const fs::path old_owed = record(folder, name(32).c_str(), 100, true);
    const fs::path young = record(folder, name(29).c_str(), 100, false);
    write_samples(folder_path / "mine.wav", noise(100));
    fs::last_write_time(folder_path / "mine.wav",
                        fs::file_time_type::clock::now() - std::chrono::hours(24 * 100));
    QCOMPARE(remove_old_recordings(folder_path, 0), 0);
    QCOMPARE(remove_old_recordings(folder_path, 30), 1);
    QVERIFY(!fs::exists(old));
    QVERIFY(fs::exists(old_owed) && fs::exists(young) && fs::exists(folder_path / "mine.wav"));
  }

  void a_recording_that_a_power_cut_has_spoilt_is_owed_a_text_and_never_removed() {
    QTemporaryDir folder;
    const fs::path folder_path = folder.path().toStdString();
    const fs::path spoilt = audio::free_recording_name(folder_path, days_ago(40));
    const fs::path empty = audio::free_recording_name(folder_path, days_ago(41));
    std::ofstream(spoilt, std::ios::binary) << std::string(5000, '\0');
    std::ofstream(empty, std::ios::binary) << std::string(80, '\0');
    for (const fs::path& file : {spoilt, empty}) audio::UnfinishedMark mark(file);
    const auto found = recordings(folder_path);
    QCOMPARE(found.size(), std::size_t{2});
    QVERIFY(found[0].file == spoilt && found[0].unfinished);
    QVERIFY(found[1].file == empty && !found[1].unfinished);
    QCOMPARE(remove_old_recordings(folder_path, 30), 0);
    QVERIFY(fs::exists(spoilt) && fs::exists(empty));
  }

  void the_folder_follows_the_desktop_specification() {
    qputenv("XDG_DATA_HOME", "/data");
    QCOMPARE(recordings_folder(), fs::path("/data/tilescribe/recordings"));
    qputenv("XDG_DATA_HOME", "relative");
    qputenv("HOME", "/home/somebody");
    QCOMPARE(recordings_folder(), fs::path("/home/somebody/.local/share/tilescribe/recordings"));
  }
};

QTEST_GUILESS_MAIN(RecordingsTest)
#include "test_recordings.moc"
