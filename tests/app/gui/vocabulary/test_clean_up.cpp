// SPDX-License-Identifier: Apache-2.0
// Texts corrected through a chat address, by keyboard: a server on this machine that answers well, badly,
// slowly or not at all.
#include <QAbstractItemModelTester>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QtTest>

#include "clean_up_bench.h"
#include "tests/support/library_folder.h"
#include "tests/support/patience.h"
#include "ui/widgets/elided_label.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

class TestCleanUp : public QObject {
  Q_OBJECT

 private slots:
  void changes_are_a_sound_model() {
    CleanUpModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.set({{.to = {.row = 1, .text = "a"}, .before = "b", .difference = {}},
               {.to = {.row = 2, .text = "c"}, .before = "d", .difference = {}}});
    QCOMPARE(model.ticked(), 2);
    QVERIFY(model.setData(model.index(0), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(!model.setData(model.index(0), QStringLiteral("x"), Qt::EditRole));
    QCOMPARE(model.accepted().size(), std::size_t{1});
    QCOMPARE(model.accepted()[0].to.row, std::size_t{2});
    QCOMPARE(model.data(model.index(1), Qt::AccessibleTextRole).toString(),
             QStringLiteral("0:00, c instead of d"));
    model.tick_all(false);
    QCOMPARE(model.ticked(), 0);
    model.set({});
    QCOMPARE(model.rowCount(), 0);
  }

  void a_kept_key_goes_to_no_other_address() {
    Bench bench;
    const QString address = QString::fromStdString(bench.server.address() + "/v1");
    bench.gui.settings.set_clean_up(
        {.address = address.toStdString(), .model = "llama", .key = "secret-7", .instruction = {}});
    QTest::keyClick(&bench.gui.window(), Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = shown_dialog<CleanUpDialog>();
    QVERIFY(dialog != nullptr && make_active(dialog));
    const auto* key = part<QLineEdit>(dialog, "cleanUpKey");
    QCOMPARE(key->text(), QStringLiteral("secret-7"));
    Bench::type(dialog, Qt::Key_A, QStringLiteral("https://example.org/v1"));
    QVERIFY(key->text().isEmpty());
    Bench::type(dialog, Qt::Key_A, address + QLatin1Char('/'));
    QCOMPARE(key->text(), QStringLiteral("secret-7"));
    Bench::type(dialog, Qt::Key_K, QStringLiteral("another"));  // what is typed is meant
    Bench::type(dialog, Qt::Key_A, QStringLiteral("https://example.org/v1"));
    QCOMPARE(key->text(), QStringLiteral("another"));
  }

  void a_text_is_corrected_undone_and_brought_back() {
    Bench bench;
    auto* dialog =
        bench.open(QString::fromStdString(bench.server.address() + "/v1/"), QStringLiteral("secret-7"));
    QVERIFY(part<QLabel>(dialog, "cleanUpSent")->text().contains(QStringLiteral("127.0.0.1:")));
    QVERIFY(!part<QLabel>(dialog, "cleanUpUnprotected")->isVisible());
    QVERIFY(bench.server.requests().empty());  // nothing is sent before Start
    QVERIFY(bench.gui.settings.clean_up().address.empty());
    start(dialog);
    auto* list = changes(dialog, 2);
    // What was asked, and how.
    QCOMPARE(bench.server.requests().size(), std::size_t{1});
    const HubRequest request = bench.server.requests()[0];
    QCOMPARE(request.method, std::string("POST"));
    QCOMPARE(request.path, std::string("/v1/chat/completions"));
    QVERIFY(request.head.find("\r\nAuthorization: Bearer secret-7\r\n") != std::string::npos);
    QVERIFY(request.body.find("Correct spelling") != std::string::npos);
    QVERIFY(request.body.find("helo again") != std::string::npos);
    // All are ticked; the second goes without.
    QCOMPARE(list->model()->index(1, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QTRY_VERIFY_WITH_TIMEOUT(list->hasFocus(), patience_ms);
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(part<QLabel>(dialog, "cleanUpTicked")->text(),
             QStringLiteral("2 of 3 segments would change. 1 with a tick."));
    QCOMPARE(bench.text(0), QStringLiteral("helo world"));  // nothing has changed so far
    QTest::keyClick(dialog, Qt::Key_Y, Qt::AltModifier);
    QTRY_COMPARE_WITH_TIMEOUT(bench.text(0), QStringLiteral("Hello, world"), patience_ms);
    QCOMPARE(bench.text(2), QStringLiteral("helo again"));
    QCOMPARE(bench.document().transcript().segments[0].heard, std::string("helo world"));
    QCOMPARE(bench.document().undo_stack().count(), 1);
    bench.gui.action("undoEdit")->trigger();
    QCOMPARE(bench.text(0), QStringLiteral("helo world"));
    bench.gui.action("redoEdit")->trigger();
    bench.gui.action("restoreHeard")->trigger();
    QCOMPARE(bench.text(0), QStringLiteral("helo world"));
    QVERIFY(bench.document().transcript().segments[0].heard.empty());
    // What was entered is there the next time, for the user alone.
    const CleanUpOptions kept = Settings(bench.gui.settings.path()).clean_up();
    QCOMPARE(kept.address, bench.server.address() + "/v1");
    QCOMPARE(kept.key, std::string("secret-7"));
    QVERIFY(kept.instruction.empty());
    QCOMPARE(mode_of(bench.gui.settings.path().toStdString()), 0600U);
  }

  void what_was_edited_meanwhile_stays() {
    Bench bench;
    auto* dialog = bench.open();
    start(dialog);
    changes(dialog, 2);
    bench.document().edit(bench.document().segment_id(0), QStringLiteral("mine"));
    bench.document().remove(1, 1);
    press("applyCleanUp");
    QTRY_COMPARE_WITH_TIMEOUT(bench.text(1), QStringLiteral("Hello, again"), patience_ms);
    QCOMPARE(bench.text(0), QStringLiteral("mine"));
    auto* message = bench.gui.window().findChild<ElidedLabel*>(QStringLiteral("statusMessage"));
    QVERIFY(message != nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(
        message->text(),
        QStringLiteral("1 segment corrected. 1 segment had been edited meanwhile and stays as it is."),
        patience_ms);
  }

  void bad_answers_change_nothing_data() {
    using Spoiler = std::function<void(const HubRequest&, HubReply&)>;
    QTest::addColumn<Spoiler>("spoiler");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* name, const char* why, const Spoiler& spoiler) {
      QTest::addRow("%s", name) << spoiler << QString::fromLatin1(why);
    };
    row("500", "HTTP 500: out of memory", [](const HubRequest&, HubReply& reply) {
      reply = said(500, R"({"error":{"message":"out of memory"}})");
    });
    row("401", "HTTP 401.", [](const HubRequest&, HubReply& reply) { reply = said(401, {}); });
    row("cut", "broke the connection off", [](const HubRequest& request, HubReply& reply) {
      answer_with(reply, request, corrected);
      reply.cut_at = 20;
    });
    row("no JSON", "in JSON, found: <html>",
        [](const HubRequest&, HubReply& reply) { reply = said(200, "<html>"); });
    row("count", "the texts of 3 segments, found 2.", [](const HubRequest& request, HubReply& reply) {
      answer_with(reply, request, [](QJsonArray texts) {
        texts.removeLast();
        return texts;
      });
    });
    row("huge", "at most 1048576 bytes", [](const HubRequest&, HubReply& reply) {
      reply = said(200, std::string(std::size_t{2} << 20, ' '));
    });
    row("elsewhere", "it leads to http://localhost.invalid/v1", [](const HubRequest&, HubReply& reply) {
      reply = said(307, {}, {"Location: http://localhost.invalid/v1"});
    });
  }
  void bad_answers_change_nothing() {
    using Spoiler = std::function<void(const HubRequest&, HubReply&)>;
    QFETCH(Spoiler, spoiler);
    QFETCH(QString, why);
    Bench bench;
    bench.server.set_spoiler(spoiler);
    auto* dialog = bench.open();
    start(dialog);
    QTRY_VERIFY2_WITH_TIMEOUT(outcome(dialog).contains(why), qPrintable(outcome(dialog)), patience_ms);
    QVERIFY(outcome(dialog).startsWith(QStringLiteral("3 segments stay as they are.")));
    QVERIFY(part<QPushButton>(dialog, "startCleanUp")->isVisible());
    QCOMPARE(bench.document().undo_stack().count(), 0);
    QCOMPARE(bench.server.requests().size(), std::size_t{1});
    // The same dialog can try again.
    bench.answer(corrected);
    start(dialog);
    changes(dialog, 2);
  }

  void groups_that_came_are_offered() {
    Bench bench(std::vector<std::string>(120, "helo"));  // three groups
    bench.server.set_spoiler([n = 0](const HubRequest& request, HubReply& reply) mutable {
      answer_with(reply, request, corrected);
      if (++n == 2) reply.body = "{}";
    });
    auto* dialog = bench.open();
    start(dialog);
    changes(dialog, 70);
    QVERIFY(outcome(dialog).startsWith(QStringLiteral("50 segments stay as they are. Expected the answer")));
    QTest::keyClick(dialog, Qt::Key_Y, Qt::AltModifier);
    QTRY_COMPARE_WITH_TIMEOUT(bench.text(119), QStringLiteral("Hello,"), patience_ms);
    QCOMPARE(bench.text(49), QStringLiteral("Hello,"));
    QCOMPARE(bench.text(50), QStringLiteral("helo"));
    QCOMPARE(bench.document().undo_stack().count(), 1);
  }

  void a_model_without_temperature_is_asked_without() {
    Bench bench;
    bench.server.set_spoiler([](const HubRequest& request, HubReply& reply) {
      answer_with(reply, request, corrected);
      if (request.body.find("temperature") != std::string::npos)
        reply = said(400, R"({"error":{"message":"no temperature, please"}})");
    });
    auto* dialog = bench.open();
    start(dialog);
    changes(dialog, 2);
    QCOMPARE(bench.server.requests().size(), std::size_t{2});
  }

  void a_slow_service_can_be_stopped() {
    Bench bench(std::vector<std::string>(70, "helo"));
    bench.server.set_spoiler([n = 0](const HubRequest& request, HubReply& reply) mutable {
      answer_with(reply, request, corrected);
      if (++n >= 2) reply.piece = 1, reply.pause_ms = 50;  // minutes
    });
    auto* dialog = bench.open();
    start(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(
        part<QLabel>(dialog, "cleanUpReached")->text() == QStringLiteral("50 of 70 segments answered"),
        patience_ms);
    QTest::keyClick(dialog, Qt::Key_P, Qt::AltModifier);
    changes(dialog, 50);
    QCOMPARE(outcome(dialog), QStringLiteral("You stopped before 20 segments."));
    QTest::keyClick(dialog, Qt::Key_B, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(part<QPushButton>(dialog, "startCleanUp")->isVisible(), patience_ms);
    // Closing the dialog stops, too; so does the end of the program.
    start(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(part<QPushButton>(dialog, "stopCleanUp")->isVisible(), patience_ms);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(shown_dialog<CleanUpDialog>() == nullptr, patience_ms);
    QCOMPARE(bench.document().undo_stack().count(), 0);
  }

  void quitting_asks_before_it_loses_corrections() {
    const auto asks = [](Bench& bench) {
      bench.gui.window().close();
      auto* question = shown_dialog<QMessageBox>(QStringLiteral("closingQuestion"));
      if (question == nullptr) return QString();
      QString text = question->text();
      press("stay");
      return text;
    };
    {
      Bench bench;
      bench.server.set_spoiler([](const HubRequest& request, HubReply& reply) {
        answer_with(reply, request, corrected);
        reply.piece = 1, reply.pause_ms = 50;  // minutes
      });
      auto* dialog = bench.open();
      start(dialog);
      QTRY_VERIFY_WITH_TIMEOUT(part<QPushButton>(dialog, "stopCleanUp")->isVisible(), patience_ms);
      QCOMPARE(asks(bench), QStringLiteral("A text is being cleaned up."));
    }
    Bench bench;
    auto* dialog = bench.open();
    start(dialog);
    changes(dialog, 2);
    QCOMPARE(asks(bench), QStringLiteral("The corrections of a text were not applied."));
    QVERIFY(make_active(dialog));
    QTest::keyClick(dialog, Qt::Key_Y, Qt::AltModifier);
    // It is still on its way into the text.
    bench.gui.window().close();
    auto* question = shown_dialog<QMessageBox>(QStringLiteral("closingQuestion"));
    QVERIFY(question != nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(question->text(), QStringLiteral("Everything is finished now."), patience_ms);
    QCOMPARE(bench.text(0), QStringLiteral("Hello, world"));
    press("stay");
    QCOMPARE(asks(bench), QString());
    QVERIFY(!bench.gui.window().isVisible());
  }

  void wrong_addresses_are_said() {
    Bench bench;
    auto* dialog = bench.open(QStringLiteral("ftp://host/v1"));
    start(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(outcome(dialog).startsWith(QStringLiteral("Expected an address like")),
                             patience_ms);
    QVERIFY(bench.gui.settings.clean_up().address.empty());
    Bench::type(dialog, Qt::Key_A, QStringLiteral("http://192.0.2.1/v1"));
    QVERIFY(part<QLabel>(dialog, "cleanUpUnprotected")->isVisible());
    Bench::type(dialog, Qt::Key_A, QString());
    QVERIFY(!part<QPushButton>(dialog, "startCleanUp")->isEnabled());
    // Nobody listens on port 1.
    Bench::type(dialog, Qt::Key_A, QStringLiteral("http://127.0.0.1:1"));
    start(dialog);
    QTRY_VERIFY2_WITH_TIMEOUT(outcome(dialog).contains(QStringLiteral("could not be reached")),
                              qPrintable(outcome(dialog)), patience_ms);
    QVERIFY(bench.server.requests().empty());
  }

  void a_text_without_mistakes_stays() {
    Bench bench({"it is fine"});
    auto* dialog = bench.open();
    part<QPlainTextEdit>(dialog, "cleanUpInstruction")->setPlainText(QStringLiteral("Only commas."));
    start(dialog);
    QTRY_COMPARE_WITH_TIMEOUT(outcome(dialog), QStringLiteral("The model found nothing to correct."),
                              patience_ms);
    QVERIFY(bench.server.requests()[0].body.find("Only commas.") != std::string::npos);
    QVERIFY(bench.server.requests()[0].head.find("Authorization") == std::string::npos);
    QCOMPARE(bench.gui.settings.clean_up().instruction, std::string("Only commas."));
  }

  void only_a_written_text_can_be_cleaned() {
    GuiFixture gui;
    QVERIFY(!gui.action("cleanUp")->isEnabled());
    gui.world.script("held.wav", {.segments = 3, .hold_after = 1});
    gui.drop({gui.file(QStringLiteral("held.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(gui.item(0).document->size(), 1, patience_ms);
    QVERIFY(!gui.action("cleanUp")->isEnabled());
    gui.controller->service().cancel(gui.item(0).id());
    QTRY_VERIFY_WITH_TIMEOUT(gui.action("cleanUp")->isEnabled(), patience_ms);
  }
};

QTEST_MAIN(TestCleanUp)
#include "test_clean_up.moc"
