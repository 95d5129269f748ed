// SPDX-License-Identifier: Apache-2.0
// The process of one file, whose disk stops being read in the middle: the end of what can be read is not told
// as the end of the sound.

#include <QTest>
#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>

#include "inference/audio/helper/packet.h"
#include "inference/audio/helper/program/serve_file.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"

using namespace tilescribe;
using namespace tilescribe::audio;
using namespace tilescribe::test;

namespace {

// More of the file than the socket and the libraries' buffers hold.
void repeat(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::ifstream in(from, std::ios::binary);
  const std::string once{std::istreambuf_iterator<char>(in), {}};
  std::ofstream out(to, std::ios::binary);
  for (std::size_t written = 0; written < 4U << 20U; written += once.size()) out << once;
}

}  // namespace

class TestFailingDisk : public QObject {
  Q_OBJECT

 private slots:
  void the_sound_does_not_end_there_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("libsndfile") << "long.wav";
    QTest::newRow("FFmpeg") << "long.mp3";  // which does not say how long it is
  }
  void the_sound_does_not_end_there() {
    QFETCH(QString, name);
    const QTemporaryDir folder;
    const std::filesystem::path path = in(folder, name.toStdString());
    if (name == "long.mp3")
      repeat(data_file("speech.mp3"), path);
    else
      write_sparse_wav(path, {}, 1U << 21U);
    std::array<int, 2> ends{};
    QCOMPARE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0);
    const auto file = std::make_shared<AudioFile>(path, std::stop_token());
    std::jthread process([&file, theirs = FileHandle(ends[1])] {
      serve_file(theirs.get(), file, Job::decode, {}, {.work_s = 0, .header_s = 0}, {});
    });
    const FileHandle ours(ends[0]);  // closed before the process is waited for
    PacketBuffer packet;
    QVERIFY(packet.receive(ours.get()) == Received::packet);
    QVERIFY(packet.reader().value<Reply>() == Reply::opened);
    const FileHandle unreadable(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    QVERIFY(::dup2(unreadable.get(), file->descriptor()) >= 0);
    std::optional<PacketReader> reader;
    do {
      QVERIFY(packet.receive(ours.get()) == Received::packet);
      reader.emplace(packet.reader());
    } while (reader->value<Reply>() == Reply::samples);
    reader.emplace(packet.reader());
    QVERIFY(reader->value<Reply>() == Reply::failed);
    QCOMPARE(reader->value<std::uint8_t>(), std::uint8_t{1});
    QCOMPARE(english(reader->message()),
             "The file '" + path.string() + "' can't be read: Bad file descriptor.");
  }
};

QTEST_GUILESS_MAIN(TestFailingDisk)
#include "test_failing_disk.moc"
