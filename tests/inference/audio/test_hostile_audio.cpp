// SPDX-License-Identifier: Apache-2.0
// Files that would have other files opened, or that take for ever: nothing but the file itself is opened, and
// a stop ends opening and reading it.

#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTest>
#include <array>
#include <fstream>
#include <set>

#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "inference/api/audio_info.h"
#include "inference/audio/capture/file_source.h"
#include "inference/audio/pcm_reader.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

/// Names of the files that anybody opens in a folder.
class Opened {
 public:
  explicit Opened(const fs::path& folder) : events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    ::inotify_add_watch(events_, folder.c_str(), IN_OPEN);
  }
  ~Opened() { ::close(events_); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  std::set<std::string> names() const {
    std::set<std::string> names;
    alignas(inotify_event) std::array<char, 16 * 1024> buffer{};
    for (ssize_t size = 0; (size = ::read(events_, buffer.data(), buffer.size())) > 0;) {
      for (ssize_t at = 0; at < size;) {
        const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
        names.insert(event->len > 0 ? event->name : ".");
        at += static_cast<ssize_t>(sizeof *event + event->len);
      }
    }
    return names;
  }

 private:
  int events_;
};

// Files that name others: a title, a name, the other's name, the content, whether it is a list of files.
void hostile_files() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("other");
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<bool>("list");
  const auto row = [](const char* title, const char* name, const char* other, const QByteArray& bytes,
                      bool list = true) { QTest::newRow(title) << name << other << bytes << list; };
  const QByteArray hls = "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nsecret.m4a\n";
  row("hls", "talk.mp3", "secret.m4a", hls + "#EXT-X-ENDLIST\n");
  row("hls named wav", "talk.wav", "secret.m4a", hls + "#EXT-X-ENDLIST\n");
  row("hls without an end", "talk.mp3", "secret.m4a", hls);
  row("hls that lists itself", "talk.mp3", "secret.m4a",
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\ntalk.mp3\n");
  row("dash", "talk.mp4", "secret.m4a",
      "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" "
      "profiles=\"urn:mpeg:dash:profile:isoff-on-demand:2011\" type=\"static\" "
      "mediaPresentationDuration=\"PT3S\"><Period><AdaptationSet mimeType=\"audio/mp4\"><Representation "
      "id=\"1\" bandwidth=\"1000\"><BaseURL>secret.m4a</BaseURL></Representation></AdaptationSet></Period>"
      "</MPD>");
  row("ffconcat", "talk.mp3", "secret.m4a", "ffconcat version 1.0\nfile secret.m4a\n");
  row("vobsub", "talk.idx", "talk.sub",
      "# VobSub index file, v7 (do not modify this line!)\nid: en, index: 0\n"
      "timestamp: 00:00:01:000, filepos: 000000000\n");
  row("session description", "talk.mp3", "secret.m4a",
      "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n"
      "m=audio 5004 RTP/AVP 0\r\n");
  // libsndfile looks for a resource fork where it knows nothing else.
  row("resource fork", "talk.caf", "._talk.caf", "caff" + QByteArray(400, 'x'), false);
}

/// What strace -ff wrote of processes that confined themselves: the calls that each made after that.
std::vector<std::vector<std::string>> confined_calls(const fs::path& folder) {
  std::vector<std::vector<std::string>> all;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.path().filename().string().starts_with("strace.")) continue;
    std::ifstream in(entry.path());
    bool confined = false;
    for (std::string line; std::getline(in, line);) {
      if (confined)
        all.back().push_back(line);
      else if (line.starts_with("seccomp(SECCOMP_SET_MODE_FILTER") && line.ends_with(" = 0"))
        confined = (all.emplace_back(), true);
    }
  }
  return all;
}

}  // namespace

class TestHostileAudio : public QObject {
  Q_OBJECT

  // Follows audio_dump, which ends with this code, and the process that decodes for it.
  void reads_and_answers_alone(const fs::path& file, int exit_code) {
    const QString strace = QStandardPaths::findExecutable("strace");
    QVERIFY2(!strace.isEmpty(), "strace is not installed; packaging/setup.sh test does so");
    const QTemporaryDir logs;
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("ASAN_OPTIONS",
                       "detect_leaks=0");  // which is done by tracing, and strace is there first
    process.setProcessEnvironment(environment);
    process.start(
        strace,
        {"-ff", "-o", logs.filePath("strace"), "-e", "trace=%file,%network,%process,seccomp",
         QString::fromStdString(audio_dump_program().string()), QString::fromStdString(file.string())});
    QVERIFY(process.waitForFinished(120'000));
    QCOMPARE(process.exitCode(), exit_code);
    const auto calls = confined_calls(logs.path().toStdString());
    QCOMPARE(calls.size(), std::size_t{1});
    for (const std::string& call : calls.front()) {
      const bool answers = call.starts_with("sendmsg(3, ") || call.starts_with("recvmsg(3, ");
      const bool looks = call.starts_with("newfstatat(4, \"\", ") || call.starts_with("fstat(4, ");
      // A process that nobody listens to any more is killed. Its last call did nothing, and strace guesses
      // what it was.
      const bool ends = call.starts_with("+++ ") || call.ends_with(" = ?") ||
                        call.find("<unfinished ...>") != std::string::npos;
      QVERIFY2(answers || looks || ends || call.find(" = -1 EPERM") != std::string::npos, call.c_str());
    }
  }

 private slots:
  void no_other_file_is_opened_data() { hostile_files(); }
  void no_other_file_is_opened() {
    QFETCH(QString, name);
    QFETCH(QString, other);
    QFETCH(QByteArray, bytes);
    QFETCH(bool, list);
    const QTemporaryDir folder;
    const fs::path file = in(folder, name.toStdString());
    write(file, bytes.toStdString());
    fs::copy(data_file("speech.m4a"), in(folder, other.toStdString()));
    const Opened opened(folder.path().toStdString());
    const std::string sentence = complaint(file);
    QVERIFY_THROWS_EXCEPTION(Error, audio_streams(file));
    QCOMPARE(opened.names(), std::set<std::string>{name.toStdString()});
    const std::string expected =
        list ? "An audio or video file was expected, but '" + file.string() + "' only names other files ("
             : "Not an audio or video file: '" + file.string() + "'";
    QVERIFY2(sentence.starts_with(expected), sentence.c_str());
  }

  // By the system's own account: a process that reads such a file opens, starts and connects nothing.
  void the_decoder_makes_no_such_call_data() { hostile_files(); }
  void the_decoder_makes_no_such_call() {
    QFETCH(QString, name);
    QFETCH(QString, other);
    QFETCH(QByteArray, bytes);
    const QTemporaryDir folder;
    const fs::path file = in(folder, name.toStdString());
    write(file, bytes.toStdString());
    fs::copy(data_file("speech.m4a"), in(folder, other.toStdString()));
    reads_and_answers_alone(file, 1);
  }

  // Nor does one that reads a good file, with libsndfile or with FFmpeg.
  void good_files_are_read_by_confined_processes() {
    for (const char* name : {"speech-8k.wav", "speech.flac", "speech.opus"})
      reads_and_answers_alone(data_file(name), 0);
  }

  // The check sees what a good file opens: nothing else either.
  void good_files_open_nothing_else() {
    for (const char* name : {"speech.m4a", "speech.flac", "two-languages.mkv", "speech-8k.wav"}) {
      const QTemporaryDir folder;
      fs::copy(data_file(name), in(folder, name));
      const Opened opened(folder.path().toStdString());
      QCOMPARE(complaint(in(folder, name)), std::string());
      QCOMPARE(opened.names(), std::set<std::string>{name});
    }
  }

  // Nobody writes into the pipe: opening it would wait for ever.
  void what_is_no_regular_file_is_refused() {
    const QTemporaryDir folder;
    const fs::path pipe = in(folder, "pipe.wav");
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const fs::path link = in(folder, "link.wav");
    fs::create_symlink(pipe, link);
    const fs::path socket = in(folder, "s.wav");
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    QVERIFY(socket.string().size() < sizeof address.sun_path);
    socket.string().copy(address.sun_path, sizeof address.sun_path - 1);
    QCOMPARE(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    for (const fs::path& file : {pipe, link, socket, fs::path("/dev/null")}) {
      const std::string expected =
          "An audio or video file was expected, but '" + file.string() + "' is a device, a pipe or a socket.";
      QCOMPARE(complaint(file), expected);
      try {
        audio::open_file_source("file:" + file.string());
        QFAIL("expected an Error");
      } catch (const Error& error) {
        QCOMPARE(error.what(), expected.c_str());
      }
    }
    ::close(listener);
  }

  void a_stop_before_opening_is_noticed() {
    std::stop_source stop;
    stop.request_stop();
    for (const char* name : {"speech.m4a", "speech.flac", "speech-8k.wav", "speech.opus"}) {
      QVERIFY_THROWS_EXCEPTION(Cancelled, audio::open_audio(data_file(name), -1, stop.get_token()));
    }
  }

  void a_stop_between_two_reads_is_noticed() {
    for (const char* name : {"speech.m4a", "speech.flac", "speech-8k.wav", "speech.opus"}) {
      std::stop_source stop;
      const auto reader = audio::open_audio(data_file(name), -1, stop.get_token());
      std::vector<float> block(160);
      QCOMPARE(reader->read(block), block.size());
      stop.request_stop();
      const auto read_rest = [&] {
        block.resize(16'000 * 10);
        reader->read(block);
      };
      QVERIFY_THROWS_EXCEPTION(Cancelled, read_rest());
    }
  }
};

QTEST_GUILESS_MAIN(TestHostileAudio)
#include "test_hostile_audio.moc"
