// SPDX-License-Identifier: Apache-2.0
// Files that can't be transcribed: each gets one clear sentence with its path in it.

#include <QTest>
#include <cmath>
#include <fstream>
#include <limits>

#include <unistd.h>

#include "inference/api/audio_info.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TestBadAudio : public QObject {
  Q_OBJECT

 private slots:
  void missing() { expect(in(directory_, "nowhere.wav"), "There is no file '%'."); }

  void a_folder() {
    expect(directory_.path().toStdString(), "An audio or video file was expected, but '%' is a folder.");
  }

  void a_device() {
    expect("/dev/zero", "An audio or video file was expected, but '%' is a device, a pipe or a socket.");
  }

  void empty() {
    const auto file = in(directory_, "empty.wav");
    write(file, "");
    expect(file, "The file '%' is empty.");
  }

  void text_named_wav() {
    const auto file = in(directory_, "notes.wav");
    write(file, "Dear diary, this is certainly not audio.\n");
    expect(file, "Not an audio or video file: '%'.");
  }

  void noise_behind_a_wav_header() {
    const auto file = in(directory_, "broken.wav");
    write(file, "RIFF\x10\x20\x30\x40WAVE" + std::string(300, '\x7F'));
    expect(file, "Not an audio or video file: '%'.");
  }

  void wav_without_samples() {
    const auto file = in(directory_, "none.wav");
    write_wav(file, {}, 0, [](std::uint32_t, int) { return 0.0; });
    const std::string sentence = complaint(file);
    QVERIFY2(sentence.find("no audio") != std::string::npos, sentence.c_str());
  }

  void wav_without_channels() {
    const auto file = in(directory_, "mute.wav");
    write_wav(file, {.channels = 0}, 0, [](std::uint32_t, int) { return 0.0; });
    std::ofstream(file, std::ios::binary | std::ios::app) << std::string(1000, '\x11');
    expect(
        file,
        "The audio of '%' (pcm_s16le) can't be used: at least one channel and a sample rate above 0 Hz were "
        "expected, and 0 channels at 16000 Hz were found.");
  }

  void truncated_mp4() {
    // An MP4 as cameras write it, with the moov box last, that lost its end: boxes ftyp and the start of
    // mdat.
    const auto file = in(directory_, "cut.mp4");
    write(file, std::string("\0\0\0\x18"
                            "ftypmp42\0\0\0\0mp42isom\0\x01\0\0mdat",
                            32) +
                    std::string(5000, '\x11'));
    expect(file,
           "'%' is cut off: an MP4 file keeps its table of contents (moov) at its end, and that is missing.");
  }

  void no_audio_in_a_video() {
    const auto file = data_file("silent-film.mp4");
    expect(file, "'%' has no audio: it contains only video (h264).");
    QVERIFY_THROWS_EXCEPTION(Error, audio_streams(file));
  }

  void stream_that_is_not_there() {
    expect(data_file("two-languages.mkv"), "Stream 7 of '%' was asked for, but its audio streams are: 2, 1.",
           7);
    expect(data_file("two-languages.mkv"), "Stream 0 of '%' was asked for, but its audio streams are: 2, 1.",
           0);
    expect(original_file(), "Stream 3 of '%' was asked for, but its audio streams are: 0.", 3);
  }

  void samples_that_are_no_numbers_data() {
    QTest::addColumn<double>("bad");
    QTest::addColumn<QString>("is");
    QTest::newRow("NaN") << std::numeric_limits<double>::quiet_NaN() << "not a number (NaN)";
    QTest::newRow("infinite") << -std::numeric_limits<double>::infinity() << "infinite";
    QTest::newRow("huge") << 1e30 << "too large for audio";
  }
  void samples_that_are_no_numbers() {
    QFETCH(double, bad);
    QFETCH(QString, is);
    for (const int rate : {16000, 44100}) {  // with and without the resampler
      const auto file = in(directory_, "nan.wav");
      const auto place = static_cast<std::uint32_t>(rate + rate / 2);
      write_wav(file, {.rate = rate, .channels = 2, .bits = 32}, place + 5000,
                [&](std::uint32_t frame, int channel) { return frame == place && channel == 1 ? bad : 0.1; });
      expect(file, QString("Sample %1 at 1.500 s of '%' is %2.").arg(place).arg(is).toStdString());
    }
  }

  void nothing_decodes() {
    // A good header and noise for packets.
    const auto file = in(directory_, "noise.opus");
    std::filesystem::copy(data_file("speech.opus"), file);
    std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekp(200);
    bytes << std::string(std::filesystem::file_size(file) - 200, '\x5A');
    bytes.close();
    const std::string sentence = complaint(file);
    QVERIFY2(sentence.find(file.string()) != std::string::npos, sentence.c_str());
  }

  void no_permission() {
    const auto locked = in(directory_, "locked.wav");
    const auto open = in(directory_, "open.wav");
    using std::filesystem::perms;
    std::filesystem::permissions(directory_.path().toStdString(), perms(0755));
    for (const auto& file : {locked, open}) std::filesystem::copy(original_file(), file);
    std::filesystem::permissions(open, perms(0644));
    std::filesystem::permissions(locked, perms(0000));
    // Root may read everything, so the reading is done by a child that is nobody.
    std::vector<std::string> as_nobody;
    if (geteuid() == 0) as_nobody = {"65534"};
    const auto read = [&](const std::filesystem::path& file) {
      std::vector<std::string> arguments{file.string()};
      arguments.insert(arguments.end(), as_nobody.begin(), as_nobody.end());
      return run_audio_dump(audio_dump_program(), arguments);
    };
    QCOMPARE(read(open).exit_code, 0);
    const Dump refused = read(locked);
    QCOMPARE(refused.exit_code, 1);
    QCOMPARE(refused.output, "You have no permission to read the file '" + locked.string() + "'.");
  }

 private:
  static void write(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
  }

  // `sentence` with % for the path.
  static void expect(const std::filesystem::path& file, std::string sentence, int stream = -1) {
    sentence.replace(sentence.find('%'), 1, file.string());
    QCOMPARE(QString::fromStdString(complaint(file, stream)), QString::fromStdString(sentence));
  }

  QTemporaryDir directory_;
};

QTEST_GUILESS_MAIN(TestBadAudio)
#include "test_bad_audio.moc"
