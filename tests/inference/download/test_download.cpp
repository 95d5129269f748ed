// SPDX-License-Identifier: Apache-2.0
// A model's files come whole, whatever breaks in between.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "tests/inference/download/download_fixture.h"
#include "tests/support/full_disk.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TestDownload : public DownloadTest {
  Q_OBJECT

 private slots:
  void init() { begin(); }

  void the_files_come_whole_and_appear_in_one_step() {
    QCOMPARE(problem(), std::string());
    expect_whole();
    QCOMPARE(checked_, 1);
    for (const HubRequest& request : hub_->requests())
      QVERIFY(request.storage || request.path == "/somebody/Tiny/resolve/abc123/" + request.file);
    QVERIFY(!told_.empty());
    QCOMPARE(told_.back().bytes, told_.back().total);
    QCOMPARE(told_.back().total, std::int64_t{(1 << 20) + 8});
    QCOMPARE(problem(), "Tiny is already in " + final().string() + ".");
  }

  void a_connection_that_is_cut_is_continued() {
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.storage && request.method == "GET") reply.cut_at = 300'000;
    });
    QCOMPARE(problem(), std::string());
    expect_whole();
    QCOMPARE(hub_->count("GET", weights), 8);  // four, each with its redirect
    const auto last = hub_->requests().back();
    QCOMPARE(last.from, std::int64_t{900'000});
    const auto waits = [](const DownloadProgress& one) {
      return one.stage == DownloadProgress::Stage::waiting && !one.trouble.empty();
    };
    QVERIFY(std::ranges::any_of(told_, waits));
  }

  void a_server_that_ignores_ranges_begins_anew() {
    int gets = 0;
    hub_->set_spoiler([&gets](const HubRequest& request, HubReply& reply) {
      if (!request.storage || request.method != "GET") return;
      reply.status = 200;
      reply.headers = {};
      reply.body = contents().at(weights);
      if (gets++ == 0) reply.cut_at = 500'000;
    });
    QCOMPARE(problem(), std::string());
    expect_whole();
    QCOMPARE(gets, 2);
  }

  void a_server_that_never_gets_further_is_given_up_data() {
    QTest::addColumn<bool>("announced");
    QTest::newRow("cut") << true;
    QTest::newRow("short, of unknown length") << false;
  }
  void a_server_that_never_gets_further_is_given_up() {
    QFETCH(bool, announced);
    hub_->set_spoiler([announced](const HubRequest& request, HubReply& reply) {
      if (!request.storage || request.method != "GET") return;
      reply.status = 200;
      reply.headers = {};
      reply.body = contents().at(weights);
      reply.cut_at = 100'000;
      if (!announced) reply.length = -2;
    });
    const std::string host = hub_->address().substr(7);
    QCOMPARE(problem(), announced ? host + " broke the connection off. Tried 3 times; what has come is kept."
                                  : host +
                                        " sent only a part of model.safetensors. Tried 3 times; what has "
                                        "come is kept.");
    expect_kept(100'000 + 8);
  }

  void an_entity_tag_that_changes_in_between_begins_anew() {
    const std::string after = noise(900'000, 2);
    int gets = 0;
    hub_->set_spoiler([&](const HubRequest& request, HubReply& reply) {
      if (request.method == "GET" && request.storage && gets++ == 0) reply.cut_at = 400'000;
    });
    options_.attempts = 1;
    QVERIFY(!problem().empty());
    expect_kept(400'000 + 8);
    hub_->set_spoiler({});
    hub_->set_file(weights, after);
    QCOMPARE(problem(), std::string());
    QCOMPARE(read(final() / weights), after);
  }

  void content_that_changes_while_it_comes_begins_anew() {
    const std::string after = noise(900'000, 3);
    int gets = 0;
    hub_->set_spoiler([&](const HubRequest& request, HubReply& reply) {
      if (request.file != weights) return;
      if (request.method == "GET" && request.storage && gets++ == 0) {
        reply.cut_at = 400'000;
        return;
      }
      if (gets == 0) return;
      if (!request.storage) {
        reply.headers[1] = "X-Linked-Size: 900000";
        reply.headers[2] = "X-Linked-ETag: \"" + sha256_of(after) + '"';
      } else {
        reply = {.headers = {}, .body = after};
      }
    });
    QCOMPARE(problem(), std::string());
    QCOMPARE(read(final() / weights), after);
  }

  void wrong_bytes_that_lie_on_the_disk_are_replaced() {
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.method == "GET" && request.storage) reply.cut_at = 400'000;
    });
    options_.attempts = 1;
    QVERIFY(!problem().empty());
    std::fstream(part() / weights, std::ios::in | std::ios::out | std::ios::binary).put('x').put('y');
    hub_->set_spoiler({});
    QCOMPARE(problem(), std::string());
    expect_whole();
  }

  void a_full_disk_is_one_sentence() {
    {
      const FullDisk full(600'000);
      const std::string found = problem();
      QVERIFY2(found.starts_with("The disk is full: ") && found.ends_with("What has come is kept."),
               found.c_str());
    }
    expect_kept(600'000 + 8);
    QCOMPARE(problem(), std::string());
    expect_whole();
  }

  void a_disk_that_is_too_small_is_noticed_before() {
    options_.spare_bytes = std::int64_t{1} << 60;
    const std::string found = problem();
    QVERIFY2(found.starts_with("Tiny still needs 0.0 GB on the disk of ") && found.ends_with("GB are free."),
             found.c_str());
    QCOMPARE(hub_->count("GET", weights), 0);  // the hub was asked for sizes alone
  }

  void a_folder_that_is_no_model_is_not_installed() {
    refuse_ = true;
    QCOMPARE(problem(), std::string("It is none."));
    QVERIFY(!fs::exists(final()));
    refuse_ = false;
    const int before = hub_->count("GET", weights);
    QCOMPARE(problem(), std::string());
    expect_whole();
    QCOMPARE(hub_->count("GET", weights), before);  // it was there already
  }

  void a_stop_keeps_what_has_come_and_the_next_start_continues() {
    std::stop_source stop;
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.method != "GET" || !request.storage) return;
      reply.piece = 16384;
      reply.pause_ms = 30;
    });
    bool cancelled = false;
    try {
      download::download(
          model, options_, [](const fs::path&) {},
          [&](const DownloadProgress& progress) {
            if (progress.bytes > 200'000) stop.request_stop();
          },
          stop.get_token());
    } catch (const Cancelled&) {
      cancelled = true;
    }
    QVERIFY(cancelled);
    QVERIFY(!fs::exists(final()));
    const auto partial = partial_download(model, options_.folder);
    QVERIFY(partial && partial->bytes > 200'000 && partial->bytes < partial->total);
    QCOMPARE(partial->total, std::int64_t{(1 << 20) + 8});
    QCOMPARE(partial->address, hub_->address());
    hub_->set_spoiler({});
    QCOMPARE(problem(), std::string());
    expect_whole();
    QVERIFY(hub_->requests().back().from > 200'000);
    QVERIFY(!partial_download(model, options_.folder));
  }

  void a_discarded_download_is_gone() {
    options_.attempts = 1;
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.method == "GET" && request.storage) reply.cut_at = 400'000;
    });
    QVERIFY(!problem().empty());
    QVERIFY(fs::exists(part() / weights));
    discard_download(model, options_.folder);
    QVERIFY(!fs::exists(part()));
    discard_download(model, options_.folder);  // nothing is there: nothing happens
  }

  void two_programs_do_not_write_into_one_folder() {
    fs::create_directories(part());
    const int held = ::open(part().c_str(), O_RDONLY | O_DIRECTORY);
    QVERIFY(::flock(held, LOCK_EX | LOCK_NB) == 0);
    QCOMPARE(problem(), "Another Tilescribe is downloading into " + part().string() + ".");
    QVERIFY_EXCEPTION_THROWN(discard_download(model, options_.folder), Error);
    ::close(held);
    QCOMPARE(problem(), std::string());
  }

  void a_folder_that_is_no_download_is_left_alone() {
    fs::create_directories(part());
    std::ofstream(part() / "tilescribe-download.json") << "{\"repository\": 3";
    std::ofstream(part() / weights) << "somebody's";
    const std::string found = problem();
    QCOMPARE(found, "The download needs the folder " + part().string() +
                        ", but it holds other files and no download of Tilescribe. Move it or delete it, and "
                        "try again.");
    QVERIFY_EXCEPTION_THROWN(discard_download(model, options_.folder), Error);
    QCOMPARE(read(part() / weights), std::string("somebody's"));
    fs::remove_all(part());
    QCOMPARE(problem(), std::string());
    expect_whole();
  }

  void what_an_earlier_list_and_a_kill_left_does_not_become_the_models() {
    hub_->set_file("extra.json", "{}");
    refuse_ = true;
    QCOMPARE(problem(), std::string("It is none."));
    QVERIFY(fs::exists(part() / "extra.json"));
    std::ofstream(part() / ".tilescribe-123.tmp") << "half";
    refuse_ = false;
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.file == "extra.json") reply = {.status = 404, .headers = {}, .body = {}};
    });
    QCOMPARE(problem(), std::string());
    expect_whole();
    QVERIFY(!fs::exists(final() / ".tilescribe-123.tmp"));
  }

  void a_state_of_impossible_sizes_is_none() {
    fs::create_directories(part());
    std::ofstream(part() / "tilescribe-download.json")
        << R"({"repository": "", "revision": "", "address": "", "files": [)"
        << R"({"name": "a", "size": 9223372036854775807, "identity": ""},)"
        << R"({"name": "b", "size": 9223372036854775807, "identity": ""}]})";
    QVERIFY(!partial_download(model, options_.folder));
    QCOMPARE(problem(), std::string());
    expect_whole();
  }

  void nothing_but_the_model_may_be_where_it_comes() {
    fs::create_directories(options_.folder);
    std::ofstream(final()) << "a file";
    QCOMPARE(problem(), final().string() + " stands where Tiny would come. Move it away, and try again.");
    QCOMPARE(hub_->count("GET", weights), 0);  // the hub was asked for sizes alone
  }
};

QTEST_GUILESS_MAIN(TestDownload)
#include "test_download.moc"
