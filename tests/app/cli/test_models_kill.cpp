// SPDX-License-Identifier: Apache-2.0
// The program is killed while it downloads, again and again; in the end the files are right.
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>

#include "inference/api/models.h"
#include "inference/api/transcriber.h"
#include "tests/support/hub_server.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

class ModelsKillTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    for (const PublishedFile& file : full_model().files)
      files_[file.name] = read(demo_model_directory() / file.name);
    hub_ = std::make_unique<HubServer>(files_);
    // 25 MB in about four seconds.
    hub_->set_spoiler([](const HubRequest& request, HubReply& reply) {
      if (request.storage && request.method == "GET") reply.pause_ms = 10;
    });
    folder_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
  }

  void killed_at_random_moments_it_continues_to_the_right_bytes() {
    std::mt19937 random(7);
    int killed = 0, resumed = 0;
    while (!fs::exists(final())) {
      QProcess program;
      start(program);
      if (killed == most_kills) {  // a slow machine would never get to the end
        QVERIFY(program.waitForFinished(120'000));
        QCOMPARE(program.exitCode(), 0);
        break;
      }
      if (program.waitForFinished(std::uniform_int_distribution(20, 1500)(random))) {
        QCOMPARE(program.exitCode(), 0);
        continue;
      }
      program.kill();
      QVERIFY(program.waitForFinished());
      ++killed;
      // Half a model never has the final name, at whatever moment the kill came.
      if (fs::exists(final())) expect_whole();
    }
    for (const HubRequest& request : hub_->requests()) resumed += request.from > 0 ? 1 : 0;
    qInfo("killed %d times, resumed %d times", killed, resumed);
    QVERIFY(killed >= 3);
    QVERIFY(resumed >= 2);
    expect_whole();
    QVERIFY(!fs::exists(folder_->path().toStdString() + "/tilescribe/models/GLM-ASR-Nano-2512.part"));
  }

  void an_interrupt_keeps_the_part_and_says_so() {
    QProcess program;
    start(program);
    const auto part = [this] {
      const auto found = partial_download(full_model(), folder());
      return found ? found->bytes : 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(part() > 1'000'000, 20'000);
    ::kill(static_cast<pid_t>(program.processId()), SIGINT);
    QVERIFY(program.waitForFinished());
    QCOMPARE(program.exitCode(), 130);
    const QByteArray said = program.readAllStandardError();
    QVERIFY2(said.contains("the same command gets the rest."), said.constData());
    QVERIFY(!fs::exists(final()));
    QVERIFY(part() > 1'000'000);
  }

 private:
  static constexpr int most_kills = 20;

  fs::path folder() const { return fs::path(folder_->path().toStdString()) / "tilescribe" / "models"; }
  fs::path final() const { return folder() / "GLM-ASR-Nano-2512"; }
  void start(QProcess& program) const {
    program.start(TILESCRIBE_CLI, {"models", "get", "--mirror", QString::fromStdString(hub_->address())});
    QVERIFY(program.waitForStarted());
  }
  void expect_whole() const {
    for (const auto& [name, content] : files_) QVERIFY2(read(final() / name) == content, name.c_str());
  }

  std::map<std::string, std::string> files_;
  std::unique_ptr<HubServer> hub_;
  std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(ModelsKillTest)
#include "test_models_kill.moc"
