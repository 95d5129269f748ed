// SPDX-License-Identifier: Apache-2.0
// With tilescribe-decoder, without it, and with a broken one: a copy of audio_dump in a folder of its own
// finds only what lies beside it.

#include <QTest>
#include <fstream>
#include <iterator>

#include "inference/audio/helper/decoder_helper.h"
#include "inference/audio/helper/packet.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/support/child_processes.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {
const std::filesystem::path decoder = TILESCRIBE_BINARY_DIR "/bin/tilescribe-decoder";
const std::filesystem::path plain_decoder = TILESCRIBE_BINARY_DIR "/bin/tilescribe-decoder-sndfile";
}  // namespace

class TestDecoderHelper : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    home_ = std::make_unique<QTemporaryDir>();
    std::filesystem::create_directories(in(*home_, "bin"));
    program_ = in(*home_, "bin/audio_dump");
    std::filesystem::copy(audio_dump_program(), program_);
    std::filesystem::create_directory_symlink(TILESCRIBE_BINARY_DIR "/lib", in(*home_, "lib"));
  }

  // Before the first test that starts it.
  void initTestCase() { qputenv("TILESCRIBE_REMOTE_KEY", "a key of the program's"); }

  void is_built_and_found_here() { QVERIFY(!read_all(data_file("video.mp4")).empty()); }

  void without_it_no_file_can_be_read() {
    for (const auto& file : {original_file(), data_file("speech.flac"), data_file("video.mp4")}) {
      const Dump dump = run_audio_dump(program_, {file.string()});
      QCOMPARE(dump.exit_code, 1);
      const std::string reason = "' can't be decoded. tilescribe-decoder is not installed";
      QVERIFY2(dump.output.find(file.string() + reason) == 1, dump.output.c_str());
    }
  }

  // As where FFmpeg's libraries are missing.
  void one_without_ffmpeg_takes_the_place_of_one_that_does_not_start() {
    std::filesystem::create_symlink("/bin/true", in(*home_, "bin/tilescribe-decoder"));
    std::filesystem::copy(plain_decoder, in(*home_, "bin/tilescribe-decoder-sndfile"));
    for (const auto& file : {original_file(), data_file("speech.flac")}) {
      const Dump dump = run_audio_dump(program_, {file.string()});
      QVERIFY2(dump.exit_code == 0 && dump.output.starts_with("44800 samples"), dump.output.c_str());
    }
    const Dump dump = run_audio_dump(program_, {data_file("video.mp4").string()});
    QCOMPARE(dump.exit_code, 1);
    QCOMPARE(dump.output, "'" + data_file("video.mp4").string() +
                              "' can only be read with FFmpeg, whose libraries were not found.");
  }

  void a_program_that_cannot_be_started() {
    std::ofstream(in(*home_, "bin/tilescribe-decoder")) << "not a program";
    const Dump dump = run_audio_dump(program_, {data_file("video.mp4").string()});
    QCOMPARE(dump.exit_code, 1);
    QVERIFY2(dump.output.find("tilescribe-decoder could not be started: ") != std::string::npos,
             dump.output.c_str());
  }

  void a_program_that_ends_at_once() {
    std::filesystem::create_symlink("/bin/true", in(*home_, "bin/tilescribe-decoder"));
    const Dump dump = run_audio_dump(program_, {data_file("video.mp4").string()});
    QCOMPARE(dump.exit_code, 1);
    QVERIFY2(dump.output.find("a library that it needs may be missing.") != std::string::npos,
             dump.output.c_str());
  }

  void a_program_of_another_version() {
    std::filesystem::copy(TILESCRIBE_BINARY_DIR "/bin/other_version_decoder",
                          in(*home_, "bin/tilescribe-decoder"));
    const Dump dump = run_audio_dump(program_, {data_file("video.mp4").string()});
    QCOMPARE(dump.exit_code, 1);
    QVERIFY2(dump.output.find("another version of Tilescribe") != std::string::npos, dump.output.c_str());
  }

  void one_beside_the_program_is_used() {
    std::filesystem::copy(decoder, in(*home_, "bin/tilescribe-decoder"));
    const Dump dump = run_audio_dump(program_, {data_file("video.mp4").string()});
    QVERIFY2(dump.exit_code == 0, dump.output.c_str());
    QVERIFY2(dump.output.find('\n') == std::string::npos, dump.output.c_str());
  }

  // In some containers, and on old kernels.
  void a_system_that_refuses_seccomp_is_named_and_files_are_read() {
    std::filesystem::copy(decoder, in(*home_, "bin/tilescribe-decoder"));
    const Dump dump = run_audio_dump(TILESCRIBE_BINARY_DIR "/bin/without_seccomp",
                                     {program_.string(), data_file("video.mp4").string()});
    QVERIFY2(dump.exit_code == 0, dump.output.c_str());
    QVERIFY2(dump.output.find(
                 "\nThis system does not confine decoders: seccomp was refused (Invalid argument).") !=
                 std::string::npos,
             dump.output.c_str());
  }

  void a_file_that_the_system_does_not_read() {
    const std::filesystem::path path = in(*home_, "speech.wav");
    std::filesystem::copy(original_file(), path);
    audio::FileHandle unreadable(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    const auto file = std::make_shared<audio::AudioFile>(std::move(unreadable), path);
    try {
      audio::open_with_helper(file, {});
      QFAIL("It should not be readable.");
    } catch (const MachineError& error) {
      QCOMPARE(std::string(error.what()),
               "The file '" + path.string() + "' can't be read: Bad file descriptor.");
    }
  }

  // A process that hostile files may take over holds no key of the program's.
  void it_gets_no_variables_of_the_program() {
    QVERIFY(!read_all(data_file("video.mp4")).empty());
    const auto children = child_processes();
    QVERIFY(!children.empty());
    std::ifstream in("/proc/" + std::to_string(children.front()) + "/environ", std::ios::binary);
    if (!in.is_open()) return;  // some systems show it to nobody
    const std::string variables{std::istreambuf_iterator<char>(in), {}};
    QVERIFY2(variables.find("TILESCRIBE_") == std::string::npos, variables.c_str());
    QVERIFY2(variables.find("a key") == std::string::npos, variables.c_str());
  }

  // Whatever a hostile process answers.
  void damaged_packets_are_errors() {
    const auto whole = audio::PacketWriter()
                           .message(Message("Line {1} of {2} is {3}.", 4, "talk", Message("short")))
                           .value<std::int64_t>(7);
    const std::vector<char> bytes(whole.bytes().begin(), whole.bytes().end());
    audio::PacketReader good(bytes);
    QVERIFY(good.message() == Message("Line {1} of {2} is {3}.", 4, "talk", Message("short")));
    QCOMPARE(good.value<std::int64_t>(), std::int64_t{7});
    QVERIFY(good.at_end());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      audio::PacketReader cut(std::span<const char>(bytes).first(size));
      QVERIFY_THROWS_EXCEPTION(Error, (cut.message(), cut.value<std::int64_t>()));
    }
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      std::vector<char> damaged = bytes;
      damaged[at] = '\x7f';
      audio::PacketReader reader(damaged);
      try {
        english(reader.message());
        reader.value<std::int64_t>();
      } catch (const Error&) {
      }
    }
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

QTEST_GUILESS_MAIN(TestDecoderHelper)
#include "test_decoder_helper.moc"
