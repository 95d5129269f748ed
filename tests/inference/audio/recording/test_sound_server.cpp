// SPDX-License-Identifier: Apache-2.0
// Real PortAudio on a real PulseAudio with null sinks: bit for bit, sources that go and come, a server that
// ends.
#define QT_NO_KEYWORDS
#include <QTest>
#include <algorithm>
#include <mutex>
#include <thread>

#include "tests/inference/audio/recording/recording_checks.h"
#include "tests/support/patience.h"
#include "tests/support/sound_server.h"

using namespace tilescribe;
using namespace tilescribe::test;
using Kind = RecordingNotice::Kind;
using Clock = std::chrono::steady_clock;

namespace {

std::unique_ptr<Recorder> record(const SoundServer& server, const char* sink = "ts_mic") {
  return start_recording(
      {.source = SoundServer::source(sink), .folder = server.home().toStdString() + "/recordings"});
}

bool is(const Recorder& recorder, RecordingState state) {
  return recorder.status().state == state;
}

// Writes what is played: between silence, since the server drops the first milliseconds of a stream where it
// mixes it into what a null sink has played already.
void write_played(const QString& file, std::vector<std::int16_t> samples) {
  samples.insert(samples.begin(), 3200, 0);
  samples.insert(samples.end(), 3200, 0);
  write_samples(file.toStdString(), samples);
}

// Where `part` begins in `all`, bit for bit; -1: nowhere.
std::ptrdiff_t place_of(const std::vector<std::int16_t>& part, const std::vector<std::int16_t>& all) {
  const auto found = std::search(all.begin(), all.end(), part.begin(), part.end());
  return found == all.end() ? -1 : found - all.begin();
}

// Where pieces of `part` lie in `all`, for people: what was lost, or put in, when it is not there as a whole.
QString pieces_of(const std::vector<std::int16_t>& part, const std::vector<std::int16_t>& all) {
  QString found = QString("in %1 samples:").arg(all.size());
  for (std::size_t at = 0; at + 32 < part.size() && found.size() < 400;) {
    const auto begin = part.begin() + static_cast<std::ptrdiff_t>(at);
    const auto place = std::search(all.begin(), all.end(), begin, begin + 32);
    if (place == all.end()) {
      at += 16;
      continue;
    }
    const auto length = std::mismatch(begin, part.end(), place, all.end()).first - begin;
    found += QString(" %1 at %2 (%3)").arg(at).arg(place - all.begin()).arg(length);
    at += static_cast<std::size_t>(length);
  }
  return found;
}

// The loudness of one frequency, 1 for a full-scale sine, by the Goertzel algorithm's sums.
double loudness(double hertz, const std::vector<std::int16_t>& samples) {
  double re = 0.0, im = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double phase = 2.0 * 3.14159265358979 * hertz * static_cast<double>(i) / 16'000.0;
    re += samples[i] * std::cos(phase);
    im += samples[i] * std::sin(phase);
  }
  return std::hypot(re, im) * 2.0 / 32768.0 / static_cast<double>(std::max<std::size_t>(1, samples.size()));
}

// The loudest that a frequency is in any half second.
double loudest(double hertz, const std::vector<std::int16_t>& samples) {
  double most = 0.0;
  for (std::size_t at = 0; at + 8000 <= samples.size(); at += 4000) {
    const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(at);
    most = std::max(most, loudness(hertz, {begin, begin + 8000}));
  }
  return most;
}

}  // namespace

class SoundServerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sources_are_listed_and_watched() {
    SoundServer server({"ts_mic", "ts_other"});
    const SourceList list = list_sources();
    QVERIFY(list.problem.empty());
    QCOMPARE(list.sources.size(), std::size_t{2});
    const AudioSource& mic = list.sources[0];
    QCOMPARE(mic.id, std::string("pulse:ts_mic.monitor"));
    QVERIFY(mic.name.starts_with("Monitor of"));
    QVERIFY(mic.monitor && mic.is_default && !mic.muted);
    QCOMPARE(mic.sample_rate, 16'000);
    QCOMPARE(mic.channels, 1);

    std::mutex mutex;
    SourceList now;
    const auto watch = watch_sources([&](const SourceList& changed) {
      const std::lock_guard lock(mutex);
      now = changed;
    });
    const auto there = [&](std::size_t count, bool muted) {
      const std::lock_guard lock(mutex);
      return now.sources.size() == count && (count == 0 || now.sources[0].muted == muted);
    };
    QTRY_VERIFY_WITH_TIMEOUT(there(2, false), patience_ms);
    server.mute("ts_mic", true);
    QTRY_VERIFY_WITH_TIMEOUT(there(2, true), patience_ms);
    server.add_sink("ts_third");
    QTRY_VERIFY_WITH_TIMEOUT(there(3, true), patience_ms);
    server.remove_sink("ts_third");
    QTRY_VERIFY_WITH_TIMEOUT(there(2, true), patience_ms);
    server.kill();
    QTRY_VERIFY_WITH_TIMEOUT(there(0, false), patience_ms);
    server.start();
    QTRY_VERIFY_WITH_TIMEOUT(there(2, false), patience_ms);
  }

  void every_sample_arrives_bit_for_bit() {
    SoundServer server;
    const QString file = server.home() + "/noise.wav";
    const auto sent = noise(16'000 * 20);
    write_played(file, sent);
    const auto recorder = start_recording({.source = "", .folder = server.home().toStdString()});
    QCOMPARE(recorder->source().id, SoundServer::source("ts_mic"));
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    server.play(file, "ts_mic");
    recorder->stop();
    QVERIFY2(place_of(sent, samples_of(recorder->recording()->file())) >= 0,
             qPrintable(pieces_of(sent, samples_of(recorder->recording()->file()))));
    QCOMPARE(recorder->status().lost_s, 0.0);
    QCOMPARE(recorder->recording()->sample_rate(), 16'000);
  }

  /// Of the default one, and of no other in its place.
  void what_this_computer_plays_is_that_of_one_output() {
    SoundServer server({"ts_mic", "ts_other"});
    write_samples((server.home() + "/others.wav").toStdString(), tone(1000.0, 16'000 * 60));
    server.start_playing(server.home() + "/others.wav", "ts_other");
    const auto recorder = start_recording({.source = played_source, .folder = server.home().toStdString()});
    QCOMPARE(recorder->source().id, SoundServer::source("ts_mic"));
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    server.remove_sink("ts_mic");  // the other one is the default from now on
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::waiting), patience_ms);
    QTest::qWait(1500);  // in which it tries to go on
    QVERIFY(is(*recorder, RecordingState::waiting));
    recorder->stop();
    const double stranger = loudest(1000.0, samples_of(recorder->recording()->file()));
    QVERIFY2(stranger < 0.005, qPrintable(QString::number(stranger)));
  }

  void the_microphone_is_let_go_when_stop_returns() {
    SoundServer server;
    const auto recorder = record(server);
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    QCOMPARE(server.recordings(), 1);
    const auto before = Clock::now();
    recorder->stop();
    const double took = std::chrono::duration<double>(Clock::now() - before).count();
    QCOMPARE(server.recordings(), 0);
    qInfo("stop took %.0f ms", took * 1000.0);
    QVERIFY(took < 0.5);  // the file's completion included; the source itself is let go sooner
  }

  void a_stereo_source_at_another_rate_keeps_its_rate() {
    SoundServer server;
    server.add_sink("ts_stereo", 48'000, 2);
    const QString file = server.home() + "/tone.wav";
    write_samples(file.toStdString(), tone(1000.0, 48'000 * 2, 48'000), 48'000);
    const auto recorder = record(server, "ts_stereo");
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    server.play(file, "ts_stereo");
    recorder->stop();
    QCOMPARE(recorder->recording()->sample_rate(), 48'000);
    const auto kept = samples_of(recorder->recording()->file());
    const double found = loudest(1000.0 * 16'000 / 48'000, kept);
    QVERIFY2(found > 0.23 && found < 0.25, qPrintable(QString::number(found)));
  }

  void a_source_that_goes_and_comes_back_data() {
    QTest::addColumn<bool>("another");
    QTest::newRow("with another source present") << true;
    QTest::newRow("with none") << false;
  }
  void a_source_that_goes_and_comes_back() {
    QFETCH(bool, another);
    // The other source is the default one: a default sink that comes back takes all that plays along with it.
    SoundServer server(another ? QStringList{"ts_other", "ts_mic"} : QStringList{"ts_mic"});
    const QString ours = server.home() + "/ours.wav", others = server.home() + "/others.wav";
    const auto sent = noise(16'000);
    write_played(ours, sent);
    write_samples(others.toStdString(), tone(1000.0, 16'000 * 60));
    if (another) server.start_playing(others, "ts_other");
    const auto recorder = record(server);
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    server.play(ours, "ts_mic");
    QTest::qWait(300);

    server.remove_sink("ts_mic");
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::waiting), patience_ms);
    const auto gone = recorder->notices().back();
    qInfo("%s", english(gone.message).c_str());
    QCOMPARE(gone.kind, another ? Kind::source_moved : Kind::source_lost);
    QVERIFY(english(gone.message).find("continues by itself") != std::string::npos);
    QVERIFY(recorder->status().trouble == gone.message);
    QTest::qWait(1500);
    const std::int64_t before = recorder->recording()->samples();

    server.add_sink("ts_mic");
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    QVERIFY(noticed(*recorder, Kind::source_back, "is back"));
    server.play(ours, "ts_mic");
    QTRY_VERIFY(recorder->status().trouble.empty());
    recorder->stop();
    const auto all = samples_of(recorder->recording()->file());
    const auto middle = all.begin() + before;
    QVERIFY2(place_of(sent, {all.begin(), middle}) >= 0, qPrintable(pieces_of(sent, {all.begin(), middle})));
    QVERIFY2(place_of(sent, {middle, all.end()}) >= 0, qPrintable(pieces_of(sent, {middle, all.end()})));
    if (another) {
      const double stranger = loudest(1000.0, all);
      QVERIFY2(stranger < 0.005, qPrintable(QString::number(stranger)));  // the tone itself: 0.24
    }
  }

  void a_stream_that_is_moved_goes_back_to_the_chosen_source() {
    SoundServer server({"ts_mic", "ts_other"});
    const QString ours = server.home() + "/ours.wav", others = server.home() + "/others.wav";
    const auto sent = noise(16'000);
    write_played(ours, sent);
    write_samples(others.toStdString(), tone(1000.0, 16'000 * 60));
    server.start_playing(others, "ts_other");
    const auto recorder = record(server);
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    server.move_recordings("ts_other");
    QTRY_VERIFY_WITH_TIMEOUT(noticed(*recorder, Kind::source_moved, "has switched the recording"),
                             patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(noticed(*recorder, Kind::source_back), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    server.play(ours, "ts_mic");
    recorder->stop();
    const auto all = samples_of(recorder->recording()->file());
    QVERIFY2(place_of(sent, all) >= 0, qPrintable(pieces_of(sent, all)));
    const double stranger = loudest(1000.0, all);
    QVERIFY2(stranger < 0.005, qPrintable(QString::number(stranger)));
  }

  void a_killed_server_is_said_and_the_recording_goes_on_after_it() {
    SoundServer server;
    const QString ours = server.home() + "/ours.wav";
    const auto sent = noise(16'000);
    write_played(ours, sent);
    const auto recorder = record(server);
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    server.play(ours, "ts_mic");
    QTest::qWait(300);
    server.kill();
    QTRY_VERIFY_WITH_TIMEOUT(noticed(*recorder, Kind::server_lost, "sound server has ended"), patience_ms);
    QVERIFY(is(*recorder, RecordingState::waiting));
    QTest::qWait(1200);
    const std::int64_t before = recorder->recording()->samples();
    server.start();
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    QVERIFY(noticed(*recorder, Kind::source_back));
    server.play(ours, "ts_mic");
    recorder->stop();
    const auto all = samples_of(recorder->recording()->file());
    QVERIFY2(place_of(sent, {all.begin(), all.begin() + before}) >= 0,
             qPrintable(pieces_of(sent, {all.begin(), all.begin() + before})));
    QVERIFY2(place_of(sent, {all.begin() + before, all.end()}) >= 0,
             qPrintable(pieces_of(sent, {all.begin() + before, all.end()})));
  }

  void a_server_that_is_gone_or_hangs_never_holds_up_stop_data() {
    QTest::addColumn<bool>("frozen");
    QTest::newRow("hangs") << true;
    QTest::newRow("is gone") << false;
  }
  void a_server_that_is_gone_or_hangs_never_holds_up_stop() {
    QFETCH(bool, frozen);
    SoundServer server;
    auto recorder = record(server);
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    if (frozen) {
      server.freeze(true);
    } else {
      server.kill();
    }
    const auto before = Clock::now();
    recorder->stop();
    const double took = std::chrono::duration<double>(Clock::now() - before).count();
    qInfo("stop took %.0f ms", took * 1000.0);
    QVERIFY(took < 3.0);
    QVERIFY(recorder->recording()->complete());
    if (frozen) server.freeze(false);
  }

  void a_server_that_hangs_is_said_and_waited_for() {
    SoundServer server;
    const auto recorder = record(server);
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    server.freeze(true);
    QTRY_VERIFY_WITH_TIMEOUT(noticed(*recorder, Kind::server_lost, "does not answer"), patience_ms);
    server.freeze(false);
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    recorder->stop();
    QTRY_COMPARE_WITH_TIMEOUT(server.recordings(), 0, patience_ms);
  }

  void a_muted_source_is_said_and_the_recording_goes_on() {
    SoundServer server;
    const QString ours = server.home() + "/ours.wav";
    write_played(ours, noise(16'000));
    const auto recorder = record(server);
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    server.play(ours, "ts_mic");
    server.mute("ts_mic", true);
    QTRY_VERIFY_WITH_TIMEOUT(
        noticed(*recorder, Kind::muted_or_silent, "is muted in the system's sound settings"), patience_ms);
    QVERIFY(is(*recorder, RecordingState::recording));
    server.mute("ts_mic", false);
    server.play(ours, "ts_mic");
    QTRY_VERIFY_WITH_TIMEOUT(noticed(*recorder, Kind::heard_again), patience_ms);
    recorder->stop();
  }

  void two_recorders_know_their_own_streams() {
    SoundServer server({"ts_mic", "ts_other"});
    const QString ours = server.home() + "/ours.wav", others = server.home() + "/others.wav";
    const auto sent = noise(16'000, 1), sent_other = noise(16'000, 2);
    write_played(ours, sent);
    write_played(others, sent_other);
    const auto one = record(server, "ts_mic"), other = record(server, "ts_other");
    const auto probe = probe_level(SoundServer::source("ts_other"));
    QTRY_VERIFY_WITH_TIMEOUT(is(*one, RecordingState::recording) && is(*other, RecordingState::recording),
                             patience_ms);
    server.start_playing(others, "ts_other");
    QTRY_VERIFY_WITH_TIMEOUT(probe->level().peak > 0.1f, patience_ms);
    server.play(ours, "ts_mic");
    QTest::qWait(1000);
    one->stop();
    other->stop();
    QVERIFY2(place_of(sent, samples_of(one->recording()->file())) >= 0,
             qPrintable(pieces_of(sent, samples_of(one->recording()->file()))));
    QVERIFY2(place_of(sent_other, samples_of(other->recording()->file())) >= 0,
             qPrintable(pieces_of(sent_other, samples_of(other->recording()->file()))));
    QVERIFY(probe->problem().empty());
  }

  void a_device_of_alsa_is_recorded_without_asking_the_server() {
    SoundServer server;
    QFile settings(server.home() + "/.asoundrc");
    QVERIFY(settings.open(QFile::WriteOnly));
    settings.write("pcm.ts_card { type pulse device \"ts_mic.monitor\" }\n");
    settings.close();
    const QString ours = server.home() + "/ours.wav";
    const auto sent = noise(16'000);
    write_played(ours, sent);
    const auto recorder = start_recording({.source = "alsa:ts_card", .folder = server.home().toStdString()});
    QTRY_VERIFY_WITH_TIMEOUT(is(*recorder, RecordingState::recording), patience_ms);
    server.play(ours, "ts_mic");
    recorder->stop();
    const auto all = samples_of(recorder->recording()->file());
    QVERIFY(std::count_if(all.begin(), all.end(), [](std::int16_t s) { return std::abs(s) > 1000; }) > 1000);
  }

  void a_missing_plugin_of_alsa_is_said() {
    SoundServer server;
    qputenv("ALSA_PLUGIN_DIR", "/nowhere");
    QString said = "nothing";
    try {
      record(server);
    } catch (const std::exception& error) {
      said = error.what();
    }
    qunsetenv("ALSA_PLUGIN_DIR");
    QVERIFY2(said.contains("libasound2-plugins"), qPrintable(said));
  }

  void what_is_not_there_is_said() {
    SoundServer server;
    try {
      record(server, "ts_nothing");
      QFAIL("it was opened");
    } catch (const std::exception& error) {
      QVERIFY2(QString(error.what()).contains("There is no sound source \"pulse:ts_nothing.monitor\" now"),
               error.what());
    }
  }
};

QTEST_GUILESS_MAIN(SoundServerTest)
#include "test_sound_server.moc"
