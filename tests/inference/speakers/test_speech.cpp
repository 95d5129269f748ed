// SPDX-License-Identifier: Apache-2.0
// The demo model on calls made of the bundled samples, with one voice per channel.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <sstream>

#include "inference/api/align.h"
#include "inference/api/export.h"
#include "inference/api/speakers.h"
#include "inference/api/word_errors.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::test;
using Channel = std::vector<float>;

namespace {

constexpr double length_s = 24.0;
constexpr float decibels_30 = 0.0316227766F;

Channel silence() {
  return Channel(static_cast<std::size_t>(length_s * 16000.0), 0.0F);
}

void put(Channel& channel, const Speech& speech, double at_s) {
  const auto first = static_cast<std::size_t>(at_s * 16000.0);
  for (std::size_t i = 0; i < speech.samples.size() && first + i < channel.size(); ++i)
    channel[first + i] += speech.samples[i];
}

Channel with_echo(Channel channel, const Channel& other, float times) {
  for (std::size_t i = 0; i < channel.size(); ++i) channel[i] += times * other[i];
  return channel;
}

std::string text_of(const Transcript& transcript, const std::string& speaker) {
  Transcript one;
  for (const Segment& segment : transcript.segments) {
    if (segment.speaker == speaker) one.segments.push_back(segment);
  }
  return one.text();
}

/// Who speaks, turn by turn: "Anna Ben Anna".
QString turns(const Transcript& transcript) {
  QStringList all;
  for (const Segment& segment : transcript.segments) {
    const QString by = QString::fromStdString(segment.speaker);
    if (all.isEmpty() || all.last() != by) all << by;
  }
  return all.join(QLatin1Char(' '));
}

/// Its times are off at first.
Transcript timed(Transcript text, const std::filesystem::path& file) {
  for (std::size_t i = 0; i < text.segments.size(); ++i) {
    Segment& segment = text.segments[i];
    segment.start_s = std::max(0.0, segment.start_s + (i % 2 == 0 ? 1.7 : -1.2));
    segment.end_s = segment.start_s + 1.0;
  }
  AlignOptions options;
  options.engine.engine = Engine::cpu;
  return align_text(std::move(text), file, options, {}, {});
}

}  // namespace

class SpeechTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<Transcriber> transcriber_;
  const Speech short_ = bundled_speech("short"), medium_ = bundled_speech("medium");
  Channel anna_ = silence(), ben_ = silence();
  QStringList notices_;

  static void write(const std::filesystem::path& file, const std::vector<Channel>& channels) {
    write_wav(file, {.channels = static_cast<int>(channels.size())},
              static_cast<std::uint32_t>(channels.front().size()), [&](std::uint32_t frame, int channel) {
                return double{channels[static_cast<std::size_t>(channel)][frame]};
              });
  }

  Transcript run(const std::vector<Channel>& channels, Speakers speakers = Speakers::channels) {
    const std::filesystem::path file = in(folder_, "call.wav");
    write(file, channels);
    TranscribeOptions options;
    options.speakers = speakers;
    options.speaker_names = {"Anna", "Ben", "Cleo", "Dan"};
    TranscribeEvents events;
    notices_.clear();
    events.notice = [this](const Message& what) { notices_ << QString::fromStdString(english(what)); };
    return transcribe_file(*transcriber_, file, options, events, {});
  }

  /// A file that holds nothing else, cut as a channel is.
  Transcript alone(const Channel& channel) {
    const std::filesystem::path file = in(folder_, "alone.wav");
    write_wav(file, {}, static_cast<std::uint32_t>(channel.size()),
              [&](std::uint32_t frame, int) { return double{channel[frame]}; });
    TranscribeOptions options;
    options.turn_pause_s = 2.0;
    return transcriber_->transcribe(file, options, {}, {});
  }

 private slots:
  void initTestCase() {
    transcriber_ = open_transcriber({});
    put(anna_, short_, 1.0);  // 2.8 s
    put(anna_, short_, 15.0);
    put(ben_, medium_, 5.0);   // 5.8 s
    put(ben_, medium_, 16.0);  // while Anna speaks
  }

  void each_channel_is_as_if_it_were_alone() {
    const Transcript both = run({anna_, ben_});
    const Transcript anna = alone(anna_), ben = alone(ben_);
    QCOMPARE(QString::fromStdString(text_of(both, "Anna")), QString::fromStdString(anna.text()));
    QCOMPARE(QString::fromStdString(text_of(both, "Ben")), QString::fromStdString(ben.text()));
    QVERIFY2(word_errors(short_.text + " " + short_.text, anna.text()).rate() <= 0.15, anna.text().c_str());
    QVERIFY2(word_errors(medium_.text + " " + medium_.text, ben.text()).rate() <= 0.15, ben.text().c_str());
    QCOMPARE(turns(both), QString("Anna Ben Anna Ben"));
    QCOMPARE(notices_, QStringList());
    QVERIFY(std::ranges::is_sorted(both.segments, {}, &Segment::start_s));
    // Where they were put.
    QVERIFY(std::abs(both.segments.front().start_s - 1.0) < 0.6);
    const auto ben_begins = std::ranges::find(both.segments, std::string("Ben"), &Segment::speaker);
    QVERIFY2(std::abs(ben_begins->start_s - 5.0) < 0.6, QByteArray::number(ben_begins->start_s));
  }

  /// Also while both speak, and where the text's times are off.
  void each_speakers_words_are_timed_in_their_own_channel() {
    const auto words_of = [](const Transcript& text, const std::string& speaker) {
      std::vector<TimedWord> words;
      for (const Segment& segment : text.segments) {
        if (segment.speaker == speaker) words.insert(words.end(), segment.words.begin(), segment.words.end());
      }
      return words;
    };
    Transcript both = run({anna_, ben_});
    for (Segment& segment : both.segments) {
      if (segment.speaker == "Ben") segment.speaker = "Aaron";  // renamed since
    }
    const Transcript aligned = timed(both, in(folder_, "call.wav"));
    QCOMPARE(aligned.segments.size(), both.segments.size());
    for (std::size_t i = 0; i < both.segments.size(); ++i)
      QCOMPARE(aligned.segments[i].text, both.segments[i].text);
    for (const Channel* channel : {&anna_, &ben_}) {
      const Transcript alone_text = timed(alone(*channel), in(folder_, "alone.wav"));
      const std::vector<TimedWord> words = words_of(aligned, channel == &anna_ ? "Anna" : "Aaron");
      const std::vector<TimedWord> expected = words_of(alone_text, "");
      QCOMPARE(words.size(), expected.size());
      for (std::size_t i = 0; i < words.size(); ++i) {
        QCOMPARE(words[i].text, expected[i].text);
        QVERIFY2(std::abs(words[i].start_s - expected[i].start_s) < 0.03, words[i].text.c_str());
        QVERIFY2(std::abs(words[i].end_s - expected[i].end_s) < 0.03, words[i].text.c_str());
      }
    }
  }

  /// A recording of all of them in more channels than can be told apart, with names that somebody gave.
  void named_speakers_need_no_channels_of_their_own() {
    const Channel all = with_echo(anna_, ben_, 1.0F);
    Transcript text = alone(all);
    QVERIFY(text.segments.size() > 1);
    const Transcript expected = timed(text, in(folder_, "alone.wav"));
    for (std::size_t i = 0; i < text.segments.size(); ++i) text.segments[i].speaker = i % 2 == 0 ? "A" : "B";
    write(in(folder_, "many.wav"), std::vector<Channel>(most_speakers + 1, all));
    const Transcript aligned = timed(text, in(folder_, "many.wav"));
    QCOMPARE(aligned.segments.size(), expected.segments.size());
    for (std::size_t i = 0; i < expected.segments.size(); ++i)
      QVERIFY(std::abs(aligned.segments[i].start_s - expected.segments[i].start_s) < 0.03);
  }

  /// Two microphones in a room: everybody is in both channels, so a word that another says as well must not
  /// be found there.
  void speakers_in_one_room_keep_their_order() {
    Channel anna = silence(), ben = silence();
    put(anna, short_, 1.0);
    put(ben, medium_, 4.5);
    put(anna, short_, 11.0);
    put(ben, medium_, 14.5);
    const Transcript both = run({anna, ben});
    const Transcript expected = timed(both, in(folder_, "call.wav"));
    Channel later = ben;  // 2 ms
    std::rotate(later.rbegin(), later.rbegin() + 32, later.rend());
    const std::vector<std::vector<Channel>> rooms{{with_echo(anna, ben, 1.0F), with_echo(ben, anna, 1.0F)},
                                                  {with_echo(anna, later, 0.4F), with_echo(ben, anna, 0.4F)}};
    for (const std::vector<Channel>& room : rooms) {
      write(in(folder_, "room.wav"), room);
      const Transcript aligned = timed(both, in(folder_, "room.wav"));
      QCOMPARE(aligned.segments.size(), expected.segments.size());
      for (std::size_t i = 0; i < expected.segments.size(); ++i) {
        QCOMPARE(aligned.segments[i].speaker, expected.segments[i].speaker);
        QVERIFY2(std::abs(aligned.segments[i].start_s - expected.segments[i].start_s) < 0.05,
                 QByteArray::number(aligned.segments[i].start_s));
      }
    }
  }

  void swapped_channels_swap_the_names() {
    const Transcript both = run({anna_, ben_}), swapped = run({ben_, anna_});
    QCOMPARE(text_of(swapped, "Ben"), text_of(both, "Anna"));
    QCOMPARE(text_of(swapped, "Anna"), text_of(both, "Ben"));
    QCOMPARE(turns(swapped), QString("Ben Anna Ben Anna"));
  }

  void mono_in_stereo_and_one_channel_invent_nobody() {
    const std::string expected = alone(ben_).text();
    for (const std::vector<Channel>& channels : {std::vector{ben_, ben_}, std::vector{silence(), ben_}}) {
      const Transcript text = run(channels);
      QCOMPARE(text.text(), expected);
      QCOMPARE(turns(text), QString(""));
      QCOMPARE(notices_.size(), 1);
    }
  }

  void four_channels_are_four() {
    Channel cleo = silence();
    put(cleo, medium_, 12.0);
    Channel dan = silence();
    put(dan, short_, 20.0);
    const Transcript text = run({anna_, ben_, cleo, dan});
    for (const char* name : {"Anna", "Ben", "Cleo", "Dan"}) QVERIFY(!text_of(text, name).empty());
    QVERIFY(word_errors(short_.text, text_of(text, "Dan")).rate() <= 0.15);
    const Transcript three = run({anna_, ben_, dan});
    QVERIFY(word_errors(short_.text, text_of(three, "Cleo")).rate() <= 0.15);
  }

  void crosstalk_is_written_once_data() {
    QTest::addColumn<float>("times");
    QTest::newRow("-30 dB") << decibels_30;
    QTest::newRow("-20 dB") << 0.1F;
  }
  void crosstalk_is_written_once() {
    QFETCH(float, times);
    const Transcript clean = run({anna_, ben_});
    const Transcript text = run({with_echo(anna_, ben_, times), with_echo(ben_, anna_, times)});
    std::ostringstream found;
    write_transcript(found, text, ExportFormat::txt);
    for (const char* name : {"Anna", "Ben"}) {
      const double rate = word_errors(text_of(clean, name), text_of(text, name)).rate();
      QVERIFY2(rate <= 0.12, found.str().c_str());
    }
    QCOMPARE(turns(text), turns(clean));
  }

  void only_one_speaks_with_crosstalk() {
    // The other's channel has nothing but noise of its own and the echo: no second speaker says it again.
    Channel listens = with_echo(silence(), anna_, decibels_30);
    std::uint32_t random = 1;
    for (float& sample : listens) {
      random = random * 1664525U + 1013904223U;
      sample += 2e-3F * (static_cast<float>(random >> 8U) / 16777216.0F - 0.5F);
    }
    const Transcript text = run({anna_, listens});
    QVERIFY2(word_errors(alone(anna_).text(), text.text()).rate() <= 0.12, text.text().c_str());
    QVERIFY(text_of(text, "Ben").empty());
  }

  void it_goes_through_files() {
    const Transcript text = run({anna_, ben_});
    std::stringstream json, vtt;
    write_transcript(json, text, ExportFormat::json);
    QCOMPARE(turns(read_transcript(json, ExportFormat::json)), turns(text));
    write_transcript(vtt, text, ExportFormat::vtt);
    QCOMPARE(turns(read_transcript(vtt, ExportFormat::vtt)), turns(text));
  }

  void streams_of_a_film_are_speakers() {
    TranscribeOptions options;
    options.speakers = Speakers::channels;
    const auto text = transcribe_file(*transcriber_, data_file("two-languages.mkv"), options, {}, {});
    // One is a sine, the other the speech.
    options = {};
    options.audio_stream = 2;
    const Transcript speech = transcriber_->transcribe(data_file("two-languages.mkv"), options, {}, {});
    QVERIFY(!speech.segments.empty());
    QCOMPARE(text_of(text, "Speaker 2"), speech.text());
  }
};

QTEST_GUILESS_MAIN(SpeechTest)
#include "test_speech.moc"
