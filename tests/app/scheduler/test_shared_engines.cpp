// SPDX-License-Identifier: Apache-2.0
// One model for all workers that ask for the same.
#include <QtTest>
#include <atomic>
#include <thread>
#include <vector>

#include "app/scheduler/shared_engines.h"
#include "kernels/core/error.h"
#include "tests/support/failure_of.h"
#include "tests/support/fake_transcriber.h"

using namespace tilescribe;

namespace {

// How models are opened, and how many were.
struct World {
  test::FakeWorld fakes;
  std::atomic<int> opened = 0, freed = 0;
  std::atomic<bool> fails = false, works = true;

  std::shared_ptr<SharedModel> open(const EngineOptions& options, const std::stop_token& stop) {
    ++opened;
    if (stop.stop_requested()) throw Cancelled();
    if (fails) throw Error("There is no such model.");
    return std::make_shared<Model>(*this, options);
  }

 private:
  struct Model : SharedModel, std::enable_shared_from_this<Model> {
    Model(World& of, EngineOptions with) : world(of), options(std::move(with)) {}
    ~Model() override { ++world.freed; }
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    std::unique_ptr<Transcriber> transcriber() override {
      return std::make_unique<Handle>(shared_from_this(), world.fakes.open(options, {}));
    }
    bool works() const override { return world.works; }
    World& world;
    EngineOptions options;
  };
  struct Handle : Transcriber {
    Handle(std::shared_ptr<Model> of, std::unique_ptr<Transcriber> by)
        : model_(std::move(of)), fake_(std::move(by)) {}
    const EngineInfo& engine() const override { return fake_->engine(); }
    const ModelInfo& model() const override { return fake_->model(); }
    Transcript transcribe(const std::filesystem::path& file, const TranscribeOptions& options,
                          const TranscribeEvents& events, std::stop_token stop) override {
      return fake_->transcribe(file, options, events, std::move(stop));
    }
    std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording> recording,
                                      const LiveOptions& options, const LiveEvents& events,
                                      const LiveCheckpoint& from, std::stop_token stop) override {
      return fake_->live(std::move(recording), options, events, from, std::move(stop));
    }
    std::shared_ptr<Model> model_;
    std::unique_ptr<Transcriber> fake_;
  };
};

SharedEngines engines_of(World& world) {
  return SharedEngines([&world](const EngineOptions& options, const std::stop_token& stop) {
    return world.open(options, stop);
  });
}

}  // namespace

class SharedEnginesTest : public QObject {
  Q_OBJECT

 private slots:
  void whoever_asks_for_the_same_shares_a_model() {
    World world;
    SharedEngines engines = engines_of(world);
    std::vector<std::unique_ptr<Transcriber>> all(8);
    {
      std::vector<std::jthread> workers;
      for (auto& one : all) workers.emplace_back([&] { one = engines.open({.model = "a"}, {}); });
    }
    QCOMPARE(world.opened.load(), 1);
    const auto other = engines.open({.model = "b"}, {});
    QCOMPARE(world.opened.load(), 2);
    all.pop_back();
    QCOMPARE(world.freed.load(), 0);
    all.clear();
    QCOMPARE(world.freed.load(), 1);
  }

  void a_model_that_nobody_has_is_opened_again() {
    World world;
    SharedEngines engines = engines_of(world);
    engines.open({}, {}).reset();
    engines.open({}, {}).reset();
    QCOMPARE(world.opened.load(), 2);
    QCOMPARE(world.freed.load(), 2);
  }

  // A device has no memory for two.
  void a_model_that_does_not_work_is_opened_anew_once_it_is_gone() {
    World world;
    SharedEngines engines = engines_of(world);
    std::unique_ptr<Transcriber> first = engines.open({}, {}), second;
    world.works = false;
    std::atomic<int> freed_before = -1;
    {
      std::jthread worker([&] {
        second = engines.open({}, {});
        freed_before = world.freed.load();
      });
      QTest::qWait(50);
      QCOMPARE(freed_before.load(), -1);
      first.reset();
    }
    QCOMPARE(freed_before.load(), 1);
    QCOMPARE(world.opened.load(), 2);
  }

  void who_waited_hears_the_same_refusal() {
    World world;
    std::atomic<int> asked = 0;
    SharedEngines engines([&](const EngineOptions& options, const std::stop_token& stop) {
      while (asked < 4) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));  // for the others to wait
      world.fails = true;
      return world.open(options, stop);
    });
    std::vector<QString> heard(4);
    {
      std::vector<std::jthread> workers;
      for (QString& one : heard)
        workers.emplace_back([&] {
          ++asked;
          one = test::failure_of([&] { engines.open({}, {}); });
        });
    }
    QCOMPARE(heard, std::vector<QString>(4, "There is no such model."));
    QCOMPARE(world.opened.load(), 1);
  }

  void each_hears_why_there_is_no_model() {
    World world;
    world.fails = true;
    SharedEngines engines = engines_of(world);
    for (int i = 0; i < 2; ++i)
      QCOMPARE(test::failure_of([&] { engines.open({}, {}); }), QString("There is no such model."));
    world.fails = false;
    QVERIFY(engines.open({}, {}) != nullptr);
  }

  void a_stop_ends_the_wait_for_another_worker() {
    World world;
    std::atomic<bool> opening = false, over = false;
    SharedEngines engines([&](const EngineOptions& options, const std::stop_token& stop) {
      if (!opening.exchange(true)) {
        opening.notify_all();
        over.wait(false);
      }
      return world.open(options, stop);
    });
    std::jthread first([&] { engines.open({}, {}); });
    opening.wait(false);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(engines.open({}, stop.get_token()), Cancelled);
    over = true;
    over.notify_all();
  }
};

QTEST_GUILESS_MAIN(SharedEnginesTest)
#include "test_shared_engines.moc"
