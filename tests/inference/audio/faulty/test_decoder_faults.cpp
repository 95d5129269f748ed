// SPDX-License-Identifier: Apache-2.0
// A decoder that crashes, hangs or wants all memory fails its file, with one sentence, and no other. This
// test lies beside a tilescribe-decoder that does so where a file tells it to.

#include <QTest>
#include <csignal>
#include <fstream>
#include <thread>

#include <unistd.h>

#include "inference/api/audio_info.h"
#include "inference/audio/decoder.h"
#include "inference/audio/pcm_reader.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t good_samples = 45056;  // of speech.m4a

// The children of this process that are not reaped, and theirs.
std::size_t processes() {
  std::size_t count = 0;
  const auto self = std::to_string(::getpid());
  std::vector<std::string> parents{self};
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const fs::path children = "/proc/" + parents[i] + "/task/" + parents[i] + "/children";
    std::ifstream in(children);
    for (std::string child; in >> child; ++count) parents.push_back(child);
  }
  return count;
}

}  // namespace

class TestDecoderFaults : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  fs::path faulty(const std::string& fault) {
    const fs::path file = in(folder_, fault + ".mp4");
    std::ofstream(file, std::ios::binary) << fault;
    return file;
  }

 private slots:
  void a_fault_fails_its_file_only_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("sentence");
    const QString crashed = "can't be decoded: FFmpeg crashed.";
    QTest::newRow("abort") << "abort" << crashed;
    QTest::newRow("bad address") << "fault" << crashed;
    QTest::newRow("end") << "leave" << crashed;
    QTest::newRow("endless loop") << "loop"
                                  << "can't be decoded: FFmpeg got nowhere in 1 second of work.";
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose shadow no limit has room for
    QTest::newRow("memory") << "memory"
                            << "can't be decoded: FFmpeg wanted more than 1 GB of memory.";
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

  void a_stop_ends_waiting_for_a_decoder_that_hangs() {
    const fs::path file = faulty("loop");
    bool cancelled = false;
    for (int attempt = 0; attempt < 10 && !cancelled; ++attempt) {
      std::stop_source stop;
      std::thread opening([&] {
        try {
          audio::open_audio(file, -1, stop.get_token());
        } catch (const Cancelled&) {
          cancelled = true;
        } catch (const Error&) {  // the machine was busy for longer than the decoder's patience
        }
      });
      stop.request_stop();
      opening.join();
    }
    QVERIFY(cancelled);
  }

  void processes_end_with_their_readers() {
    std::vector<std::unique_ptr<audio::PcmReader>> readers;
    for (int i = 0; i < 5; ++i) readers.push_back(audio::open_audio(data_file("speech.m4a")));
    QCOMPARE(processes(), std::size_t{6});  // and the one that waits
    readers.clear();
    QTRY_COMPARE(processes(), std::size_t{1});
  }

  void a_waiting_process_that_was_killed_is_started_again() {
    QCOMPARE(read_all(data_file("speech.m4a")).size(), good_samples);
    const std::string self = std::to_string(::getpid());
    std::ifstream children("/proc/" + self + "/task/" + self + "/children");
    pid_t waiting = 0;
    QVERIFY(children >> waiting);
    ::kill(waiting, SIGKILL);
    QTRY_VERIFY(std::ifstream("/proc/" + std::to_string(waiting) + "/cmdline").get() == EOF);
    QCOMPARE(read_all(data_file("speech.m4a")).size(), good_samples);
  }
};

QTEST_GUILESS_MAIN(TestDecoderFaults)
#include "test_decoder_faults.moc"
