// SPDX-License-Identifier: Apache-2.0
// A decoder that crashes, hangs or wants all memory fails its file, with one sentence, and no other. This
// test lies beside a tilescribe-decoder that does so where a file tells it to.

#include <QTest>
#include <atomic>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "inference/api/audio_info.h"
#include "inference/api/capture.h"
#include "inference/audio/decoder.h"
#include "inference/audio/helper/protocol.h"
#include "inference/audio/pcm_reader.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"
#include "tests/support/child_processes.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t good_samples = 45056;  // of speech.m4a

constexpr std::uint32_t list_samples = 100;

// A WAV file with a list (a chunk of this name) of so many empty parts and one that is nearly 4 GiB long:
// libsndfile 1.2 adds that to its place and is where it was.
void write_with_endless_list(const fs::path& file, const char* chunk, int parts) {
  constexpr std::size_t list_place = 36;  // behind the format
  std::string list = "INFO";
  for (int i = 0; i < parts; ++i) list += std::string("abcd\0\0\0\0", 8);
  list += "abcd\xF8\xFF\xFF\xFF" + std::string(16, '\0');
  const std::string size{static_cast<char>(list.size() % 256), static_cast<char>(list.size() / 256), '\0',
                         '\0'};
  write_wav(file, {}, list_samples, [](std::uint32_t, int) { return 0.5; });
  std::ifstream in(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  bytes.insert(list_place, chunk + size + list);
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace

class TestDecoderFaults : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  fs::path faulty(const std::string& fault) {
    fs::path file = in(folder_, fault + ".mp4");
    std::ofstream(file, std::ios::binary) << fault;
    return file;
  }

 private slots:
  void a_fault_fails_its_file_only_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("sentence");
    const QString crashed = "can't be decoded: the decoder crashed.";
    QTest::newRow("abort") << "abort" << crashed;
    QTest::newRow("bad address") << "fault" << crashed;
    QTest::newRow("end") << "leave" << crashed;
    QTest::newRow("endless loop") << "loop"
                                  << "can't be decoded: the decoder got nowhere in 2 seconds of work.";
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose shadow no limit has room for
    QTest::newRow("memory") << "memory"
                            << "can't be decoded: the decoder wanted more memory than it gets (up to 1 GB).";
#endif
    QTest::newRow("attack") << "reach"
                            << "It could do nothing.";
  }
  void a_fault_fails_its_file_only() {
    QFETCH(QString, fault);
    QFETCH(QString, sentence);
    const auto other = audio::open_audio(data_file("speech.m4a"));  // in the middle of it meanwhile
    std::vector<float> block(1000);
    QCOMPARE(other->read(block), block.size());
    const fs::path file = faulty(fault.toStdString());
    const QString expected =
        fault == "reach" ? sentence : "'" + QString::fromStdString(file.string()) + "' " + sentence;
    QCOMPARE(QString::fromStdString(complaint(file)), expected);
    try {
      audio_streams(file);
      QFAIL("expected an Error");
    } catch (const Error& error) {
      QCOMPARE(QString::fromStdString(error.what()), expected);
    }
    std::size_t rest = 0;
    while (const std::size_t count = other->read(block)) rest += count;
    QCOMPARE(rest + block.size(), good_samples);
    QCOMPARE(read_all(data_file("speech.m4a")).size(), good_samples);
  }

  void a_list_without_an_end_is_left_to_ffmpeg() {
    for (const char* chunk : {"LIST", "INFO"}) {
      const fs::path file = in(folder_, std::string(chunk) + ".wav");
      write_with_endless_list(file, chunk, 0);
      QCOMPARE(read_all(file), std::vector<float>(list_samples, 0.5f));
      QCOMPARE(audio_streams(file).front().codec, std::string("pcm_s16le"));  // as FFmpeg calls it
    }
  }

  // One that has so many parts that nobody has looked through them.
  void a_header_that_is_read_for_ever_fails_its_file() {
    const fs::path file = in(folder_, "long-list.wav");
    write_with_endless_list(file, "LIST", 1000);
    const std::string sentence = complaint(file);
    const bool ended = sentence.ends_with("can't be decoded: the decoder got nowhere in 1 second of work.");
    const bool mended = sentence.empty();  // another version of libsndfile
    QVERIFY2(ended || mended, sentence.c_str());
  }

  // Once libsndfile has let go of the file.
  void ffmpeg_gets_its_own_time() {
    const fs::path file = in(folder_, "refused.wav");
    std::ofstream(file, std::ios::binary) << std::string("RIFF\0\1\0\0WAVEloop", 16);
    const std::string sentence = complaint(file);
    QVERIFY2(sentence.ends_with("can't be decoded: the decoder got nowhere in 2 seconds of work."),
             sentence.c_str());
  }

  void a_source_says_why_it_ends_too_early() {
    const auto recorder =
        start_recording({.source = "file:" + faulty("block, then abort").string() + "?speed=100",
                         .file = in(folder_, "kept.wav")});
    QTRY_COMPARE(recorder->status().state, RecordingState::stopped);
    const auto notices = recorder->notices();
    QCOMPARE(notices.size(), std::size_t{1});
    const std::string sentence = english(notices.front().message);
    QVERIFY2(
        sentence.ends_with("can't be decoded: the decoder crashed. The recording was stopped; all that was "
                           "recorded before is kept."),
        sentence.c_str());
    QCOMPARE(english(recorder->status().trouble), sentence);
    QCOMPARE(recorder->recording()->samples(), std::int64_t{audio::block_frames});
  }

  void a_source_whose_decoder_hangs_can_be_stopped() {
    const fs::path file = faulty("block, then wait");
    const auto recorder =
        start_recording({.source = "file:" + file.string(), .file = in(folder_, "kept too.wav")});
    QTRY_VERIFY(recorder->recording()->samples() > 0);
    recorder->stop();
    QCOMPARE(recorder->status().state, RecordingState::stopped);
    QVERIFY(recorder->notices().empty());
  }

  // The reason waits until there is room for it.
  void an_end_is_told_to_who_has_not_read_all_before_it() {
    const fs::path file = faulty("full");
    const auto decoder = audio::open_decoder(file, {}, {});
    QTRY_VERIFY(child_processes().size() <= 1);
    std::vector<float> block(1000);
    try {
      while (decoder->read(block) > 0) {
      }
      QFAIL("expected an Error");
    } catch (const Error& error) {
      QCOMPARE(error.details(), std::string("tilescribe-decoder ended with 3"));
    }
  }

  // Such a decoder is of no use any more, but it does not crash, and nobody waits for it.
  void a_seek_that_fails_is_the_end() {
    const auto decoder = audio::open_decoder(faulty("block, then end"), {}, {});
    std::vector<float> block(1000);
    QCOMPARE(decoder->read(block), block.size());
    for (int i = 0; i < 2; ++i) {
      QCOMPARE(decoder->seek(5), std::int64_t{-1});
      QCOMPARE(decoder->read(block), std::size_t{0});
    }
  }

  void a_stop_ends_waiting_for_a_decoder_that_hangs() {
    const fs::path file = faulty("loop");
    QCOMPARE(read_all(data_file("speech.m4a")).size(), good_samples);  // starts the process that waits
    bool cancelled = false;
    for (int attempt = 0; attempt < 10 && !cancelled; ++attempt) {
      QTRY_COMPARE(child_processes().size(), std::size_t{1});
      std::atomic<bool> ended = false;
      std::stop_source stop;
      std::thread opening([&] {
        try {
          audio::open_audio(file, -1, stop.get_token());
        } catch (const Cancelled&) {
          cancelled = true;
        } catch (const Error&) {  // the machine was busy for longer than the decoder's patience
        }
        ended = true;
      });
      static_cast<void>(QTest::qWaitFor([&] { return ended || child_processes().size() > 1; }, patience_ms));
      stop.request_stop();
      opening.join();
    }
    QVERIFY(cancelled);
  }

  void processes_end_with_their_readers() {
    std::vector<std::unique_ptr<audio::PcmReader>> readers;
    for (int i = 0; i < 5; ++i) readers.push_back(audio::open_audio(data_file("speech.m4a")));
    QTRY_COMPARE(child_processes().size(),
                 std::size_t{6});  // and the one that waits; an earlier test's may still end
    readers.clear();
    QTRY_COMPARE(child_processes().size(), std::size_t{1});
  }

  void a_waiting_process_that_was_killed_is_started_again() {
    QCOMPARE(read_all(data_file("speech.m4a")).size(), good_samples);
    QTRY_COMPARE(child_processes().size(), std::size_t{1});
    const pid_t waiting = child_processes().front();
    ::kill(waiting, SIGKILL);
    QTRY_VERIFY(std::ifstream("/proc/" + std::to_string(waiting) + "/cmdline").get() == EOF);
    QCOMPARE(read_all(data_file("speech.m4a")).size(), good_samples);
  }

  // The last test: the waiting process that it starts has this error output until the end.
  void what_a_library_says_into_a_file_ends_nothing() {
    const fs::path said = in(folder_, "said.txt");
    const int kept = ::dup(STDERR_FILENO);
    const int file = ::open(said.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    QVERIFY(kept >= 0 && file >= 0);
    for (const pid_t waiting : child_processes()) {
      ::kill(waiting, SIGKILL);
      QTRY_VERIFY(std::ifstream("/proc/" + std::to_string(waiting) + "/cmdline").get() == EOF);
    }
    ::dup2(file, STDERR_FILENO);
    const std::string sentence = complaint(faulty("words"));
    ::dup2(kept, STDERR_FILENO);
    ::close(kept);
    ::close(file);
    QCOMPARE(sentence, std::string("It goes on."));
  }
};

QTEST_GUILESS_MAIN(TestDecoderFaults)
#include "test_decoder_faults.moc"
