// SPDX-License-Identifier: Apache-2.0
// A file is transcribed as it was asked for, whatever comes between that and its turn.
#include <QtTest>

#include "inference/api/options_json.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace tilescribe::ui;

namespace {

QString record_of(const GuiFixture& gui) {
  return gui.folder.filePath(QStringLiteral("transcripts/queue/waiting.json"));
}

std::vector<std::string> hotwords_of(const GuiFixture& gui, const char* file) {
  const auto asked = gui.world.asked(file);
  return asked ? asked->hotwords : std::vector<std::string>{"not transcribed"};
}

}  // namespace

class TestQueueOptions : public QObject {
  Q_OBJECT

 private slots:
  void options_read_back_from_json() {
    TranscribeOptions options;
    options.prompt = "Write it \"down\", ä 语.";
    options.hotwords = {"Ada", "Łódź"};
    options.words = {.replacements = {{.find = "a b", .with = "c", .whole_words = false}},
                     .english_fillers = true};
    options.long_audio = LongAudio::joint;
    options.max_new_tokens = 300;
    options.audio_stream = 2;
    options.temperature = 0.5f;
    options.top_k = 7;
    options.speakers = Speakers::channels;
    options.speaker_names = {"Anna", "Ben"};
    options.seed = ~std::uint64_t{0};
    options.word_times = options.word_ngram = true;
    const std::string json = transcribe_options_json(options);
    QCOMPARE(json.find('\n'), std::string::npos);
    const auto read = transcribe_options_of(json);
    QVERIFY(read);
    QCOMPARE(read->prompt, options.prompt);
    QCOMPARE(read->hotwords, options.hotwords);
    QVERIFY(read->words == options.words);
    QVERIFY(read->long_audio == LongAudio::joint);
    QCOMPARE(read->max_new_tokens, 300);
    QCOMPARE(read->audio_stream, 2);
    QCOMPARE(read->temperature, 0.5f);
    QCOMPARE(read->top_k, 7);
    QVERIFY(read->speakers == Speakers::channels);
    QCOMPARE(read->speaker_names, options.speaker_names);
    QCOMPARE(read->seed, options.seed);
    QVERIFY(read->word_times && read->word_ngram);
    QCOMPARE(transcribe_options_json(*read), json);
    for (const char* other : {"", "{}", "[]", "{\"joint\":", R"({"joint":1})"})
      QVERIFY2(!transcribe_options_of(other), other);
  }

  void words_stay_when_the_program_begins_anew_and_when_a_removal_is_undone() {
    GuiFixture gui(false);
    gui.settings.set_word_profiles({{.name = "Meetings", .hotwords = {"Ada"}}});
    gui.settings.word_profile.set(QStringLiteral("Meetings"));
    gui.make_controller();
    gui.controller->start({});
    gui.controller->queue().part().set_paused(true);
    gui.drop({gui.file(QStringLiteral("kept.wav")), gui.file(QStringLiteral("undone.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 2, patience_ms);
    gui.controller->queue().part().act(RowAction::remove, gui.item(1).id());
    QCOMPARE(gui.queue().rowCount(), 1);
    gui.settings.word_profile.set(QString());
    gui.action("undo")->trigger();
    QCOMPARE(gui.queue().rowCount(), 2);
    gui.drop({gui.file(QStringLiteral("later.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(load_queue_record(record_of(gui)).record.rows.size(), std::size_t{3},
                              patience_ms);
    gui.quit();

    gui.make_controller();
    gui.controller->start({});
    QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 3, patience_ms);
    gui.controller->queue().part().set_paused(false);
    QVERIFY(gui.wait_until_idle(3));
    QCOMPARE(hotwords_of(gui, "kept.wav"), std::vector<std::string>{"Ada"});
    QCOMPARE(hotwords_of(gui, "undone.wav"), std::vector<std::string>{"Ada"});
    QCOMPARE(hotwords_of(gui, "later.wav"), std::vector<std::string>());
  }

  /// Killed in its first second, with nothing of its new text on disk. That the file has a text from before
  /// is no reason to skip it.
  void what_was_asked_for_again_is_not_skipped() {
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("again.wav"))});
    QVERIFY(gui.wait_until_idle(1));
    QTRY_COMPARE_WITH_TIMEOUT(gui.store().recent().size(), 1, patience_ms);
    const QString path = gui.item(0).path;
    gui.quit();
    QTest::qWait(5);  // so that the text's name has an earlier time
    TranscribeOptions options;
    options.hotwords = {"Ada"};
    QueueRecord record;
    record.asked = {QByteArray::fromStdString(transcribe_options_json(options))};
    record.rows = {{path, QueueRecord::State::running, 0}};
    QVERIFY(!save_queue_record(record_of(gui), record, kept_stamp(QDateTime::currentDateTime())));
    gui.make_controller();
    gui.controller->start({});
    QVERIFY(gui.wait_until_idle(1));
    QVERIFY(!gui.item(0).skipped);
    QCOMPARE(hotwords_of(gui, "again.wav"), std::vector<std::string>{"Ada"});
  }

  /// Of another version, or spoiled: the file is transcribed as usual.
  void what_cannot_be_read_is_as_usual() {
    GuiFixture gui(false);
    QueueRecord record;
    record.asked = {"{}"};
    record.rows = {{gui.file(QStringLiteral("a.wav")).toLocalFile(), QueueRecord::State::waiting, 0}};
    QVERIFY(!save_queue_record(record_of(gui), record, kept_stamp(QDateTime::currentDateTime())));
    gui.controller->start({});
    QVERIFY(gui.wait_until_idle(1));
    QCOMPARE(gui.item(0).state, JobState::done);
    QVERIFY(gui.world.asked("a.wav")->word_ngram);
  }

  void word_times_are_not_asked_of_a_server() {
    GuiFixture gui(false);
    TranscribeOptions options;
    options.word_times = true;
    QueueRecord record;
    record.asked = {QByteArray::fromStdString(transcribe_options_json(options))};
    record.rows = {{gui.file(QStringLiteral("a.wav")).toLocalFile(), QueueRecord::State::waiting, 0}};
    QVERIFY(!save_queue_record(record_of(gui), record, kept_stamp(QDateTime::currentDateTime())));
    EngineOptions engine = gui.settings.engine();
    engine.engine = Engine::remote;
    engine.remote.address = "http://127.0.0.1:1";
    gui.settings.set_engine(engine);
    gui.controller->start(engine);
    QVERIFY(gui.wait_until_idle(1));
    QVERIFY(!gui.world.asked("a.wav")->word_times);
    QVERIFY(gui.item(0).asked->word_times);  // for an engine of this machine
  }
};

QTEST_MAIN(TestQueueOptions)
#include "test_queue_options.moc"
