// SPDX-License-Identifier: Apache-2.0
// What a hub may answer, true or not.
#include "tests/inference/download/download_fixture.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TestHubAnswers : public DownloadTest {
  Q_OBJECT

 private slots:
  void init() { begin(); }

  void content_that_is_never_what_was_announced_is_given_up() {
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.method == "GET" && request.file == weights && !request.storage)
        reply.headers.back() = "X-Linked-ETag: \"" + sha256_of("else") + '"';
    });
    const std::string found = problem();
    QVERIFY2(found.find("announces one model.safetensors and sends another") != std::string::npos,
             found.c_str());
    QVERIFY(!fs::exists(final()));
  }

  void an_odd_answer_costs_nothing_that_has_come_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<qint64>("length");
    QTest::newRow("page") << 200 << qint64{-1};
    QTest::newRow("page of unknown length") << 200 << qint64{-2};
    QTest::newRow("416") << 416 << qint64{-1};
  }
  void an_odd_answer_costs_nothing_that_has_come() {
    QFETCH(int, status);
    QFETCH(qint64, length);
    int gets = 0;
    hub_->set_spoiler([&](const HubRequest& request, HubReply& reply) {
      if (request.method != "GET" || request.file != weights) return;
      if (request.storage && gets++ == 0) reply.cut_at = 400'000;
      if (!request.storage && gets == 1)
        reply = {.status = status, .headers = {}, .body = "<html>Log in</html>", .length = length};
    });
    expect_problem(
        "announces one model.safetensors and sends another. Tried 3 times; what has come is kept.");
    expect_kept(400'008);
    hub_->set_spoiler({});
    QCOMPARE(problem(), std::string());
    expect_whole();
    QCOMPARE(hub_->requests().back().from, std::int64_t{400'000});
  }

  void sizes_beyond_the_model_are_refused() {
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.method == "HEAD" && request.file == weights && !request.storage)
        reply.headers[1] = "X-Linked-Size: 9223372036854775807";
    });
    expect_problem(
        " says that model.safetensors has 9223372036854775807 bytes, but all of Tiny has about 1048576.");
    QVERIFY(!fs::exists(part() / weights));
  }

  void wrong_bytes_are_never_taken() {
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.method == "GET" && request.storage) reply.body[70'000] ^= 1;
    });
    const std::string found = problem();
    QVERIFY2(found.find("the checksum is wrong. It was deleted.") != std::string::npos, found.c_str());
    expect_kept(8);
    QCOMPARE(hub_->count("GET", weights), 4);  // twice, each with its redirect
    hub_->set_spoiler({});
    QCOMPARE(problem(), std::string());
    expect_whole();
  }

  void wrong_bytes_of_a_small_file_are_noticed_too() {
    int gets = 0;
    hub_->set_spoiler([&](const HubRequest& request, HubReply& reply) {
      if (request.method == "GET" && request.file == "config.json" && gets++ == 0) reply.body = "{\"a\": 2}";
    });
    QCOMPARE(problem(), std::string());
    expect_whole();
    QCOMPARE(gets, 2);
  }

  void lies_about_lengths_data() {
    QTest::addColumn<qint64>("length");
    QTest::newRow("longer than announced") << qint64{(1 << 20) + 1000};
    QTest::newRow("shorter than announced") << qint64{1000};
  }
  void lies_about_lengths() {
    QFETCH(qint64, length);
    hub_->set_spoiler([length](const HubRequest& request, HubReply& reply) {
      if (request.method == "GET" && request.storage) reply.length = length;
    });
    expect_problem("announces one model.safetensors and sends another");
    QVERIFY(!fs::exists(final()));
  }

  /// What comes behind the announced bytes is refused, or it was not waited for. It is never taken.
  void more_than_announced_is_not_taken() {
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.method != "GET" || !request.storage) return;
      reply.length = -2;
      reply.body += "more";
    });
    const std::string found = problem();
    if (found.empty()) {
      expect_whole();
    } else {
      QVERIFY2(found.find("announces one model.safetensors and sends another") != std::string::npos,
               found.c_str());
      QVERIFY(!fs::exists(final()));
    }
  }

  void an_answer_that_helps_nobody_ends_at_once_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("401") << 401 << "gives config.json only to those whom it knows (HTTP 401).";
    QTest::newRow("403") << 403 << "gives config.json only to those whom it knows (HTTP 403).";
    QTest::newRow("404") << 404 << "has no config.json (HTTP 404).";
    QTest::newRow("418") << 418 << "found the answer HTTP 418.";
  }
  void an_answer_that_helps_nobody_ends_at_once() {
    QFETCH(int, status);
    QFETCH(QString, sentence);
    hub_->set_spoiler([status](const HubRequest&, HubReply& reply) { reply.status = status; });
    expect_problem(sentence.toStdString());
    QCOMPARE(hub_->count("HEAD", "config.json"), 1);
  }

  void trouble_of_the_server_is_waited_for_data() {
    QTest::addColumn<int>("status");
    for (const int status : {408, 429, 500, 502, 503})
      QTest::newRow(qPrintable(QString::number(status))) << status;
  }
  void trouble_of_the_server_is_waited_for() {
    QFETCH(int, status);
    std::map<std::string, int> asked;
    hub_->set_spoiler([&](const HubRequest& request, HubReply& reply) {
      if (asked[request.method + request.path]++ == 0)
        reply = {.status = status, .headers = {"Retry-After: 0"}, .body = "later"};
    });
    QCOMPARE(problem(), std::string());
    expect_whole();
    hub_->set_spoiler(
        [&](const HubRequest&, HubReply& reply) { reply = {.status = status, .headers = {}, .body = {}}; });
    fs::remove_all(final());
    expect_problem("Tried 3 times; what has come is kept.");
  }

  void a_server_says_how_long_to_wait() {
    int answers = 0;
    hub_->set_spoiler([&](const HubRequest&, HubReply& reply) {
      if (answers++ == 0) reply = {.status = 429, .headers = {"Retry-After: 1"}, .body = {}};
    });
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(problem(), std::string());
    QVERIFY(clock.elapsed() >= 1000);
  }

  void redirects_without_an_end_are_left() {
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      reply.status = 302;
      reply.headers = {"Location: " + request.path + "x"};
    });
    expect_problem("leads from one address to the next without an end.");
  }

  void a_redirect_to_another_protocol_is_refused() {
    hub_->set_spoiler([](const HubRequest&, HubReply& reply) {
      reply.status = 302;
      reply.headers = {"Location: file:///etc/passwd"};
    });
    expect_problem("where nothing protects the connection");
  }

  void a_slow_server_is_waited_for_and_a_silent_one_is_not() {
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.method == "GET" && request.storage) {
        reply.piece = 200'000;
        reply.pause_ms = 300;
      }
    });
    QCOMPARE(problem(), std::string());  // 1.8 s in all
    expect_whole();
    fs::remove_all(final());
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.method != "GET" || !request.storage) return;
      reply.piece = 100'000;
      reply.pause_ms = 5000;
    });
    options_.attempts = 1;
    options_.stall_s = 1.0;
    expect_problem("sent nothing for too long.");
    expect_kept(100'008);
  }

  void without_a_checksum_no_weights_are_taken() {
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.file == weights && !request.storage) reply.headers = {"Location: /storage/" + weights};
    });
    expect_problem("gives no checksum of model.safetensors");
    QVERIFY(!fs::exists(part() / weights));
  }

  void without_a_size_nothing_is_taken() {
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.method == "HEAD") reply.length = -2;
    });
    expect_problem("does not say how large config.json is.");
  }

  void a_server_that_is_not_there_is_said() {
    const std::string host = hub_->address().substr(7);
    hub_.reset();
    QCOMPARE(problem(), host + " could not be reached. Tried 3 times; what has come is kept.");
  }
};

QTEST_GUILESS_MAIN(TestHubAnswers)
#include "test_hub_answers.moc"
