// SPDX-License-Identifier: Apache-2.0
// A server in place of this machine, in the window: its choice, its key, what is said while audio goes there,
// and what happens when it does not answer.
#include <QTemporaryDir>
#include <QtTest>

#include "app/gui/command_line.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/app/gui/served_window.h"
#include "tests/inference/remote/remote_fixture.h"
#include "tests/support/patience.h"
#include "ui/settings/preferences_dialog.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

class TestRemoteWindow : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    sound_ = sound_of(std::filesystem::path(folder_.path().toStdString()) / "talk.wav", 12.0);
    url_ = QUrl::fromLocalFile(qtext(sound_.file.string()));
  }

  void what_cannot_be_used_is_said_before_anything_is_asked() {
    ServerDialog dialog({});
    dialog.show();
    QVERIFY(!part<QPushButton>(&dialog, "useServer")->isEnabled());
    QSignalSpy asked(&dialog, &ServerDialog::testRequested), used(&dialog, &QDialog::accepted);
    for (const char* wrong : {"localhost:8000", "ftp://host", "http://", "http://me:word@host"}) {
      for (const char* button : {"testServer", "useServer"}) {
        ServedWindow::type(&dialog, "serverAddress", QLatin1String(wrong));
        QVERIFY(part<QLabel>(&dialog, "serverOutcome")->isHidden());
        press(button);
        QCOMPARE(part<QLabel>(&dialog, "serverOutcome")->text(),
                 QStringLiteral("Expected the address of a server like http://localhost:8000, found %1.")
                     .arg(QLatin1String(wrong)));
      }
    }
    ServedWindow::type(&dialog, "serverAddress", QStringLiteral("http://host"));
    ServedWindow::type(&dialog, "serverKey", QStringLiteral("two words"));
    press("useServer");
    QVERIFY(part<QLabel>(&dialog, "serverOutcome")->text().contains(QStringLiteral("another character")));
    QVERIFY(asked.isEmpty() && used.isEmpty() && dialog.isVisible());
    QCOMPARE(part<QLineEdit>(&dialog, "serverKey")->echoMode(), QLineEdit::Password);
    QVERIFY(part<QLabel>(&dialog, "serverUnprotected")->isVisible());  // http, and not this computer
    ServedWindow::type(&dialog, "serverAddress", QStringLiteral("https://host"));
    QVERIFY(part<QLabel>(&dialog, "serverUnprotected")->isHidden());
  }

  void the_test_says_what_the_server_says() {
    FaultServer server(sound_.wavs);
    ServedWindow window;
    window.gui.controller->start({});
    QVERIFY(window.waits_for_chip(QStringLiteral("CPU, bf16, 2 threads")));
    ServerDialog* dialog = window.server_dialog();
    const QString host = qtext(server.host());
    ServedWindow::type(dialog, "serverAddress", qtext(server.address()));
    QVERIFY(part<QLabel>(dialog, "serverSent")->text().contains(host));
    QCOMPARE(told(dialog), QStringLiteral("%1 answers. Its model is glm-asr.").arg(host));
    server.key = key.toStdString();
    QCOMPARE(told(dialog), QStringLiteral("%1 wants a key, and none was given.").arg(host));
    ServedWindow::type(dialog, "serverKey", QStringLiteral("wrong"));
    QCOMPARE(told(dialog), QStringLiteral("%1 does not accept the key.").arg(host));
    ServedWindow::type(dialog, "serverKey", key);
    QCOMPARE(told(dialog), QStringLiteral("%1 answers. Its model is glm-asr.").arg(host));
    ServedWindow::type(dialog, "serverAddress", QStringLiteral("http://127.0.0.1:1"));
    QVERIFY(told(dialog).contains(QStringLiteral("could not be reached")));
    // It is asked on a thread of its own, and what was entered before no longer counts.
    window.held = true;
    press("testServer");
    QVERIFY(part<QLabel>(dialog, "serverOutcome")->text().startsWith(QStringLiteral("Asking 127.0.0.1:1")));
    QVERIFY(!part<QPushButton>(dialog, "testServer")->isEnabled());
    ServedWindow::type(dialog, "serverAddress", qtext(server.address()));
    QVERIFY(part<QLabel>(dialog, "serverOutcome")->isHidden());
    window.held = false;
    QVERIFY(told(dialog).contains(QStringLiteral("answers")));
    // Nothing but its models was asked of it.
    for (const HubRequest& request : server.requests()) QCOMPARE(request.method, std::string("GET"));
    dialog->reject();
    QCOMPARE(window.chip()->text(), QStringLiteral("CPU, bf16, 2 threads"));
    QCOMPARE(window.gui.settings.engine().engine, Engine::automatic);
  }

  void the_choice_survives_a_restart_and_the_key_is_the_keyrings() {
    FaultServer server(sound_.wavs);
    server.key = key.toStdString();
    const std::string address = server.address() + "/v1";
    const QString chip = QStringLiteral("server %1").arg(qtext(server.host()));
    ServedWindow before;
    before.gui.controller->start({.model = "/m"});
    before.use(server.address(), key);
    QVERIFY(before.waits_for_chip(chip));
    QTRY_COMPARE_WITH_TIMEOUT(before.gui.settings.engine().engine, Engine::remote, patience_ms);
    QCOMPARE(before.gui.settings.engine().remote.address, address);
    QVERIFY(before.gui.settings.engine().remote.key.empty());
    QTRY_COMPARE_WITH_TIMEOUT(before.gui.desktop.state->keys.value(qtext(address)), key, patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(before.settings_file().contains("remote"), patience_ms);
    QVERIFY(!before.settings_file().contains(key.toUtf8()));
    before.gui.action("preferences")->trigger();
    auto* preferences = shown_dialog<PreferencesDialog>();
    const auto labels = preferences->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) {
      return label->text() == QStringLiteral("Server %1").arg(qtext(server.host()));
    }));
    preferences->reject();

    ServedWindow after;
    after.gui.settings.set_engine(before.gui.settings.engine());
    after.gui.desktop.state->keys = before.gui.desktop.state->keys;
    after.gui.controller->start(after.gui.settings.engine());
    QVERIFY(after.waits_for_chip(chip));
    // Without the key at another server, and back; then it is taken away.
    ServerDialog* dialog = after.server_dialog();
    auto* shown = part<QLineEdit>(dialog, "serverKey");
    QTRY_COMPARE_WITH_TIMEOUT(shown->text(), key, patience_ms);
    const auto* kept = part<QLabel>(dialog, "serverKept");
    QTRY_VERIFY_WITH_TIMEOUT(kept->text().contains(QStringLiteral("system's keyring")), patience_ms);
    ServedWindow::type(dialog, "serverAddress", QStringLiteral("http://127.0.0.1:1"));
    QVERIFY(shown->text().isEmpty());
    ServedWindow::type(dialog, "serverAddress", qtext(server.address()));
    QCOMPARE(shown->text(), key);
    shown->selectAll();
    shown->del();
    server.key.clear();
    press("useServer");
    QTRY_VERIFY_WITH_TIMEOUT(after.gui.desktop.state->keys.isEmpty(), patience_ms);
    // Another engine, and the address stays for the next time.
    emit after.gui.controller->engine().part().optionsChosen(
        {.engine = Engine::cpu, .remote = {.address = address}});
    QTRY_COMPARE_WITH_TIMEOUT(after.gui.settings.engine().engine, Engine::cpu, patience_ms);
    QCOMPARE(after.gui.settings.engine().remote.address, address);
  }

  /// A key that the dialog did not show is neither forgotten nor taken away.
  void a_server_that_was_used_before_has_its_key() {
    FaultServer server(sound_.wavs);
    server.key = key.toStdString();
    const QString address = qtext(server.address() + "/v1");
    ServedWindow window;
    auto& keys = window.gui.desktop.state->keys;
    keys[address] = key;
    window.gui.controller->start({});
    QVERIFY(window.waits_for_chip(QStringLiteral("CPU, bf16, 2 threads")));
    ServerDialog* dialog = window.server_dialog();
    ServedWindow::type(dialog, "serverAddress", qtext(server.address()));
    QVERIFY(told(dialog).contains(QStringLiteral("answers")));
    press("useServer");
    QVERIFY(window.waits_for_chip(QStringLiteral("server %1").arg(qtext(server.host()))));
    QCOMPARE(keys.value(address), key);
  }

  void a_keyring_that_works_again_gets_the_key() {
    FaultServer server(sound_.wavs);
    server.key = key.toStdString();
    ServedWindow window;
    FakeDesktop::State& desktop = *window.gui.desktop.state;
    desktop.keyring_problem = QStringLiteral("The keyring is locked.");
    window.gui.controller->start({});
    window.use(server.address(), key);
    QVERIFY(window.waits_for_chip(QStringLiteral("server %1").arg(qtext(server.host()))));
    QVERIFY(desktop.keys.isEmpty());
    desktop.keyring_problem.clear();
    ServerDialog* dialog = window.server_dialog();
    QTRY_COMPARE_WITH_TIMEOUT(part<QLineEdit>(dialog, "serverKey")->text(), key, patience_ms);
    press("useServer");
    QTRY_COMPARE_WITH_TIMEOUT(desktop.keys.value(qtext(server.address() + "/v1")), key, patience_ms);
  }

  void without_a_keyring_the_key_lives_until_the_end() {
    FaultServer server(sound_.wavs);
    server.key = key.toStdString();
    ServedWindow window;
    window.gui.desktop.state->keyring_problem = QStringLiteral("There is no keyring.");
    window.gui.controller->start({});
    ServerDialog* dialog = window.server_dialog();
    auto* kept = part<QLabel>(dialog, "serverKept");
    QTRY_COMPARE_WITH_TIMEOUT(
        kept->text(),
        QStringLiteral("There is no keyring. The key is kept nowhere: it is known until Tilescribe ends."),
        patience_ms);
    dialog->reject();
    window.use(server.address(), key);
    QVERIFY(window.waits_for_chip(QStringLiteral("server %1").arg(qtext(server.host()))));
    QTRY_COMPARE_WITH_TIMEOUT(window.gui.settings.engine().engine, Engine::remote, patience_ms);
    QVERIFY(!window.settings_file().contains(key.toUtf8()));
    QVERIFY(window.gui.desktop.state->keys.isEmpty());
    dialog = window.server_dialog();
    QTRY_COMPARE_WITH_TIMEOUT(part<QLineEdit>(dialog, "serverKey")->text(), key, patience_ms);
  }

  void the_window_says_where_audio_goes_while_it_does() {
    FaultServer server(sound_.wavs);
    std::atomic<bool> answers{false};
    server.fault = [&](const FaultServer::Asked&, HubReply& reply) {
      reply.once = [&] { return answers.load(); };
    };
    ServedWindow window;
    window.gui.controller->start(saved_for(server.address()));
    Banner* banner = window.gui.banner("sending");
    QVERIFY(window.waits_for_chip(QStringLiteral("server %1").arg(qtext(server.host()))));
    QVERIFY(!banner->isVisible());
    QCOMPARE(server.chats(), 0);
    window.gui.drop({url_});
    QTRY_VERIFY_WITH_TIMEOUT(server.chats() == 1 && banner->isVisible(), patience_ms);
    QCOMPARE(banner->text(), QStringLiteral("Audio is being sent to %1.").arg(qtext(server.host())));
    answers = true;
    QVERIFY(window.gui.wait_for_state(0, JobState::done));
    QCOMPARE(window.gui.item(0).transcript().text(), text_of(0, 1));
    QTRY_VERIFY_WITH_TIMEOUT(!banner->isVisible(), patience_ms);
    // On this machine it stays away.
    window.gui.controller->engine().use_model({});
    QVERIFY(window.waits_for_chip(QStringLiteral("CPU, bf16, 2 threads")));
    window.gui.world.script("held.wav", {.hold_after = 1});
    window.gui.drop({window.gui.file(QStringLiteral("held.wav"))});
    QTRY_VERIFY_WITH_TIMEOUT(window.gui.item(1).transcript().segments.size() == 1, patience_ms);
    QVERIFY(!banner->isVisible());
    QCOMPARE(server.chats(), 1);
    window.gui.action("cancel")->trigger();
    QVERIFY(window.gui.wait_until_idle(2));
  }

  void a_file_that_failed_is_tried_again() {
    FaultServer server(sound_.wavs);
    server.fault = [](const FaultServer::Asked& asked, HubReply& reply) {
      if (asked.time == 1) reply = {.status = 503, .headers = {}, .body = R"({"error":"Busy"})"};
    };
    ServedWindow window;
    window.gui.controller->start(saved_for(server.address()));
    window.gui.drop({url_});
    QVERIFY(window.gui.wait_for_state(0, JobState::failed));
    QCOMPARE(words(window.gui.item(0).failure.message),
             QStringLiteral("Expected an answer from %1, found the failure HTTP 503: Busy")
                 .arg(qtext(server.host())));
    QTRY_VERIFY_WITH_TIMEOUT(!window.gui.banner("sending")->isVisible(), patience_ms);
    window.gui.action("retry")->trigger();
    QVERIFY(window.gui.wait_for_state(0, JobState::done));
    QCOMPARE(window.gui.item(0).transcript().text(), text_of(0, 1));
    QCOMPARE(window.gui.queue().rowCount(), 1);
  }

  void a_server_that_is_down_at_the_start() {
    ServedWindow window;
    const EngineOptions saved = saved_for("http://127.0.0.1:1/v1");
    window.gui.settings.set_engine(saved);
    window.gui.controller->start(window.gui.settings.engine());
    Banner* banner = window.gui.banner("engine");
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), patience_ms);
    QVERIFY(banner->text().contains(QStringLiteral("127.0.0.1:1 could not be reached")));
    QVERIFY(!part<QPushButton>(banner, "engineUseDemo")->isVisible());
    window.gui.drop({url_});
    QCOMPARE(window.gui.item(0).state, JobState::waiting);
    QCOMPARE(window.gui.settings.engine().engine, Engine::remote);  // until the user says otherwise
    QCOMPARE(window.gui.world.opened(), 0);
    QTest::mouseClick(part<QPushButton>(banner, "engineUseHere"), Qt::LeftButton);
    QVERIFY(window.gui.wait_for_state(0, JobState::done));
    QVERIFY(!banner->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(window.gui.settings.engine().engine, Engine::automatic, patience_ms);
    QCOMPARE(window.gui.settings.engine().remote.address, saved.remote.address);
    QCOMPARE(window.chip()->text(), QStringLiteral("CPU, bf16, 2 threads"));
  }

  void a_recording_is_announced_and_sent_when_it_has_ended() {
    FaultServer server(sound_.wavs);
    ServedWindow window;
    GuiFixture& gui = window.gui;
    gui.controller->start(saved_for(server.address()));
    const QString host = qtext(server.host());
    QVERIFY(window.waits_for_chip(QStringLiteral("server %1").arg(host)));
    gui.action("recordPage")->trigger();
    auto* invitation = gui.visible<QLabel>(QStringLiteral("message"));
    QVERIFY(invitation != nullptr);
    QVERIFY2(invitation->text().contains(QStringLiteral("sent to %1 and transcribed there").arg(host)),
             qPrintable(invitation->text()));
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::recording, patience_ms);
    gui.sound.hear(3.0);
    QTRY_COMPARE_WITH_TIMEOUT(
        gui.record_page().state().remark,
        QStringLiteral("Recording only. After you stop, it is sent to %1 and transcribed there.").arg(host),
        patience_ms);
    QVERIFY(gui.record_page().state().trouble.isEmpty() && gui.record_page().state().no_text);
    QCOMPARE(server.chats() + server.transcriptions(), 0);
    press_record_keys(gui);
    // The fake recorder writes no file, so all that can be seen is that it was to be transcribed.
    QVERIFY(gui.wait_for_state(0, JobState::failed));
    // On this machine the text comes live again.
    gui.controller->engine().use_model({});
    QVERIFY(window.waits_for_chip(QStringLiteral("CPU, bf16, 2 threads")));
    QVERIFY(gui.record_page().state().server.isEmpty());
    QVERIFY(test::record(gui, 3.0));
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::idle, patience_ms);
  }

  void what_is_said_about_this_machine_means_it() {
    EngineOptions saved = saved_for("http://host/v1");
    const auto engine_of = [&](const QStringList& arguments) {
      return parse_arguments(QStringList{QStringLiteral("tilescribe")} + arguments, saved)
          .arguments->engine.engine;
    };
    QCOMPARE(engine_of({}), Engine::remote);
    QCOMPARE(engine_of({QStringLiteral("--engine"), QStringLiteral("cpu")}), Engine::cpu);
    QCOMPARE(engine_of({QStringLiteral("--model"), QStringLiteral("/m")}), Engine::automatic);
    QCOMPARE(engine_of({QStringLiteral("--threads"), QStringLiteral("1")}), Engine::automatic);
    // A damaged file names no server.
    GuiFixture gui(false);
    saved.remote.address.clear();
    gui.settings.set_engine(saved);
    QCOMPARE(gui.settings.engine().engine, Engine::automatic);
  }

  void in_chinese() {
    const Translations chinese(Language::chinese);
    GuiFixture::in_english = false;
    FaultServer server(sound_.wavs);
    ServedWindow window;
    GuiFixture::in_english = true;
    std::atomic<bool> answers{false};
    server.fault = [&](const FaultServer::Asked&, HubReply& reply) {
      reply.once = [&] { return answers.load(); };
    };
    window.gui.controller->start(saved_for(server.address()));
    QTRY_VERIFY_WITH_TIMEOUT(window.chip()->text().contains(qtext(server.host())), patience_ms);
    ServerDialog* dialog = window.server_dialog();
    const QString outcome = told(dialog);
    for (const QString& text :
         {dialog->windowTitle(), outcome, part<QLabel>(dialog, "serverSent")->text(),
          part<QLabel>(dialog, "serverKept")->text(), part<QPushButton>(dialog, "useServer")->text()})
      QVERIFY2(has_han(text), qPrintable(text));
    dialog->reject();
    window.gui.drop({url_});
    QTRY_VERIFY_WITH_TIMEOUT(window.gui.banner("sending")->isVisible(), patience_ms);
    QVERIFY(has_han(window.gui.banner("sending")->text()));
    QVERIFY(window.gui.banner("sending")->text().contains(qtext(server.host())));
    answers = true;
    QVERIFY(window.gui.wait_for_state(0, JobState::done));
  }

 private:
  static bool has_han(const QString& text) {
    return std::ranges::any_of(text, [](QChar c) { return c.script() == QChar::Script_Han; });
  }

  QTemporaryDir folder_;
  Sound sound_;
  QUrl url_;
};

QTEST_MAIN(TestRemoteWindow)
#include "test_remote.moc"
