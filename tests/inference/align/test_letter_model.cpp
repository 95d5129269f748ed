// SPDX-License-Identifier: Apache-2.0
#define QT_NO_KEYWORDS  // a cache has slots of its own
// The aligner against the trainer's code (training/golden_align.py), and whole alignments of recordings.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

#include "inference/align/letter_model.h"
#include "inference/api/align.h"
#include "inference/api/export.h"
#include "inference/api/transcriber.h"
#include "inference/audio/pcm_reader.h"
#include "inference/pipeline/engine.h"
#include "inference/weights/checkpoint.h"
#include "inference/weights/safetensors.h"
#include "kernels/core/error.h"

using namespace tilescribe;
namespace fs = std::filesystem;

namespace {

const fs::path samples = TILESCRIBE_SOURCE_DIR "/resources/audio";

AlignOptions on_the_cpu() {
  AlignOptions options;
  options.engine.engine = Engine::cpu;
  options.engine.compute = Compute::f32;
  return options;
}

std::vector<float> samples_of(const fs::path& file) {
  const auto reader = audio::open_audio(file);
  std::vector<float> all(features::window_samples);
  all.resize(reader->read(all));
  return all;
}

Transcript text_of(const std::string& name) {
  return load_transcript(samples / (name + ".txt"), ExportFormat::txt);
}

Transcript aligned(Transcript text, const std::string& name) {
  return align_text(std::move(text), samples / (name + ".wav"), on_the_cpu(), {}, {});
}

std::vector<TimedWord> words_of(const Transcript& transcript) {
  std::vector<TimedWord> words;
  for (const Segment& segment : transcript.segments)
    words.insert(words.end(), segment.words.begin(), segment.words.end());
  return words;
}

}  // namespace

class TestLetterModel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void it_hears_what_the_trainer_hears_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("short") << "short";
    QTest::newRow("medium") << "medium";
  }
  void it_hears_what_the_trainer_hears() {
    QFETCH(QString, name);
    const weights::SafetensorsFile golden(TILESCRIBE_TEST_DATA "/align/letters.safetensors");
    const OpenedEngine engine = open_engine(on_the_cpu().engine, 0);
    const fs::path folder = demo_model_directory();
    const auto checkpoint = weights::Checkpoint::open(folder);
    align::LetterModel model(*engine.backend, checkpoint->config().encoder, *checkpoint,
                             folder / align::LetterHead::file_name, {});
    align::LetterScores scores;
    model.listen(samples_of(samples / (name.toStdString() + ".wav")), 0.0, scores);
    const std::vector<float> expected = golden.floats(name.toStdString());
    QCOMPARE(scores.log_probabilities.size(), expected.size());
    float largest = 0.0f;
    for (std::size_t i = 0; i < expected.size(); ++i)
      largest = std::max(largest, std::abs(std::exp(scores.log_probabilities[i]) - std::exp(expected[i])));
    QVERIFY2(largest < 2e-3f, qPrintable(QString::number(largest)));

    const std::vector<std::int64_t> frames = golden.integers(name.toStdString() + "_frames");
    const std::vector<TimedWord> words = words_of(aligned(text_of(name.toStdString()), name.toStdString()));
    QCOMPARE(2 * words.size(), frames.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const double start_s = 0.02 * static_cast<double>(frames[2 * i]) - 0.01 - model.late().starts_s;
      const double end_s = 0.02 * static_cast<double>(frames[2 * i + 1]) - 0.01 - model.late().ends_s;
      QVERIFY2(std::abs(words[i].start_s - start_s) < 0.0201, words[i].text.c_str());
      QVERIFY2(std::abs(words[i].end_s - end_s) < 0.0201, words[i].text.c_str());
      QVERIFY(!words[i].estimated);
    }
  }

  // What leaves the layer on the way through the whole tower, as a search of texts takes it.
  void the_whole_tower_gives_the_same() {
    const OpenedEngine engine = open_engine(on_the_cpu().engine, 0);
    const fs::path folder = demo_model_directory();
    const auto checkpoint = weights::Checkpoint::open(folder);
    const weights::EncoderConfig& config = checkpoint->config().encoder;
    const fs::path side_file = folder / align::LetterHead::file_name;
    const std::vector<float> sound = samples_of(samples / "short.wav");
    align::LetterScores alone, tapped;
    align::LetterModel(*engine.backend, config, *checkpoint, side_file, {}).listen(sound, 0.0, alone);

    layers::WeightLoader loader(*engine.backend, *checkpoint, {});
    const model::Encoder tower(config, loader);
    const align::LetterHead head(*engine.backend, config, side_file);
    features::MelWindow mel(*engine.backend, config.mel_bins);
    model::Encoder::Tap tap{.blocks = head.layer()};
    static_cast<void>(tower(*engine.backend, mel.log_mel(sound), 1, &tap));
    head.listen(*engine.backend, tap.rows, sound.size(), 0.0, tapped);
    QVERIFY(tapped.seconds == alone.seconds);
    QVERIFY(tapped.log_probabilities == alone.log_probabilities);
  }

  // Each cue moved by up to 3 s comes back to where it was.
  void shifted_cues_come_back() {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> shift(-3.0, 3.0);
    for (const std::string name : {"long", "sample"}) {
      const Transcript first = aligned(text_of(name), name);
      QVERIFY(first.segments.size() >= 5);
      Transcript moved = first;
      for (Segment& segment : moved.segments) {
        const double by_s = std::max(shift(random), -segment.start_s);
        segment.start_s += by_s;
        segment.end_s += by_s;
        segment.words.clear();
      }
      const Transcript again = aligned(moved, name);
      QCOMPARE(again.segments.size(), first.segments.size());
      for (std::size_t i = 0; i < first.segments.size(); ++i) {
        QVERIFY(std::abs(again.segments[i].start_s - first.segments[i].start_s) < 0.1);
        QCOMPARE(again.segments[i].text, first.segments[i].text);
      }
    }
  }

  void a_replaced_word_moves_its_neighbours_little() {
    const Transcript first = aligned(text_of("long"), "long");
    Transcript changed = text_of("long");
    std::string& text = changed.segments.front().text;
    const std::size_t at = text.find("pencil");
    QVERIFY(at != std::string::npos);
    text.replace(at, 6, "donkey");
    const std::vector<TimedWord> before = words_of(first), after = words_of(aligned(changed, "long"));
    QCOMPARE(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (after[i].text == "donkey") continue;
      QVERIFY2(std::abs(after[i].start_s - before[i].start_s) <= 0.1, before[i].text.c_str());
      QVERIFY2(std::abs(after[i].end_s - before[i].end_s) <= 0.1, before[i].text.c_str());
    }
  }

  void a_stop_ends_it() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(
        align_text(text_of("short"), samples / "short.wav", on_the_cpu(), {}, stop.get_token()), Cancelled);
  }

  void a_model_without_an_aligner_is_refused() {
    const QTemporaryDir folder;
    AlignOptions options = on_the_cpu();
    options.engine.model = folder.path().toStdString();
    try {
      align_text(text_of("short"), samples / "short.wav", options, {}, {});
      QFAIL("It was taken.");
    } catch (const Error& error) {
      QVERIFY(std::string(error.what()).find("aligner.safetensors") != std::string::npos);
    }
  }

  void a_damaged_aligner_is_refused() {
    const QTemporaryDir folder;
    const fs::path copy = folder.path().toStdString();
    for (const auto& entry : fs::directory_iterator(demo_model_directory())) {
      if (entry.is_regular_file() && entry.path().filename() != align::LetterHead::file_name)
        fs::create_symlink(entry.path(), copy / entry.path().filename());
    }
    std::ofstream(copy / align::LetterHead::file_name) << "nothing";
    AlignOptions options = on_the_cpu();
    options.engine.model = copy.string();
    QVERIFY_EXCEPTION_THROWN(align_text(text_of("short"), samples / "short.wav", options, {}, {}), Error);
    for (const auto& [seed, said] :
         {std::pair("no_channels", "at least one channel"), std::pair("too_many_taps", "at most 99"),
          std::pair("too_many_channels", "at most 4096 channels, and has one of 4097"),
          std::pair("too_late", "from -10 to 10"), std::pair("too_deep", "at most 64 deep"),
          std::pair("too_long", "At most 4096 bytes")}) {
      const fs::path damaged = fs::path(TILESCRIBE_SOURCE_DIR "/tests/fuzz/seeds/letter_head") / seed;
      fs::copy_file(damaged.string() + ".safetensors", copy / align::LetterHead::file_name,
                    fs::copy_options::overwrite_existing);
      QString found;
      try {
        align_text(text_of("short"), samples / "short.wav", options, {}, {});
      } catch (const Error& refusal) {
        found = QString::fromUtf8(refusal.what());
      }
      QVERIFY2(found.contains(QLatin1String(said)), qPrintable(found));
    }
  }
};

QTEST_APPLESS_MAIN(TestLetterModel)
#include "test_letter_model.moc"
