// SPDX-License-Identifier: Apache-2.0
// The file of tuned choices: kept, found again, set aside, and whole after a kill. What an engine makes of
// it.
#include <QtTest>
#include <csignal>
#include <fstream>
#include <random>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inference/pipeline/tuned_file.h"
#include "kernels/core/build_id.h"
#include "kernels/core/error.h"
#include "kernels/ops/elementwise/elementwise.h"

using namespace tilescribe;

namespace {

namespace fs = std::filesystem;
using kernels::TunedChoices;

kernels::TunedFor machine() {
  return {.device = "A CPU", .driver = {}, .engine = "cpu", .arithmetic = "f32", .build = "ab", .threads = 2};
}

TunedChoices choices_of(int count) {
  TunedChoices choices;
  for (int i = 0; i < count; ++i) {
    choices.put({.op = "linear",
                 .problem = "rows=" + std::to_string(i),
                 .state = kernels::TuneState::kept,
                 .before = {"plain"},
                 .best = {"tuned"}});
  }
  return choices;
}

EngineOptions cpu() {
  EngineOptions options;
  options.engine = Engine::cpu;
  options.compute = Compute::f32;
  options.threads = 1;
  return options;
}

}  // namespace

class TunedFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path file() { return fs::path(folder_.path().toStdString()) / "tilescribe" / "tuned" / "a.txt"; }

 private slots:
  void initTestCase() {
    QVERIFY(folder_.isValid());
    qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
  }
  void init() { fs::remove_all(fs::path(folder_.path().toStdString()) / "tilescribe"); }

  void itIsFoundAgain() {
    QVERIFY(load_tuned(file(), machine()).choices.all().empty());
    save_tuned(file(), machine(), choices_of(3));
    const LoadedChoices loaded = load_tuned(file(), machine());
    QCOMPARE(loaded.choices.kept(), 3);
    QVERIFY(loaded.set_aside.empty());
    QCOMPARE(fs::status(file()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  }

  void aDamagedOneIsSetAside() {
    save_tuned(file(), machine(), choices_of(3));
    std::ofstream(file(), std::ios::app) << "choice\n";
    const LoadedChoices loaded = load_tuned(file(), machine());
    QVERIFY(loaded.choices.all().empty());
    QVERIFY2(QString::fromStdString(english(loaded.set_aside)).endsWith("a.txt.set-aside. It is damaged."),
             english(loaded.set_aside).c_str());
    QVERIFY(!fs::exists(file()));
    QVERIFY(fs::exists(file().string() + ".set-aside"));
    QVERIFY(load_tuned(file(), machine()).set_aside.empty());  // said once
  }

  void oneOfAnotherMachineIsSetAside() {
    kernels::TunedFor other = machine();
    other.device = "Another CPU";
    save_tuned(file(), other, choices_of(3));
    const LoadedChoices loaded = load_tuned(file(), machine());
    QVERIFY(loaded.choices.all().empty());
    QVERIFY(QString::fromStdString(english(loaded.set_aside)).contains("made for another device"));
  }

  // A child that does nothing but replace the file is killed at any time: the file is always one that it
  // wrote.
  void aKillLeavesAWholeFile() {
    save_tuned(file(), machine(), choices_of(1));
    std::mt19937 random(3);
    for (int round = 0; round < 25; ++round) {
      const pid_t child = fork();
      if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (int count = 1;; count = count % 200 + 1) save_tuned(file(), machine(), choices_of(count));
      }
      QVERIFY(child > 0);
      QTest::qSleep(1 + static_cast<int>(random() % 20));
      ::kill(child, SIGKILL);
      int status = 0;
      QCOMPARE(waitpid(child, &status, 0), child);
      QVERIFY(WIFSIGNALED(status));  // it did not end by itself
      const LoadedChoices loaded = load_tuned(file(), machine());
      QVERIFY2(loaded.set_aside.empty(), english(loaded.set_aside).c_str());
      QVERIFY(loaded.choices.kept() >= 1);
    }
  }

  void anEngineUsesWhatIsKeptForIt() {
    const kernels::Add::Problem problem{{4, 40, kernels::DType::f32}};
    const OpenedEngine plain = open_engine(cpu(), 0);
    QVERIFY(plain.backend->preferences() == nullptr);
    const kernels::TunedFor here = tuned_for(plain);
    QCOMPARE(here.engine, std::string("cpu"));
    QCOMPARE(here.threads, 1);
    QVERIFY(!here.device.empty());
    QCOMPARE(here.build, kernels_build_id());
    QCOMPARE(here.build.size(), 40U);  // a SHA-1, which the linker was asked for

    TunedChoices choices;
    choices.put({.op = "add",
                 .problem = kernels::key_of(problem),
                 .state = kernels::TuneState::kept,
                 .best = {"highway"}});
    save_tuned(tuned_file(here), here, choices);
    const OpenedEngine tuned = open_engine(cpu(), 0);
    QVERIFY(tuned.backend->preferences() != nullptr);
    QVERIFY(QString::fromStdString(english(tuned.info.reason)).endsWith("Tuned choices in use: 1."));
    QCOMPARE(tuned.backend->plan<kernels::Add>(problem).variant->name, std::string("highway"));

    EngineOptions without = cpu();
    without.tuned = false;
    QVERIFY(open_engine(without, 0).backend->preferences() == nullptr);
    EngineOptions other = cpu();
    other.weights = Weights::int8;  // other arithmetic, so another file
    QVERIFY(open_engine(other, 0).backend->preferences() == nullptr);
  }

  void aVariantThatIsGoneHasNoEffect() {
    const kernels::Add::Problem problem{{4, 40, kernels::DType::f32}};
    const kernels::TunedFor here = tuned_for(open_engine(cpu(), 0));
    TunedChoices choices;
    choices.put({.op = "add",
                 .problem = kernels::key_of(problem),
                 .state = kernels::TuneState::kept,
                 .best = {"gone"}});
    save_tuned(tuned_file(here), here, choices);
    const OpenedEngine tuned = open_engine(cpu(), 0);
    QCOMPARE(tuned.backend->plan<kernels::Add>(problem).variant->name, std::string("highway"));
  }

  void anEngineSaysThatAFileWasSetAside() {
    const kernels::TunedFor here = tuned_for(open_engine(cpu(), 0));
    fs::create_directories(tuned_file(here).parent_path());
    std::ofstream(tuned_file(here)) << "nonsense";
    const OpenedEngine opened = open_engine(cpu(), 0);
    QVERIFY(opened.backend->preferences() == nullptr);
    QVERIFY2(QString::fromStdString(english(opened.info.tuned)).endsWith("It is damaged."),
             english(opened.info.tuned).c_str());
    QVERIFY(open_engine(cpu(), 0).info.tuned.empty());
  }

  void variantsThatAreAskedFor() {
    EngineOptions options = cpu();
    options.fusion = false;
    const kernels::Add::Problem problem{{4, 40, kernels::DType::f32}};
    const OpenedEngine composed = open_engine(options, 0);
    QVERIFY(composed.backend->preferences() != nullptr);
    QCOMPARE(composed.backend->plan<kernels::Add>(problem).variant->name,
             std::string("highway"));  // has no default
    options.variants = {{"add", "nosuch"}};
    QVERIFY_THROWS_EXCEPTION(Error, open_engine(options, 0));
    options.variants = {{"nosuch", "x"}};
    QVERIFY_THROWS_EXCEPTION(Error, open_engine(options, 0));
    options.variants = {{"add", "highway"}};
    const OpenedEngine forced = open_engine(options, 0);
    QCOMPARE(*forced.backend->forced_variant("add"), std::string("highway"));
  }
};

QTEST_APPLESS_MAIN(TunedFileTest)
#include "test_tuned_file.moc"
