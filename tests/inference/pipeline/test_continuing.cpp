// SPDX-License-Identifier: Apache-2.0
// A transcription that is continued at a boundary between windows ends with the text of one that was never
// interrupted, and its progress continues from there.
#include <QtTest>

#include "inference/api/transcriber.h"
#include "tests/support/failure_of.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

bool same(const Segment& a, const Segment& b) {
  const bool tokens = std::ranges::equal(
      a.tokens, b.tokens, [](const Token& x, const Token& y) { return x.id == y.id && x.bytes == y.bytes; });
  return a.start_s == b.start_s && a.end_s == b.end_s && a.text == b.text && a.window == b.window &&
         a.looped == b.looped && tokens;
}

}  // namespace

class ContinuingTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<Transcriber> transcriber_ = open_transcriber({});
  std::filesystem::path file_;
  Transcript whole_;
  std::vector<TranscribedPart> parts_;  // one a boundary

 private slots:
  /// Windows of speech, and one of silence, that no text comes of.
  void initTestCase() {
    file_ = folder_.filePath("file.wav").toStdString();
    const Speech speech = joined_speech(50.0);
    std::vector<float> samples = speech.samples;
    samples.insert(samples.end(), std::size_t{40} * 16000, 0.0F);
    samples.insert(samples.end(), speech.samples.begin(), speech.samples.end());
    write_speech(file_, samples);

    TranscribedPart so_far;
    TranscribeEvents events;
    events.segment = [&](const Segment& segment) { so_far.segments.push_back(segment); };
    events.reached = [&](const WindowBoundary& end) {
      so_far.end = end;
      parts_.push_back(so_far);
    };
    whole_ = transcriber_->transcribe(file_, {}, events, {});
    QVERIFY2(parts_.size() >= 4, qPrintable(QString::number(parts_.size())));
    for (std::size_t i = 1; i < parts_.size(); ++i) {
      QVERIFY(parts_[i].end.window > parts_[i - 1].end.window &&
              parts_[i].end.sample > parts_[i - 1].end.sample);
    }
    // Every boundary has all segments before it, and none behind.
    for (const TranscribedPart& part : parts_) {
      const auto count = std::ranges::count_if(
          whole_.segments, [&](const Segment& segment) { return segment.window < part.end.window; });
      QCOMPARE(part.segments.size(), static_cast<std::size_t>(count));
    }
    QVERIFY(whole_.segments.back().window + 1 == parts_.back().end.window);
  }

  void the_text_is_that_of_an_undisturbed_run_data() {
    QTest::addColumn<int>("part");
    for (std::size_t i = 0; i < parts_.size(); ++i) QTest::addRow("%zu", i) << static_cast<int>(i);
  }
  void the_text_is_that_of_an_undisturbed_run() {
    QFETCH(int, part);
    TranscribeOptions options;
    options.from = parts_[static_cast<std::size_t>(part)];
    options.from.elapsed_s = 1e6;
    std::size_t told = 0;
    std::optional<Progress> first;
    double most_left_s = 0.0;
    TranscribeEvents events;
    events.segment = [&](const Segment& segment) {
      told += segment.window >= options.from.end.window ? 1 : 1000;
    };
    events.progress = [&](const Progress& progress) {
      if (!first) first = progress;
      most_left_s = std::max(most_left_s, progress.remaining_s);
    };
    const Transcript continued = transcriber_->transcribe(file_, options, events, {});
    QVERIFY(std::ranges::equal(continued.segments, whole_.segments, same));
    QCOMPARE(continued.duration_s, whole_.duration_s);
    QCOMPARE(told, whole_.segments.size() - options.from.segments.size());
    QVERIFY(continued.elapsed_s >= 1e6 && continued.elapsed_s < 1.01e6);
    const double share = std::min(0.99, options.from.end.seconds() / whole_.duration_s) - 1e-9;
    QVERIFY(first && first->fraction >= share && first->audio_done_s >= options.from.end.seconds());
    QVERIFY(most_left_s < 1e5);  // the earlier run's speed says nothing
  }

  /// Where the engine decodes windows together, they end in any order and are still told of in theirs.
  void windows_that_are_decoded_together() {
    TranscribeOptions options;
    options.batch = 4;
    int last = 0;
    TranscribeEvents events;
    events.reached = [&](const WindowBoundary& end) {
      QVERIFY(end.window > last);
      last = end.window;
    };
    options.from = parts_.front();
    const Transcript continued = transcriber_->transcribe(file_, options, events, {});
    QCOMPARE(QString::fromStdString(continued.text()), QString::fromStdString(whole_.text()));
    QCOMPARE(last, parts_.back().end.window);
  }

  void stopped_it_keeps_what_was_there() {
    std::stop_source stop;
    stop.request_stop();
    TranscribeOptions options;
    options.from = parts_[1];
    const Transcript stopped = transcriber_->transcribe(file_, options, {}, stop.get_token());
    QVERIFY(stopped.cancelled);
    QVERIFY(std::ranges::equal(stopped.segments, parts_[1].segments, same));
  }

  void a_file_that_is_shorter_than_its_text_is_refused() {
    TranscribeOptions options;
    options.from = parts_[0];
    options.from.end.sample = std::int64_t{3600} * 16000;
    const QString sentence = test::failure_of([&] { transcriber_->transcribe(file_, options, {}, {}); });
    QVERIFY2(sentence.startsWith(
                 QLatin1String("The first 3600 s of the audio are transcribed already, and it has only")),
             qPrintable(sentence));
  }

  void joint_transcription_begins_anew() {
    TranscribeOptions options;
    options.long_audio = LongAudio::joint;
    options.from = parts_[0];
    options.from.end.sample = std::int64_t{3600} * 16000;  // were it honoured, this would fail
    TranscribeEvents events;
    events.reached = [](const WindowBoundary&) { QFAIL("joint transcription has no windows"); };
    const Transcript joint = transcriber_->transcribe(bundled_file("short.wav"), options, events, {});
    QCOMPARE(QString::fromStdString(joint.text()), QString::fromStdString(bundled_speech("short").text));
  }
};

QTEST_GUILESS_MAIN(ContinuingTest)
#include "test_continuing.moc"
