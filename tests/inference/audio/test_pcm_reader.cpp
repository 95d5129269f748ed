// SPDX-License-Identifier: Apache-2.0
// Uncompressed files in every shape, the length of what is read, and the memory that it takes.

#include <QTest>
#include <cmath>
#include <numbers>

#include "inference/audio/pcm_reader.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"

using namespace tilescribe;
using namespace tilescribe::test;

Q_DECLARE_METATYPE(tilescribe::test::WavFormat)

namespace {

double sine(double hertz, std::uint32_t frame, int rate) {
  return 0.5 * std::sin(2.0 * std::numbers::pi * hertz * frame / rate);
}

}  // namespace

class TestPcmReader : public QObject {
  Q_OBJECT

 private slots:
  void wav_layouts_data() {
    QTest::addColumn<WavFormat>("format");
    QTest::newRow("16 bit") << WavFormat{.bits = 16};
    QTest::newRow("24 bit") << WavFormat{.bits = 24};
    QTest::newRow("float") << WavFormat{.bits = 32};
    QTest::newRow("16 bit, 18-byte fmt") << WavFormat{.bits = 16, .fmt = FmtChunk::extended};
    QTest::newRow("float, 18-byte fmt") << WavFormat{.bits = 32, .fmt = FmtChunk::extended};
    QTest::newRow("16 bit, extensible") << WavFormat{.bits = 16, .fmt = FmtChunk::extensible};
    QTest::newRow("float, extensible") << WavFormat{.bits = 32, .fmt = FmtChunk::extensible};
    QTest::newRow("5.1, extensible") << WavFormat{.channels = 6, .bits = 16, .fmt = FmtChunk::extensible};
  }
  void wav_layouts() {
    QFETCH(WavFormat, format);
    const QTemporaryDir directory;
    const auto file = in(directory, "tone.wav");
    write_wav(file, format, 5000, [&](std::uint32_t frame, int) { return sine(440.0, frame, format.rate); });
    const std::vector<float> samples = read_all(file);
    QCOMPARE(samples.size(), 5000u);
    for (std::uint32_t i = 0; i < 5000; ++i) {
      QVERIFY(std::abs(static_cast<double>(samples[i]) - sine(440.0, i, format.rate)) <
              2e-5);  // half a 16-bit step
    }
  }

  void channels_are_averaged() {
    const QTemporaryDir directory;
    const auto file = in(directory, "six.wav");
    // Channel c holds c / 10: 5.1 sound has the mean 0.25, and every channel counts the same.
    write_wav(file, {.channels = 6, .bits = 32, .fmt = FmtChunk::extensible}, 100,
              [](std::uint32_t, int channel) { return channel / 10.0; });
    for (float sample : read_all(file)) QVERIFY(std::abs(sample - 0.25f) < 1e-6f);
  }

  void float_samples_beyond_full_scale_are_kept() {
    const QTemporaryDir directory;
    const auto file = in(directory, "loud.wav");
    write_wav(file, {.bits = 32}, 10, [](std::uint32_t, int) { return 3.5; });
    QCOMPARE(read_all(file), std::vector<float>(10, 3.5f));
  }

  void length_follows_the_rate_data() {
    QTest::addColumn<int>("rate");
    QTest::addColumn<int>("frames");
    for (const int rate : {8000, 11025, 16000, 22050, 44100, 48000, 96000, 384000}) {
      for (const int frames : {1, 2, 1000, 4096, 12345}) {
        QTest::addRow("%d frames at %d Hz", frames, rate) << rate << frames;
      }
    }
  }
  void length_follows_the_rate() {
    QFETCH(int, rate);
    QFETCH(int, frames);
    const QTemporaryDir directory;
    const auto file = in(directory, "tone.wav");
    write_wav(file, {.rate = rate}, static_cast<std::uint32_t>(frames),
              [&](std::uint32_t frame, int) { return sine(300.0, frame, rate); });
    const auto expected = std::max(1L, std::lround(frames * 16000.0 / rate));
    QCOMPARE(static_cast<long>(read_all(file).size()), expected);
    const double duration_s = audio::open_audio(file)->duration_s();
    QVERIFY(std::abs(duration_s - static_cast<double>(frames) / rate) < 1e-9);
  }

  void a_file_of_one_sample() {
    const QTemporaryDir directory;
    const auto file = in(directory, "one.wav");
    write_wav(file, {}, 1, [](std::uint32_t, int) { return 0.25; });
    QCOMPARE(read_all(file), std::vector<float>{0.25f});
  }

  void reading_in_any_pieces_gives_the_same() {
    const QTemporaryDir directory;
    const auto file = in(directory, "sweep.wav");
    write_wav(file, {.rate = 44100, .channels = 2}, 30000,
              [](std::uint32_t frame, int) { return sine(100.0 + frame / 10.0, frame, 44100); });
    const std::vector<float> expected = read_all(file);
    for (const std::size_t size : {std::size_t{1}, std::size_t{160}, std::size_t{100000}}) {
      const auto reader = audio::open_audio(file);
      std::vector<float> samples;
      std::vector<float> piece(size);
      while (const std::size_t count = reader->read(piece)) {
        QVERIFY(count == size || samples.size() + count == expected.size());  // short only at the end
        samples.insert(samples.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(count));
      }
      QCOMPARE(reader->read(piece), std::size_t{0});  // and the end stays the end
      QVERIFY(samples == expected);
    }
  }

  void names_beyond_ascii() {
    const QTemporaryDir directory;
    const auto file = in(directory, "Gespräch – 会議 🎙.wav");
    std::filesystem::copy(original_file(), file);
    QCOMPARE(read_all(file).size(), 44800u);
    const auto other = in(directory, "concat:Gespräch – 会議.mp3");  // and no URL, whatever it looks like
    std::filesystem::copy(data_file("speech.mp3"), other);
    QVERIFY(!read_all(other).empty());
  }

  void content_decides_not_the_extension() {
    const QTemporaryDir directory;
    std::filesystem::copy(original_file(), in(directory, "really-wav.mp3"));
    std::filesystem::copy(data_file("speech.mp3"), in(directory, "really-mp3.wav"));
    QCOMPARE(read_all(in(directory, "really-wav.mp3")), read_all(original_file()));
    QCOMPARE(read_all(in(directory, "really-mp3.wav")), read_all(data_file("speech.mp3")));
  }

  // Far more audio than may be in memory: half an hour of stereo float is 230 MB, three minutes at 48 kHz are
  // 69 MB.
  void long_files_take_little_memory_data() {
    QTest::addColumn<int>("rate");
    QTest::addColumn<int>("seconds");
    QTest::newRow("half an hour at 16 kHz") << 16000 << 1800;
    QTest::newRow("three minutes at 48 kHz, resampled") << 48000 << 180;
  }
  void long_files_take_little_memory() {
    QFETCH(int, rate);
    QFETCH(int, seconds);
    const QTemporaryDir directory;
    const auto file = in(directory, "long.wav");
    write_sparse_wav(file, {.rate = rate, .channels = 2, .bits = 32},
                     static_cast<std::uint32_t>(seconds * rate));
    const Dump dump = run_audio_dump(audio_dump_program(), {file.string()});
    const QString output = QString::fromStdString(dump.output);
    QVERIFY2(dump.exit_code == 0, dump.output.c_str());
    QVERIFY2(output.startsWith(QString("%1 samples, ").arg(seconds * 16000)), dump.output.c_str());
    const long growth_kib = output.section(' ', -2, -2).toLong();
    QVERIFY2(growth_kib > 0 && growth_kib < 50 * 1024, dump.output.c_str());
  }
};

QTEST_GUILESS_MAIN(TestPcmReader)
#include "test_pcm_reader.moc"
