// SPDX-License-Identifier: Apache-2.0
// models, and the commands below it, on fake models.
#include <QtTest>

#include "kernels/core/error.h"
#include "tests/app/cli/run_words.h"
#include "tests/support/fake_models.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TestModels : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    models_ = std::make_unique<FakeModels>();
    console_ = {};
  }

  void what_is_here_is_listed_and_what_is_not_is_offered() {
    QCOMPARE(run({"models"}), 0);
    QCOMPARE(
        text(console_.output),
        QStringLiteral("Tilescribe demo model\n"
                       "  25.8 MB in /usr/share/tilescribe/models/demo\n"
                       "  It needs 1.1 GB of memory and fits into the 16.0 GB of this computer.\n"
                       "  It knows only English.\n"
                       "GLM-ASR-Nano-2512 is not here; tilescribe-cli models get downloads it (about 4.5 GB, "
                       "licence MIT).\n"));
    QVERIFY(models_->did().empty());
  }

  void a_part_is_told() {
    models_->set_part(PartialDownload{1'200'000'000, 4'522'600'000, hub_address});
    QCOMPARE(run({"models"}), 0);
    QVERIFY(text(console_.output)
                .endsWith(QStringLiteral(
                    "GLM-ASR-Nano-2512 is here in part, 1.2 GB of 4.5 GB; tilescribe-cli models "
                    "get gets the rest.\n")));
  }

  void a_model_that_cannot_be_opened_says_why() {
    InstalledModel broken = FakeModels::full("/data/broken", ModelOrigin::added);
    broken.problem.message = Message("There is no tokenizer.json in {1}.", "/data/broken");
    models_->install(broken);
    QCOMPARE(run({"models"}), 0);
    QVERIFY(text(console_.output)
                .contains(QStringLiteral("It can't be opened: There is no tokenizer.json in /data/broken.")));
  }

  void another_model_in_a_folder_of_that_name_is_another() {
    InstalledModel other = FakeModels::full("/data/GLM-ASR-Nano-2512", ModelOrigin::added);
    other.parameters = 12'500'000;
    models_->install(other);
    QCOMPARE(run({"models"}), 0);
    QVERIFY(text(console_.output).contains(QStringLiteral("GLM-ASR-Nano-2512 is not here;")));
  }

  void a_model_is_got_and_its_folder_is_written() {
    QCOMPARE(run({"models", "get", "--mirror", "hf-mirror.com"}), 0);
    QCOMPARE(text(console_.output),
             QStringLiteral("/home/ada/.local/share/tilescribe/models/GLM-ASR-Nano-2512\n"));
    QCOMPARE(text(console_.errors),
             QStringLiteral("tilescribe-cli: GLM-ASR-Nano-2512, about 4.5 GB, licence MIT, from "
                            "https://hf-mirror.com/zai-org/GLM-ASR-Nano-2512 into "
                            "/home/ada/.local/share/tilescribe/models/GLM-ASR-Nano-2512.\n"));
    QCOMPARE(models_->did(), (std::vector<std::string>{"download https://hf-mirror.com"}));
  }

  void a_mirror_without_https_is_marked() {
    QCOMPARE(run({"models", "get", "--mirror", "http://mirror.example"}), 0);
    QVERIFY(text(console_.errors).contains(QStringLiteral("others may change the model on its way.")));
  }

  void one_that_comes_elsewhere_is_on_the_list() {
    QCOMPARE(run({"models", "get", "--into", "/data"}), 0);
    QCOMPARE(models_->did(),
             (std::vector<std::string>{"download https://huggingface.co", "add /data/GLM-ASR-Nano-2512"}));
  }

  void progress_and_waits_are_told() {
    console_.err_terminal = true;
    models_->downloading = [](const DownloadOptions&, const FakeModels::Progress& progress,
                              const std::stop_token&) {
      progress({.stage = DownloadProgress::Stage::receiving, .bytes = 25, .total = 100, .bytes_per_s = 1.0});
      progress({.stage = DownloadProgress::Stage::waiting,
                .bytes = 25,
                .total = 100,
                .trouble = Message("The line was cut."),
                .wait_s = 2.0});
    };
    QCOMPARE(run({"models", "get"}), 0);
    QVERIFY2(text(console_.errors).contains(QStringLiteral("25%  1:15 left")), console_.errors.c_str());
    QVERIFY(text(console_.errors)
                .contains(QStringLiteral("tilescribe-cli: The line was cut. Next attempt in 2 s.\n")));
  }

  void an_interrupt_keeps_the_part() {
    models_->downloading = [](const DownloadOptions&, const FakeModels::Progress& progress,
                              const std::stop_token&) {
      progress({.stage = DownloadProgress::Stage::receiving, .bytes = 25'000'000, .total = 4'500'000'000});
      throw Cancelled();
    };
    QCOMPARE(run({"models", "get"}), 130);
    QVERIFY(text(console_.errors)
                .endsWith(QStringLiteral("Stopped at 25.0 MB of 4.5 GB; the same command gets the rest.\n")));
    QVERIFY(console_.output.empty());
  }

  void a_failure_is_one_sentence() {
    models_->downloading = [](const DownloadOptions&, const FakeModels::Progress&, const std::stop_token&) {
      throw Error("The disk is full.");
    };
    QCOMPARE(run({"models", "get"}), 1);
    QVERIFY(text(console_.errors).endsWith(QStringLiteral("tilescribe-cli: The disk is full.\n")));
  }

  void removing_says_what_is_deleted_and_needs_a_yes() {
    models_->install(FakeModels::full("/m/GLM", ModelOrigin::downloaded));
    QCOMPARE(run({"models", "remove", "GLM-ASR-Nano-2512"}), 1);
    QCOMPARE(text(console_.errors),
             QStringLiteral("tilescribe-cli: This deletes 4.5 GB in /m/GLM; --yes does it.\n"));
    QVERIFY(models_->did().empty());
    QCOMPARE(run({"models", "remove", "GLM-ASR-Nano-2512", "--yes"}), 0);
    QCOMPARE(models_->did(), (std::vector<std::string>{"remove /m/GLM"}));
  }

  void a_folder_of_the_users_own_stays() {
    QCOMPARE(run({"models", "add", "/mine"}), 0);
    QCOMPARE(run({"models", "remove", "/mine"}), 1);
    QVERIFY(text(console_.errors)
                .endsWith(
                    QStringLiteral("This takes /mine from the list and leaves its files; --yes does it.\n")));
  }

  void one_of_several_is_named_by_its_folder() {
    models_->install(FakeModels::full("/a", ModelOrigin::added));
    models_->install(FakeModels::full("/b", ModelOrigin::added));
    QCOMPARE(run({"models", "remove", "GLM-ASR-Nano-2512", "--yes"}), 1);
    QVERIFY(text(console_.errors)
                .endsWith(QStringLiteral(
                    "There are 2 models called GLM-ASR-Nano-2512; name the folder of one.\n")));
    QCOMPARE(run({"models", "remove", "/b", "--yes"}), 0);
    QCOMPARE(models_->did(), (std::vector<std::string>{"remove /b"}));
  }

  void the_demo_model_is_never_removed() {
    QCOMPARE(run({"models", "remove", "Tilescribe demo model", "--yes"}), 1);
    QVERIFY(
        text(console_.errors)
            .endsWith(QStringLiteral("There is no model Tilescribe demo model that could be removed.\n")));
  }

 private:
  int run(const QStringList& words) {
    const Services fakes = fake_services();
    return run_words(words, console_, {fakes.engines, fakes.capture, fakes.lab, *models_});
  }

  std::unique_ptr<FakeModels> models_;
  StringConsole console_;
};

QTEST_GUILESS_MAIN(TestModels)
#include "test_models.moc"
