// SPDX-License-Identifier: Apache-2.0
// Texts that are searched (TranscribeOptions::word_ngram), from a file to its transcript.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>

#include "inference/api/error.h"
#include "inference/api/model_folder.h"
#include "inference/api/transcriber.h"
#include "tests/inference/pipeline/transcript_checks.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

namespace fs = std::filesystem;

TranscribeOptions searched() {
  return {.prompt = {}, .word_ngram = true};
}

// The demo model in a folder of its own, but for one file.
void copy_demo_without(const fs::path& folder, const std::string& left_out) {
  fs::create_directory(folder);
  for (const fs::directory_entry& entry : fs::directory_iterator(demo_model_directory())) {
    if (entry.is_regular_file() && entry.path().filename() != left_out)
      fs::create_symlink(entry.path(), folder / entry.path().filename());
  }
}

}  // namespace

class TestWindowSearch : public QObject {
  Q_OBJECT

  std::unique_ptr<Transcriber> transcriber_ = open_transcriber({});
  QTemporaryDir folder_;

  fs::path in_folder(const char* name) { return fs::path(folder_.path().toStdString()) / name; }

 private slots:
  // On what the model hears rightly, words and letters agree with it.
  void bundled_recordings_keep_their_texts_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"short", "medium", "sample", "long"}) QTest::newRow(name) << QString(name);
  }
  void bundled_recordings_keep_their_texts() {
    QFETCH(QString, name);
    const Speech speech = bundled_speech(name.toStdString());
    std::string partial;
    TranscribeEvents events;
    events.partial = [&](const PartialText& text) { partial = text.text; };
    const Transcript transcript =
        transcriber_->transcribe(bundled_file(name.toStdString() + ".wav"), searched(), events, {});
    QCOMPARE(transcript.text(), speech.text);
    QCOMPARE(segment_faults(transcript), QString());
    QVERIFY(!partial.empty());
  }

  void words_have_their_times() {
    TranscribeOptions options = searched();
    options.word_times = true;
    const Transcript transcript = transcriber_->transcribe(bundled_file("long.wav"), options, {}, {});
    double last_s = 0.0;
    std::size_t count = 0;
    for (const Segment& segment : transcript.segments) {
      for (const TimedWord& word : segment.words) {
        QVERIFY(word.start_s >= last_s - 1e-6 && word.end_s >= word.start_s);
        last_s = word.start_s;
        ++count;
      }
    }
    QVERIFY(count > 30);
    QVERIFY(last_s > 0.7 * transcript.duration_s && last_s < transcript.duration_s);
  }

  // The search changes what is hard to hear: quiet speech in noise. Where a side file is missing, the text is
  // the greedy one; a damaged one is named when it is wanted.
  void it_chooses_among_texts() {
    Speech speech = bundled_speech("long");
    std::uint32_t state = 7;
    for (float& sample : speech.samples) {
      state = state * 1664525U + 1013904223U;
      sample = 0.05f * sample + 0.006f * (static_cast<float>(state >> 8U) / 8388608.0f - 1.0f);
    }
    const fs::path file = in_folder("noisy.wav");
    write_speech(file, speech.samples);
    const Transcript greedy = transcriber_->transcribe(file, {}, {}, {});
    const Transcript found = transcriber_->transcribe(file, searched(), {}, {});
    QVERIFY(greedy.text() != found.text());
    QVERIFY(!found.text().empty());
    QCOMPARE(segment_faults(found), QString());
    // With a temperature tokens are drawn, as without a search.
    TranscribeOptions drawn = searched();
    drawn.temperature = 1.0f;
    drawn.seed = 3;
    const Transcript with = transcriber_->transcribe(file, drawn, {}, {});
    drawn.word_ngram = false;
    QCOMPARE(transcriber_->transcribe(file, drawn, {}, {}).text(), with.text());

    for (const char* missing : {"words.safetensors", "aligner.safetensors"}) {
      const fs::path folder = in_folder(missing);
      copy_demo_without(folder, missing);
      const auto transcriber = open_transcriber({.model = folder.string()});
      QCOMPARE(transcriber->transcribe(file, searched(), {}, {}).text(), greedy.text());
      std::ofstream(folder / missing) << "nothing";
      const auto damaged = open_transcriber({.model = folder.string()});
      QCOMPARE(damaged->transcribe(file, {}, {}, {}).text(), greedy.text());
      std::string sentence;
      try {
        static_cast<void>(damaged->transcribe(file, searched(), {}, {}));
      } catch (...) {
        sentence = english(describe_failure(std::current_exception()).message);
      }
      QVERIFY2(sentence.find(missing) != std::string::npos, sentence.c_str());
    }
  }

  // A run that goes on where another ended gives the text of one run.
  void a_text_is_continued() {
    const fs::path file = in_folder("continued.wav");
    write_speech(file, joined_speech(70.0).samples);
    TranscribedPart part;
    TranscribeEvents events;
    events.segment = [&](const Segment& segment) {
      if (part.end.window == 0) part.segments.push_back(segment);
    };
    events.reached = [&](const WindowBoundary& end) {
      if (part.end.window == 0) part.end = end;
    };
    const Transcript whole = transcriber_->transcribe(file, searched(), events, {});
    QVERIFY(part.end.window == 1 && part.end.seconds() < whole.duration_s);
    TranscribeOptions rest = searched();
    rest.from = part;
    QCOMPARE(transcriber_->transcribe(file, rest, {}, {}).text(), whole.text());
  }

  void it_can_be_cancelled() {
    const fs::path file = in_folder("cancelled.wav");
    write_speech(file, joined_speech(40.0).samples);
    std::stop_source stop;
    TranscribeEvents events;
    events.partial = [&](const PartialText&) { stop.request_stop(); };
    QVERIFY(transcriber_->transcribe(file, searched(), events, stop.get_token()).cancelled);
    QCOMPARE(transcriber_->transcribe(bundled_file("sample.wav"), searched(), {}, {}).text(),
             bundled_speech("sample").text);
  }

  void a_lost_device_is_told() {
    const auto faulty = open_transcriber({.engine = Engine::cpu, .inject_fault = InjectedFault::lost});
    std::string sentence;
    try {
      static_cast<void>(faulty->transcribe(bundled_file("sample.wav"), searched(), {}, {}));
    } catch (...) {
      sentence = english(describe_failure(std::current_exception()).message);
    }
    QVERIFY2(!sentence.empty(), "the failure was not told");
  }
};

QTEST_GUILESS_MAIN(TestWindowSearch)
#include "test_window_search.moc"
