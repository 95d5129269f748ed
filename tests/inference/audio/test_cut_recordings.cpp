// SPDX-License-Identifier: Apache-2.0
// Files that end before their time: what is there is heard, and what is missing is told where the file says
// exactly how long it was to be.

#include <QTest>
#include <cmath>
#include <fstream>

#include "inference/audio/pcm_reader.h"
#include "inference/audio/recording/growing_file.h"
#include "inference/audio/recording/wav_header.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

struct Heard {
  double seconds = 0.0;
  double missing_s = 0.0;
};

double seconds_left(audio::PcmReader& reader) {
  std::vector<float> block(16'000);
  std::size_t samples = 0;
  while (const std::size_t count = reader.read(block)) samples += count;
  return static_cast<double>(samples) / audio::sample_rate;
}

Heard hear(const fs::path& file) {
  const auto reader = audio::open_audio(file);
  Heard heard;
  heard.seconds = seconds_left(*reader);
  heard.missing_s = reader->missing_s();
  return heard;
}

bool about(double a, double b, double tolerance) {
  return std::abs(a - b) <= tolerance;
}

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

double tone(std::uint32_t frame, int /*channel*/) {
  return 0.3 * std::sin(0.1 * frame);
}

// Whole seconds of 16 kHz, 16 bits, mono, behind a header that says `frames`.
std::string aiff(std::uint32_t frames, int seconds) {
  const auto number = [](std::uint32_t value, int bytes) {
    std::string text;
    for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>((value >> (8 * i)) & 0xFFu);
    return text;
  };
  const std::string rate("\x40\x0C\xFA\0\0\0\0\0\0\0", 10);  // 16000 as an 80-bit float
  return "FORM" + number(46 + 2 * frames, 4) + "AIFFCOMM" + number(18, 4) + number(1, 2) + number(frames, 4) +
         number(16, 2) + rate + "SSND" + number(8 + 2 * frames, 4) + std::string(8, '\0') +
         std::string(static_cast<std::size_t>(seconds) * 32'000, '\x11');
}

}  // namespace

class TestCutRecordings : public QObject {
  Q_OBJECT

 private slots:
  void a_cut_wav_tells_what_is_missing_data() {
    QTest::addColumn<int>("rate");
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("bits");
    QTest::newRow("16 kHz mono") << 16'000 << 1 << 16;
    QTest::newRow("44.1 kHz stereo, 24 bits") << 44'100 << 2 << 24;
  }
  void a_cut_wav_tells_what_is_missing() {
    QFETCH(int, rate);
    QFETCH(int, channels);
    QFETCH(int, bits);
    const auto file = in(folder_, "cut.wav");
    const WavFormat format{.rate = rate, .channels = channels, .bits = bits, .fmt = FmtChunk::plain};
    write_wav(file, format, static_cast<std::uint32_t>(10 * rate), tone);
    QCOMPARE(hear(file).missing_s, 0.0);
    fs::resize_file(file, static_cast<std::uintmax_t>(44 + 4 * rate * channels * bits / 8));
    const Heard heard = hear(file);
    QCOMPARE(heard.seconds, 4.0);
    QVERIFY2(about(heard.missing_s, 6.0, 1e-3), qPrintable(QString::number(heard.missing_s)));
  }

  void a_cut_rf64_tells_what_is_missing() {
    const auto header = audio::wav_header(16'000, 3'000'000'000);
    QCOMPARE(std::string(header.data(), 4), std::string("RF64"));
    const auto file = in(folder_, "large.wav");
    write(file, std::string(header.data(), header.size()) + std::string(4 * 32'000, '\x11'));
    const Heard heard = hear(file);
    QCOMPARE(heard.seconds, 4.0);
    QVERIFY2(about(heard.missing_s, 187'500.0 - 4.0, 1e-3), qPrintable(QString::number(heard.missing_s)));
  }

  void a_cut_aiff_tells_what_is_missing() {
    const auto file = in(folder_, "cut.aiff");
    write(file, aiff(8 * 16'000, 8));
    QCOMPARE(hear(file).missing_s, 0.0);
    write(file, aiff(8 * 16'000, 3));
    const Heard heard = hear(file);
    QCOMPARE(heard.seconds, 3.0);
    QVERIFY2(about(heard.missing_s, 5.0, 1e-3), qPrintable(QString::number(heard.missing_s)));
  }

  void what_encoders_count_tells_what_is_missing_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("before");
    QTest::newRow("flac") << "speech.flac" << QByteArray();
    QTest::newRow("flac 44.1 kHz stereo") << "speech-44k-stereo.flac" << QByteArray();
    QTest::newRow("flac behind a tag, which FFmpeg reads")
        << "speech.flac" << QByteArray("ID3\x03\0\0\0\0\0\x0A", 10) + QByteArray(10, '\0');
    QTest::newRow("mp3") << "speech.mp3" << QByteArray();
    QTest::newRow("mp4") << "video.mp4" << QByteArray();
  }
  void what_encoders_count_tells_what_is_missing() {
    QFETCH(QString, name);
    QFETCH(QByteArray, before);
    const std::string whole = content(data_file(name.toStdString()));
    const auto file = in(folder_, "cut-" + name.toStdString());
    write(file, before.toStdString() + whole);
    QCOMPARE(hear(file).missing_s, 0.0);
    write(file, before.toStdString() + whole.substr(0, whole.size() * 6 / 10));
    const Heard heard = hear(file);
    QVERIFY2(heard.seconds > 0.9 && heard.seconds < 2.2, qPrintable(QString::number(heard.seconds)));
    QVERIFY2(about(heard.seconds + heard.missing_s, 2.8, 0.1),
             qPrintable(QString("%1 s heard, %2 s missing").arg(heard.seconds).arg(heard.missing_s)));
  }

  void whole_files_miss_nothing() {
    for (const fs::directory_entry& entry : fs::directory_iterator(data_file(""))) {
      const std::string name = entry.path().filename().string();
      if (name == "README.md" || name == "make.sh" || name == "silent-film.mp4") continue;
      const Heard heard = hear(entry.path());
      QVERIFY2(heard.seconds > 2.0 && heard.missing_s == 0.0, name.c_str());
    }
  }

  // Their lengths are estimated from what is there, or are those of the picture.
  void estimates_promise_nothing() {
    for (const char* name :
         {"speech.opus", "speech.ogg", "video.webm", "two-languages.mkv", "rate-change.aac"}) {
      const std::string whole = content(data_file(name));
      const auto file = in(folder_, name);
      write(file, whole.substr(0, whole.size() * 6 / 10));
      QCOMPARE(hear(file).missing_s, 0.0);
    }
  }

  // What programs write that do not know how long a recording will be: into a pipe, or killed.
  void an_unknown_length_promises_nothing_data() {
    QTest::addColumn<uint>("riff_bytes");
    QTest::addColumn<uint>("data_bytes");
    QTest::newRow("ffmpeg into a pipe") << 0xFFFFFFFFu << 0xFFFFFFFFu;
    QTest::newRow("less a header") << 0xFFFFFFFFu << 0xFFFFFFFFu - 44;
    QTest::newRow("SoX, espeak") << 0x7FFFF024u << 0x7FFFF000u;
    QTest::newRow("arecord") << 0x80000000u << 0x80000000u - 44;
    QTest::newRow("never filled in") << 0u << 0u;
    QTest::newRow("never filled in, but for the header") << 36u << 0u;
  }
  void an_unknown_length_promises_nothing() {
    QFETCH(uint, riff_bytes);
    QFETCH(uint, data_bytes);
    const auto file = in(folder_, "piped.wav");
    write_wav(file, {}, 5 * 16'000, tone);
    std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekp(4).write(reinterpret_cast<const char*>(&riff_bytes), 4);
    bytes.seekp(40).write(reinterpret_cast<const char*>(&data_bytes), 4);
    bytes.close();
    const Heard heard = hear(file);
    QCOMPARE(heard.seconds, 5.0);
    QCOMPARE(heard.missing_s, 0.0);
  }

  void a_flac_without_a_length_promises_nothing() {
    std::string bytes = content(data_file("speech.flac"));
    bytes[21] = static_cast<char>(bytes[21] & 0xF0);  // the highest bits of STREAMINFO's total samples
    bytes.replace(22, 4, 4, '\0');
    const auto file = in(folder_, "piped.flac");
    write(file, bytes);
    QVERIFY(about(hear(file).seconds, 2.8, 1e-3));
    write(file, bytes.substr(0, bytes.size() * 6 / 10));
    QCOMPARE(hear(file).missing_s, 0.0);
  }

  void a_recording_that_grows_misses_nothing() {
    audio::GrowingFile growing(in(folder_, "growing.wav"), 16'000);
    const std::vector<std::int16_t> second(16'000, 1000);
    for (int i = 1; i <= 3; ++i) {
      growing.append(second);
      const Heard heard = hear(growing.file());
      QCOMPARE(heard.seconds, static_cast<double>(i));
      QCOMPARE(heard.missing_s, 0.0);
    }
  }

  void what_is_cut_while_it_is_read_tells_what_is_missing() {
    const auto file = in(folder_, "shrinks.wav");
    write_wav(file, {}, 30 * 16'000, tone);
    const auto reader = audio::open_audio(file);
    std::vector<float> second(16'000);
    QCOMPARE(reader->read(second), second.size());
    fs::resize_file(file, 44 + 5 * 32'000);
    const double seconds = 1.0 + seconds_left(*reader);
    QCOMPARE(seconds, 5.0);
    QVERIFY2(about(reader->missing_s(), 25.0, 1e-3), qPrintable(QString::number(reader->missing_s())));
  }

 private:
  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(TestCutRecordings)
#include "test_cut_recordings.moc"
