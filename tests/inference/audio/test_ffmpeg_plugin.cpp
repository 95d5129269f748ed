// SPDX-License-Identifier: Apache-2.0
// With the plugin, without it, and with a broken one: a copy of audio_dump in a folder of its own finds only
// what lies beside it, our own library and the plugin.

#include <QTest>
#include <fstream>

#include "inference/audio/ffmpeg_plugin.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/audio_support.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TestFfmpegPlugin : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    home_ = std::make_unique<QTemporaryDir>();
    std::filesystem::create_directories(in(*home_, "bin"));
    std::filesystem::create_directories(in(*home_, "lib"));
    program_ = in(*home_, "bin/audio_dump");
    std::filesystem::copy(audio_dump_program(), program_);
    std::filesystem::create_symlink(TILESCRIBE_BINARY_DIR "/lib/libtilescribe_kernels.so",
                                    in(*home_, "lib/libtilescribe_kernels.so"));
  }

  void is_built_and_found_here() {
    const PluginTable<audio::FfmpegPlugin> library = open_table(audio::ffmpeg_plugin);
    QVERIFY2(library.functions != nullptr, english(library.reason).c_str());
    QVERIFY(library.reason.empty());
  }

  void without_it_wav_and_flac_still_work() {
    for (const auto& file : {original_file(), data_file("speech.flac")}) {
      const Dump dump = run_audio_dump(program_, {file.string()});
      QVERIFY2(dump.exit_code == 0 && dump.output.starts_with("44800 samples"), dump.output.c_str());
    }
  }

  void without_it_other_files_get_a_sentence() {
    const Dump dump = run_audio_dump(program_, {data_file("video.mp4").string()});
    QCOMPARE(dump.exit_code, 1);
    const std::string reason =
        "' can only be read with FFmpeg, which can't be used here. libtilescribe_ffmpeg.so is not";
    QVERIFY2(dump.output.find(data_file("video.mp4").string() + reason) == 1, dump.output.c_str());
  }

  void a_library_that_cannot_be_opened() {
    std::ofstream(in(*home_, "lib/libtilescribe_ffmpeg.so")) << "not a library";
    const Dump dump = run_audio_dump(program_, {data_file("video.mp4").string()});
    QCOMPARE(dump.exit_code, 1);
    QVERIFY2(dump.output.find("libtilescribe_ffmpeg.so") != std::string::npos, dump.output.c_str());
  }

  void a_library_of_another_version() {
    std::filesystem::copy(TILESCRIBE_BINARY_DIR "/lib/libother_version_plugin.so",
                          in(*home_, "lib/libtilescribe_ffmpeg.so"));
    const Dump dump = run_audio_dump(program_, {data_file("video.mp4").string()});
    QCOMPARE(dump.exit_code, 1);
    QVERIFY2(dump.output.find("another version of Tilescribe") != std::string::npos, dump.output.c_str());
  }

  void a_plugin_beside_the_program_is_used() {
    std::filesystem::copy(TILESCRIBE_BINARY_DIR "/lib/libtilescribe_ffmpeg.so",
                          in(*home_, "lib/libtilescribe_ffmpeg.so"));
    const Dump dump = run_audio_dump(program_, {data_file("video.mp4").string()});
    QVERIFY2(dump.exit_code == 0, dump.output.c_str());
  }

  // FFmpeg's own log belongs into details, not onto the terminal.
  void what_ffmpeg_logs_is_kept() {
    const auto file = in(*home_, "broken.mp4");
    std::ofstream(file, std::ios::binary) << std::string(
        "\0\0\0\x10"
        "ftypmp42\0\0\0\0\0\0\x10\0mdat",
        24);
    try {
      read_all(file);
      QFAIL("expected an Error");
    } catch (const Error& error) {
      QVERIFY2(error.details().find("moov atom not found") != std::string::npos, error.details().c_str());
    }
  }

 private:
  std::unique_ptr<QTemporaryDir> home_;
  std::filesystem::path program_;
};

QTEST_GUILESS_MAIN(TestFfmpegPlugin)
#include "test_ffmpeg_plugin.moc"
