// SPDX-License-Identifier: Apache-2.0
// Which engine runs, why, and what a device that fails looks like; on any machine.
#define QT_NO_KEYWORDS
#include <QtTest>
#include <algorithm>
#include <chrono>
#include <system_error>
#include <thread>

#include "inference/api/engine_names.h"
#include "inference/api/error.h"
#include "inference/api/lab.h"
#include "inference/pipeline/engine.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/core/error.h"
#include "kernels/ops/elementwise/elementwise.h"

using namespace tilescribe;

namespace {

bool has_gpu() {
  return std::ranges::any_of(devices(), [](const DeviceRow& row) { return row.gpu >= 0 && row.usable; });
}

std::string refusal(const EngineOptions& options) {
  try {
    open_engine(options, 0);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// One small op, or the failure that it ends with.
Failure run_op(kernels::Backend& backend) {
  float value = 1.0f;
  const kernels::TensorView view{&value, kernels::DType::f32, {1, 1}};
  try {
    backend.run(kernels::Add{view, view});
  } catch (...) {
    return describe_failure(std::current_exception());
  }
  return {};
}

}  // namespace

class EngineTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void devices_say_what_is_chosen_and_why() {
    const std::vector<DeviceRow> rows = devices();
    QVERIFY(rows.size() >= 2);
    QCOMPARE(rows[0].engine, std::string("cpu"));
    QVERIFY(rows[0].usable);
    QCOMPARE(std::ranges::count_if(rows, &DeviceRow::chosen), std::ptrdiff_t{1});
    for (const DeviceRow& row : rows) {
      QVERIFY(value_of(engine_names, row.engine));
      QVERIFY2(row.reason.ends_with('.'), row.reason.c_str());
      QVERIFY(row.usable || !row.chosen);
      QCOMPARE(row.gpu >= 0, row.engine != "cpu" && row.name != "no NVIDIA GPU");
    }
    QCOMPARE(rows[0].chosen, !has_gpu());
  }

  void left_to_itself_it_says_why_no_gpu_is_used() {
    const OpenedEngine exact = open_engine({.compute = Compute::f32, .threads = 1}, 0);
    QCOMPARE(exact.info.gpu, -1);
    QCOMPARE(exact.info.reason, std::string("Arithmetic in f32 was asked for."));
    const OpenedEngine best = open_engine({.threads = 1}, 0);
    QCOMPARE(best.info.gpu >= 0, has_gpu());
    if (best.info.gpu < 0)
      QVERIFY2(best.info.reason.starts_with("No GPU is used: "), best.info.reason.c_str());
    // More than any GPU has.
    const OpenedEngine large = open_engine({.threads = 1}, std::int64_t{1} << 50);
    QCOMPARE(large.info.gpu, -1);
    QVERIFY2(large.info.reason.starts_with("No GPU is used: "), large.info.reason.c_str());
  }

  void what_an_engine_cannot_do_is_refused_in_words() {
    for (const auto& engine : engine_names) {
      for (const auto& compute : compute_names) {
        if (engine.value == Engine::automatic || computes_in(engine.value, compute.value)) continue;
        const std::string sentence = refusal({.engine = engine.value, .compute = compute.value});
        QVERIFY2(sentence.find("computes in") != std::string::npos, sentence.c_str());
      }
    }
    for (const auto& engine : engine_names) {
      if (engine.value == Engine::cuda_baseline) continue;
      const EngineOptions cublas{.engine = engine.value, .linear_library = LinearLibrary::cublas};
      QCOMPARE(refusal(cublas),
               "cuBLAS can run the linear layers of the engine cuda-baseline; the engine asked for is " +
                   std::string(engine.name) + ".");
      QVERIFY(on_cpu(cublas).linear_library == LinearLibrary::own);
    }
    const std::string nothing = refusal({.engine = Engine::cuda, .gpu = 1023});
    // Without a driver, without the plugin, or without so many GPUs: each says which.
    const bool says_which =
        nothing.find("GPU") != std::string::npos || nothing.find("NVIDIA") != std::string::npos;
    QVERIFY2(says_which && nothing.ends_with('.'), nothing.c_str());
  }

  void a_fault_comes_at_the_fortieth_op_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<bool>("for_good");
    QTest::newRow("none") << static_cast<int>(InjectedFault::none) << false;
    QTest::newRow("launch") << static_cast<int>(InjectedFault::launch) << false;
    QTest::newRow("memory") << static_cast<int>(InjectedFault::memory) << false;
    QTest::newRow("lost") << static_cast<int>(InjectedFault::lost) << true;
  }
  void a_fault_comes_at_the_fortieth_op() {
    QFETCH(int, fault);
    QFETCH(bool, for_good);
    const EngineOptions options{.engine = Engine::cpu,
                                .compute = Compute::f32,
                                .threads = 1,
                                .inject_fault = static_cast<InjectedFault>(fault)};
    const OpenedEngine engine = open_engine(options, 0);
    for (int op = 1; op <= 60; ++op) {
      const Failure failure = run_op(*engine.backend);
      const bool fails = options.inject_fault != InjectedFault::none && (op == 40 || (op > 40 && for_good));
      QCOMPARE(!failure.sentence.empty(), fails);
      QCOMPARE(failure.device, fails);
    }
    // The same on the CPU in its place works.
    const OpenedEngine instead = open_engine(on_cpu(options), 0);
    for (int op = 1; op <= 60; ++op) QVERIFY(run_op(*instead.backend).sentence.empty());
  }

  /// One hook does not replace the other: ops are slow until the fault comes.
  void a_slow_engine_may_fail_too() {
    using Clock = std::chrono::steady_clock;
    const OpenedEngine engine = open_engine({.engine = Engine::cpu,
                                             .compute = Compute::f32,
                                             .threads = 1,
                                             .inject_fault = InjectedFault::launch,
                                             .slow_down = 4.0},
                                            0);
    for (int op = 1; op < 38; ++op) QVERIFY(run_op(*engine.backend).sentence.empty());
    // What passes between two ops counts as the first one's time, unless it is a pause of more than a second:
    // a busy machine may make it one.
    constexpr std::chrono::milliseconds work{20};
    bool slowed = false;
    for (int op = 38; op < 40; ++op) {
      std::this_thread::sleep_for(work);
      const Clock::time_point begin = Clock::now();
      QVERIFY(run_op(*engine.backend).sentence.empty());
      slowed = slowed || Clock::now() - begin >= 3 * work;
    }
    QVERIFY(slowed);
    QVERIFY(run_op(*engine.backend).device);
  }

  void threads_are_at_most_the_cores() {
    const int cores = kernels::cpu_facts().cores;
    const auto threads = [](int wanted) {
      const OpenedEngine engine = open_engine({.engine = Engine::cpu, .threads = wanted}, 0);
      auto* const cpu = dynamic_cast<kernels::CpuBackend*>(engine.backend.get());
      return cpu != nullptr && cpu->pool().threads() == engine.info.threads ? engine.info.threads : -1;
    };
    QCOMPARE(threads(1000), cores);
    QCOMPARE(threads(cores), cores);
    QCOMPARE(threads(0), cores);
    QCOMPARE(threads(1), 1);
  }

  void only_a_devices_failure_is_one() {
    const auto failure = [](const auto& error) { return describe_failure(std::make_exception_ptr(error)); };
    QVERIFY(failure(DeviceError("The GPU is gone.", "status 999")).device);
    QCOMPARE(failure(DeviceError("The GPU is gone.", "status 999")).details, std::string("status 999"));
    QVERIFY(!failure(Error("There is no such file.")).device);
    QVERIFY(!failure(std::bad_alloc()).device);
    const std::system_error no_thread(std::make_error_code(std::errc::resource_unavailable_try_again));
    QCOMPARE(failure(no_thread).sentence,
             std::string("The system refused a thread or memory: Resource temporarily unavailable."));
  }

  void a_check_names_engine_and_arithmetic() {
    CheckOptions options;
    options.op = "add";
    options.engine = {.engine = Engine::cpu, .compute = Compute::f32, .threads = 1};
    std::size_t rows = 0;
    check_ops(options, [&](const CheckRow& row) {
      ++rows;
      QVERIFY2(row.variant.starts_with("cpu f32/"), row.variant.c_str());
      QVERIFY(row.passed);
    });
    QVERIFY(rows >= 6);
    options.engine.compute = Compute::tf32;
    QVERIFY_THROWS_EXCEPTION(Error, check_ops(options, [](const CheckRow&) {}));
    options.engine = {.engine = Engine::cuda, .gpu = 1023};
    QVERIFY_THROWS_EXCEPTION(Error, check_ops(options, [](const CheckRow&) {}));
  }
};

QTEST_APPLESS_MAIN(EngineTest)
#include "test_engine.moc"
