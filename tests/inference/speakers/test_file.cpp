// SPDX-License-Identifier: Apache-2.0
// What a transcriber is asked, channel by channel, and what front ends are told.
#include <QtTest>
#include <array>
#include <set>

#include "inference/api/speakers.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"
#include "tests/inference/speakers/voices.h"

using namespace tilescribe;
using namespace tilescribe::test;
using Channel = std::vector<double>;

namespace {

/// Writes two segments of each channel; its times are those of the turns below.
class ChannelWriter : public Transcriber {
 public:
  const EngineInfo& engine() const override { return engine_; }
  const ModelInfo& model() const override { return model_; }
  Transcript transcribe(const std::filesystem::path& file, const TranscribeOptions& options,
                        const TranscribeEvents& events, std::stop_token stop) override {
    asked.push_back(options);
    Transcript transcript;
    transcript.source = file.filename().string();
    transcript.duration_s = 12.0;
    transcript.elapsed_s = 1.0;
    for (int window = 0; window < 2; ++window) {
      if (stop.stop_requested() || (cancel_in == options.audio_channel && window == 1)) {
        transcript.cancelled = true;
        break;
      }
      Segment segment;
      segment.start_s = 4.0 * window + options.audio_channel;
      segment.end_s = segment.start_s + 1.0;
      segment.window = window;
      const std::array words{"Mono has", "First says", "Second replies", "Third adds", "Fourth ends"};
      const int speaker = options.audio_channel + 1;
      segment.text = words.at(static_cast<std::size_t>(speaker));
      segment.text += " " + std::to_string(window + 1) + ".";
      if (events.partial) events.partial({window, segment.start_s, segment.end_s, "Chan"});
      if (events.segment) events.segment(segment);
      if (events.reached) events.reached({1000, window + 1});
      if (events.progress)
        events.progress({.stage = window == 1 ? Stage::finished : Stage::decode,
                         .audio_done_s = 6.0 * (window + 1),
                         .audio_total_s = 12.0,
                         .fraction = 0.5 * (window + 1)});
      transcript.segments.push_back(segment);
    }
    return transcript;
  }
  std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording>, const LiveOptions&,
                                    const LiveEvents&, const LiveCheckpoint&, std::stop_token) override {
    return nullptr;
  }

  std::vector<TranscribeOptions> asked;
  int cancel_in = -2;  // channel

 private:
  EngineInfo engine_;
  ModelInfo model_;
};

TranscribeOptions by_channel(std::vector<std::string> names = {}) {
  TranscribeOptions options;
  options.speakers = Speakers::channels;
  options.speaker_names = std::move(names);
  return options;
}

QString said(const std::vector<Segment>& segments) {
  QStringList all;
  for (const Segment& one : segments) all << QString::fromStdString(one.speaker + ": " + one.text);
  return all.join(QStringLiteral(" | "));
}

}  // namespace

class FileTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  const Channel anna_ = voice(1, 12.0, {{0.5, 2.0}, {4.0, 6.0}});
  const Channel ben_ = voice(2, 12.0, {{2.5, 3.5}, {6.5, 8.0}});
  ChannelWriter writer_;
  QStringList notices_;

  std::filesystem::path written(const std::vector<Channel>& channels) {
    std::filesystem::path file = in(folder_, "talk.wav");
    write_wav(file, {.channels = static_cast<int>(channels.size())},
              static_cast<std::uint32_t>(channels.front().size()), [&](std::uint32_t frame, int channel) {
                return channels[static_cast<std::size_t>(channel)][frame];
              });
    return file;
  }
  Transcript run(const std::vector<Channel>& channels, const TranscribeOptions& options = by_channel(),
                 TranscribeEvents events = {}) {
    writer_ = {};
    notices_.clear();
    events.notice = [this](const Message& what) { notices_ << QString::fromStdString(english(what)); };
    return transcribe_file(writer_, written(channels), options, events, {});
  }

 private slots:
  void everybody_has_a_channel() {
    const Transcript both = run({anna_, ben_}, by_channel({"Anna"}));
    QCOMPARE(said(both.segments), QString("Anna: First says 1. | Speaker 2: Second replies 1. | "
                                          "Anna: First says 2. | Speaker 2: Second replies 2."));
    QCOMPARE(both.elapsed_s, 2.0);
    QCOMPARE(both.duration_s, 12.0);
    QCOMPARE(writer_.asked.size(), std::size_t{2});
    QCOMPARE(writer_.asked[1].audio_channel, 1);
    QVERIFY(writer_.asked[1].speakers == Speakers::none && writer_.asked[1].silenced_s.empty());
    QCOMPARE(notices_, QStringList());
    // Windows of one channel are not those of another.
    std::set<int> windows;
    for (const Segment& one : both.segments) windows.insert(one.window);
    QCOMPARE(windows.size(), std::size_t{4});
  }

  void mono_has_no_speakers_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("told");
    QTest::addColumn<int>("channel");
    QTest::newRow("one channel") << 0 << "The audio has one channel, so nobody is told apart." << -1;
    QTest::newRow("mono in stereo")
        << 1 << "The channels are alike, so they are transcribed as one and nobody is told apart." << 1;
    QTest::newRow("one is silent") << 2 << "Only channel 2 has sound, so nobody is told apart." << 1;
    QTest::newRow("silence") << 3 << "No channel has sound." << -1;
  }
  void mono_has_no_speakers() {
    QFETCH(int, kind);
    QFETCH(QString, told);
    QFETCH(int, channel);
    const Channel silence(anna_.size(), 0.0);
    Channel softer = anna_;
    for (double& sample : softer) sample *= 0.5;
    const std::vector<std::vector<Channel>> files{
        {anna_}, {softer, anna_}, {silence, ben_}, {silence, silence}};
    const Transcript one = run(files[static_cast<std::size_t>(kind)], by_channel({"Anna", "Ben"}));
    QCOMPARE(writer_.asked.size(), std::size_t{1});
    QCOMPARE(writer_.asked[0].audio_channel, channel);  // the louder one
    for (const Segment& segment : one.segments) QCOMPARE(segment.speaker, std::string());
    QCOMPARE(notices_, QStringList{told});
  }

  void what_four_channels_hold_is_told() {
    const Channel silence(anna_.size(), 0.0);
    const Transcript text = run({anna_, silence, ben_, anna_});
    QCOMPARE(said(text.segments), QString("Speaker 1: First says 1. | Speaker 3: Third adds 1. | "
                                          "Speaker 1: First says 2. | Speaker 3: Third adds 2."));
    QCOMPARE(notices_, (QStringList{"Channels 1, 4 are alike and are transcribed as one.",
                                    "1 of 4 channels are silent."}));
  }

  void echoes_are_silenced() {
    Channel with_anna = ben_;
    for (std::size_t i = 0; i < with_anna.size(); ++i) with_anna[i] += 0.0316 * anna_[i];
    run({anna_, with_anna});
    QVERIFY(writer_.asked[0].silenced_s.empty());
    const auto silenced = writer_.asked[1].silenced_s;
    QVERIFY(!silenced.empty() && silenced.front().first < 0.8 && silenced.back().second > 5.5);
  }

  void events_follow_one_another() {
    std::vector<double> fractions, done, totals;
    std::vector<int> windows, partial_windows;
    int finished = 0, reached = 0;
    TranscribeEvents events;
    events.progress = [&](const Progress& now) {
      fractions.push_back(now.fraction);
      done.push_back(now.audio_done_s);
      totals.push_back(now.audio_total_s);
      finished += now.stage == Stage::finished ? 1 : 0;
    };
    events.segment = [&](const Segment& segment) { windows.push_back(segment.window); };
    events.partial = [&](const PartialText& partial) { partial_windows.push_back(partial.window); };
    events.reached = [&](const WindowBoundary&) { ++reached; };
    run({anna_, ben_}, by_channel(), events);
    // First how long the file is, while all channels are heard for the first time.
    QCOMPARE(fractions, (std::vector{0.0, 0.25, 0.5, 0.75, 1.0}));
    QCOMPARE(done, (std::vector{0.0, 3.0, 6.0, 9.0, 12.0}));
    QCOMPARE(totals.front(), 12.0);
    QCOMPARE(windows, (std::vector{0, 1, 2, 3}));
    QCOMPARE(partial_windows, windows);
    QCOMPARE(finished, 1);
    QCOMPARE(reached, 0);  // another run could not continue there
  }

  void what_is_cancelled_keeps_what_was_written() {
    writer_ = {};
    writer_.cancel_in = 1;
    const Transcript text = transcribe_file(writer_, written({anna_, ben_}), by_channel(), {}, {});
    QVERIFY(text.cancelled);
    QCOMPARE(said(text.segments), QString("Speaker 1: First says 1. | Speaker 2: Second replies 1. | "
                                          "Speaker 1: First says 2."));
    std::stop_source stopped;
    stopped.request_stop();
    const Transcript nothing =
        transcribe_file(writer_, written({anna_, ben_}), by_channel(), {}, stopped.get_token());
    QVERIFY(nothing.cancelled && nothing.segments.empty());
    QCOMPARE(nothing.source, std::string("talk.wav"));
  }

  void without_speakers_nothing_changes() {
    writer_ = {};
    const Transcript text = transcribe_file(writer_, "no such file.wav", {}, {}, {});
    QCOMPARE(text.segments.size(), std::size_t{2});
    QCOMPARE(writer_.asked[0].audio_channel, -1);
    QVERIFY_THROWS_EXCEPTION(Error, transcribe_file(writer_, "no such file.wav", by_channel(), {}, {}));
  }
};

QTEST_GUILESS_MAIN(FileTest)
#include "test_file.moc"
