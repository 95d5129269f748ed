// SPDX-License-Identifier: Apache-2.0
// A recording of more than 4 GiB, whole and readable at each side of the limit.
#define QT_NO_KEYWORDS
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>

#include "inference/audio/audio_file.h"
#include "inference/audio/ffmpeg/ffmpeg.h"
#include "inference/audio/recording/growing_file.h"
#include "inference/audio/recording/wav_header.h"
#include "tests/inference/audio/recording/recording_checks.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

// What libsndfile and FFmpeg say that a file holds, seconds; and its last sample, by libsndfile.
struct Read {
  double sndfile_s = 0.0;
  double ffmpeg_s = 0.0;
  std::int16_t last = 0;
};

Read read_by_others(const std::filesystem::path& file) {
  Read read;
  SF_INFO info{};
  SNDFILE* opened = sf_open(file.c_str(), SFM_READ, &info);
  if (opened == nullptr) return read;
  read.sndfile_s = static_cast<double>(info.frames) / info.samplerate;
  sf_seek(opened, info.frames - 1, SEEK_SET);
  sf_readf_short(opened, &read.last, 1);
  sf_close(opened);
  read.ffmpeg_s =
      audio::ffmpeg_streams(std::make_shared<audio::AudioFile>(file, std::stop_token())).front().duration_s;
  return read;
}

}  // namespace

class LargeRecordingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void four_gibibytes_are_no_limit() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("long.wav").toStdString();
    audio::GrowingFile growing(file, 16'000);
    // The disk need not have so much room: what was written is given back as holes, all but its end.
    const audio::FileHandle puncher(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
    std::vector<std::int16_t> block(32 << 20, 7);  // 64 MiB
    std::int16_t number = 0;
    const auto check = [&] {
      const Read read = read_by_others(file);
      const double expected = static_cast<double>(growing.samples()) / 16'000;
      QCOMPARE(read.sndfile_s, expected);
      QVERIFY2(std::abs(read.ffmpeg_s - expected) < 0.001, qPrintable(QString::number(read.ffmpeg_s)));
      QCOMPARE(read.last, number);
    };
    while (growing.samples() < (std::int64_t{9} << 28)) {  // 4.5 GiB
      block.back() = ++number;
      growing.append(block);
      const off_t end = static_cast<off_t>(audio::wav_header_bytes + growing.samples() * 2 - 4096);
      QCOMPARE(::fallocate(puncher.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 4096, end - 4096), 0);
      if (number % 16 == 0) check();
    }
    check();
    QVERIFY(std::filesystem::file_size(file) > (std::uintmax_t{1} << 32));
    std::int16_t sample = 0;
    QCOMPARE(growing.read(growing.samples() - 1, &sample, 1), std::size_t{1});
    QCOMPARE(sample, number);
    growing.finish();
    check();
  }
};

QTEST_GUILESS_MAIN(LargeRecordingTest)
#include "test_large_recording.moc"
