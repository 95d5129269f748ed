// SPDX-License-Identifier: Apache-2.0
// One model on several engines that share a file's windows: the same text, ids and probabilities as on one;
// those that can't be opened are left out. Two engines of the CPU stand for GPUs.
#define QT_NO_KEYWORDS
#include <QtTest>
#include <algorithm>
#include <bit>
#include <cmath>

#include "inference/local/local_transcriber.h"
#include "inference/measure/bench_stages.h"
#include "inference/pipeline/several_models.h"
#include "kernels/core/error.h"
#include "tests/support/failure_of.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

bool same(const Segment& a, const Segment& b) {
  const bool tokens = std::ranges::equal(a.tokens, b.tokens, [](const Token& x, const Token& y) {
    return x.id == y.id && x.bytes == y.bytes &&
           std::bit_cast<std::uint32_t>(x.probability) == std::bit_cast<std::uint32_t>(y.probability);
  });
  return a.start_s == b.start_s && a.end_s == b.end_s && a.text == b.text && a.window == b.window &&
         a.looped == b.looped && tokens;
}

OpenedModel open_cpu(EngineOptions options) {
  options.engine = Engine::cpu;
  options.compute = Compute::f32;
  options.threads = 1;
  return open_model(options, {});
}

std::vector<OpenedModel> models_on(std::size_t devices, const EngineOptions& last) {
  std::vector<EngineOptions> all(devices);
  all.back() = last;
  return open_on_devices(all, open_cpu);
}

}  // namespace

class SeveralModelsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path file_;
  Transcript alone_;

 private Q_SLOTS:
  void initTestCase() {
    file_ = folder_.filePath("file.wav").toStdString();
    write_speech(file_, joined_speech(80.0).samples);
    alone_ = transcriber_of(models_on(1, {}))->transcribe(file_, {}, {}, {});
    QVERIFY(alone_.segments.back().window >= 2);
  }

  void the_text_is_that_of_one_engine_data() {
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("batch");
    QTest::addColumn<double>("slow_down");
    QTest::newRow("two") << 2 << 0 << 1.0;
    QTest::newRow("two, windows together") << 2 << 3 << 1.0;
    QTest::newRow("three, one of them slow") << 3 << 2 << 2.0;
  }
  void the_text_is_that_of_one_engine() {
    QFETCH(int, devices);
    QFETCH(int, batch);
    QFETCH(double, slow_down);
    EngineOptions last;
    last.slow_down = slow_down;
    const auto together = transcriber_of(models_on(static_cast<std::size_t>(devices), last));
    QCOMPARE(together->engine().name, std::to_string(devices) + " × CPU");
    TranscribeOptions options;
    options.batch = batch;
    const Transcript text = together->transcribe(file_, options, {}, {});
    QVERIFY(std::ranges::equal(text.segments, alone_.segments, same));
    QCOMPARE(text.duration_s, alone_.duration_s);
    QVERIFY(test::failure_of([&] {
              together->profile({});
            }).startsWith(QLatin1String("A profile measures one device")));
  }

  /// The second engine loses its device in its first window; from then on the first one is alone.
  void a_lost_engines_windows_go_to_the_other() {
    EngineOptions last;
    last.inject_fault = InjectedFault::lost;
    const auto together = transcriber_of(models_on(2, last));
    std::vector<std::string> notices;
    TranscribeEvents events;
    events.notice = [&](const Message& what) { notices.push_back(english(what)); };
    for (int run = 0; run < 2; ++run) {
      const Transcript text = together->transcribe(file_, {}, events, {});
      QVERIFY(std::ranges::equal(text.segments, alone_.segments, same));
      QCOMPARE(notices.size(), 1U);
      QVERIFY2(
          notices[0].starts_with("CPU is no longer used, and its work goes to the others: The device was"),
          notices[0].c_str());
      QCOMPARE(together->engine().name, std::string("CPU"));
    }
  }

  /// The batch is shared, and only the whole is timed.
  void a_batch_is_timed_on_all_of_them() {
    std::vector<OpenedModel> models = models_on(2, {});
    StagesOptions options;
    options.windows = {2};
    options.tokens = 2;
    options.runs = 1;
    BenchSetting setting;
    std::vector<StageRow> rows;
    const auto time = [&] {
      bench_stages_on(
          models, options, [&](const BenchSetting& found) { setting = found; },
          [&](const StageRow& row) { rows.push_back(row); }, {});
    };
    time();
    QCOMPARE(setting.engine, std::string("2 × CPU, f32, 1 thread"));
    QVERIFY(rows.size() == 1 && rows[0].stage == "whole" && rows[0].windows == 2);
    QVERIFY(rows[0].time.least_ms > 0.0 && rows[0].time.most_ms >= rows[0].time.least_ms);
    QVERIFY(std::abs(*rows[0].times_real_time * rows[0].time.ms - 60'000.0) < 1.0);
    options.windows = {1};
    QCOMPARE(test::failure_of(time),
             QStringLiteral("Each of the 2 devices needs a window at least, and 1 windows were asked for."));
  }

  void a_device_that_cannot_be_opened_is_left_out() {
    const std::vector<EngineOptions> devices =
        options_of_devices({.engine = Engine::cuda, .gpus = {0, 1}, .inject_fault = InjectedFault::lost}, [] {
          kernels::CudaDevices two;
          two.available = true;
          two.devices.resize(2);
          two.devices[1].index = 1;
          return two;
        });
    QVERIFY(devices[0].gpu == 0 && devices[0].inject_fault == InjectedFault::none);
    QVERIFY(devices[1].gpu == 1 && devices[1].inject_fault == InjectedFault::lost);
    for (const int full : {0, 1}) {
      const auto open = [full](const EngineOptions& options) {
        if (options.gpu == full) throw DeviceError("Its memory is full.");
        return open_cpu({});
      };
      const std::vector<OpenedModel> models = open_on_devices(devices, open);
      QCOMPARE(models.size(), 1U);
      const EngineInfo& info = models.front().engine.info;
      QCOMPARE(english(info.left_out), "GPU " + std::to_string(full) + " is not used: Its memory is full.");
      QCOMPARE(english(info.reason), std::string("The GPUs 0, 1 were asked for."));
    }
    QCOMPARE(test::failure_of([&] {
               open_on_devices(devices, [](const EngineOptions& options) -> OpenedModel {
                 throw DeviceError("GPU {1} is full.", options.gpu);
               });
             }),
             QStringLiteral("GPU 0 is full."));
    const auto cancelled = [](const EngineOptions& options) -> OpenedModel {
      if (options.gpu == 1) throw Cancelled();
      return open_cpu({});
    };
    QVERIFY_THROWS_EXCEPTION(Cancelled, open_on_devices(devices, cancelled));
  }
};

QTEST_GUILESS_MAIN(SeveralModelsTest)
#include "test_several_models.moc"
