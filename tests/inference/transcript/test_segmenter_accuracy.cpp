// SPDX-License-Identifier: Apache-2.0
// Clips joined with known gaps: every sentence's estimated start and end are within a second of its clip's.
#include <QtTest>
#include <cmath>
#include <random>

#include "inference/audio/pcm_reader.h"
#include "inference/audio/quiet_cut.h"
#include "inference/transcript/segmenter.h"

namespace {

using namespace tilescribe;

constexpr double bound_s = 1.0;
constexpr double rate = audio::sample_rate;

struct Clip {
  std::string text;
  std::vector<float> samples;
};

Clip load(const char* name, std::string text) {
  Clip clip{std::move(text), {}};
  const auto reader = audio::open_audio(std::string(TILESCRIBE_SOURCE_DIR "/resources/audio/") + name);
  std::vector<float> block(16000);
  for (std::size_t n = 0; (n = reader->read(block)) > 0;) {
    clip.samples.insert(clip.samples.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(n));
  }
  return clip;
}

// A window made of clips, and where each of them lies in it.
struct Joined {
  std::vector<float> samples;
  std::vector<std::pair<double, double>> places_s;
  std::string text;

  void silence(double seconds) { samples.resize(samples.size() + static_cast<std::size_t>(seconds * rate)); }
  void add(const Clip& clip) {
    const double start = static_cast<double>(samples.size()) / rate;
    samples.insert(samples.end(), clip.samples.begin(), clip.samples.end());
    places_s.emplace_back(start, static_cast<double>(samples.size()) / rate);
    if (!text.empty()) text += ' ';
    text += clip.text;
  }
};

// The window's segments, as the pipeline makes them, `offset_s` into the audio.
std::vector<Segment> segments_of(const Joined& joined, double offset_s) {
  WindowText window;
  window.start_s = offset_s;
  window.end_s = offset_s + static_cast<double>(joined.samples.size()) / rate;
  window.text = joined.text;
  window.tokens = {{0, joined.text, 1.0F}};
  for (const audio::Span& span : audio::voiced_spans(joined.samples, audio::sample_rate)) {
    window.voiced_s.emplace_back(offset_s + static_cast<double>(span.begin) / rate,
                                 offset_s + static_cast<double>(span.end) / rate);
  }
  return segments_of_window(window);
}

double largest_error(const Joined& joined, const std::vector<Segment>& segments, double offset_s) {
  double error = 0.0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    error = std::max(error, std::abs(segments[i].start_s - offset_s - joined.places_s[i].first));
    error = std::max(error, std::abs(segments[i].end_s - offset_s - joined.places_s[i].second));
  }
  return error;
}

}  // namespace

class SegmenterAccuracyTest : public QObject {
  Q_OBJECT

 private slots:
  void fourClips() {
    Joined joined;
    joined.add(short_);
    joined.silence(0.4);
    joined.add(medium_);
    joined.silence(0.7);
    joined.add(short_);
    joined.add(medium_);
    const auto segments = segments_of(joined, 0.0);
    QCOMPARE(segments.size(), 4U);
    QCOMPARE(segments[3].text, medium_.text);
    const double error = largest_error(joined, segments, 0.0);
    QVERIFY2(error <= bound_s, qPrintable(QString::number(error)));
  }

  // Any order, any gaps from none to two seconds, silence before and behind, a noise floor at -60 dBFS.
  void manyJoins() {
    double worst = 0.0;
    for (unsigned seed = 0; seed < 40; ++seed) {
      std::mt19937 random(seed);
      const auto uniform = [&](double high) {
        return std::uniform_real_distribution<double>(0.0, high)(random);
      };
      Joined joined;
      joined.silence(uniform(3.0));
      while (joined.samples.size() < static_cast<std::size_t>(22.0 * rate)) {
        joined.add(random() % 2 == 0 ? short_ : medium_);
        joined.silence(uniform(2.0));
      }
      std::normal_distribution<float> noise(0.0F, 0.001F);
      for (float& sample : joined.samples) sample += noise(random);

      const double offset_s = 30.0 * seed;
      const auto segments = segments_of(joined, offset_s);
      QCOMPARE(segments.size(), joined.places_s.size());
      const double error = largest_error(joined, segments, offset_s);
      QVERIFY2(error <= bound_s, qPrintable(QString("seed %1: %2 s").arg(seed).arg(error)));
      worst = std::max(worst, error);
    }
    qInfo("the largest error of 40 joins is %.2f s", worst);
  }

 private:
  Clip short_ = load("short.wav", "Concord returned to its place amidst the tents.");
  Clip medium_ =
      load("medium.wav", "The kernel multiplies two matrices, tile by tile, and never waits for memory.");
};

QTEST_APPLESS_MAIN(SegmenterAccuracyTest)
#include "test_segmenter_accuracy.moc"
