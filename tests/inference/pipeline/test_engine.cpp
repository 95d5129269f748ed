// SPDX-License-Identifier: Apache-2.0
// Which engine runs, why, and what a device that fails looks like; on any machine.
#define QT_NO_KEYWORDS
#include <QtTest>
#include <algorithm>
#include <chrono>
#include <set>
#include <system_error>
#include <thread>

#include "inference/api/engine_names.h"
#include "inference/api/error.h"
#include "inference/api/lab.h"
#include "inference/pipeline/engine.h"
#include "inference/pipeline/several_models.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/core/error.h"
#include "kernels/ops/elementwise/elementwise.h"

using namespace tilescribe;

Q_DECLARE_METATYPE(tilescribe::kernels::CudaDevices)

namespace {

/// A machine with GPUs of so many free bytes each; those of 0 bytes can't be used.
kernels::CudaDevices with_gpus(std::vector<std::int64_t> free_bytes) {
  kernels::CudaDevices cuda;
  cuda.available = true;
  cuda.driver_version = cuda.runtime_version = 13000;
  for (const std::int64_t free : free_bytes) {
    kernels::CudaDeviceFacts gpu;
    gpu.index = static_cast<int>(cuda.devices.size());
    gpu.name = "NVIDIA Fake";
    gpu.major = 9;
    gpu.memory_bytes = free + (std::int64_t{1} << 30);
    gpu.free_bytes = free;
    gpu.usable = free > 0;
    gpu.reason = gpu.usable ? Message() : Message("This build holds no kernels for it.");
    cuda.devices.push_back(gpu);
  }
  return cuda;
}

kernels::CudaDevices without_driver() {
  kernels::CudaDevices cuda;
  cuda.reason = Message("There is no driver.");
  return cuda;
}

constexpr std::int64_t gibibyte = std::int64_t{1} << 30;

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
  void several_gpus_are_as_many_devices() {
    const auto gpus_of = [](const EngineOptions& options, const kernels::CudaDevices& machine) {
      std::vector<int> gpus;
      try {
        for (const EngineOptions& one : options_of_devices(options, [&] { return machine; })) {
          const bool sound = one.gpus.empty() && !one.all_gpus;
          gpus.push_back(sound && one.engine != Engine::cpu ? one.gpu : -1);
        }
      } catch (const Error& error) {
        return std::string(error.what());
      }
      std::string text;
      for (const int gpu : gpus) text += std::to_string(gpu) + ' ';
      return text;
    };
    const kernels::CudaDevices machine = with_gpus({gibibyte, 0, gibibyte});
    QCOMPARE(gpus_of({.gpu = 2}, machine), std::string("2 "));
    QCOMPARE(gpus_of({.gpus = {2, 0}}, machine), std::string("2 0 "));
    QCOMPARE(gpus_of({.engine = Engine::cuda_baseline, .all_gpus = true}, machine), std::string("0 2 "));
    QCOMPARE(gpus_of({.all_gpus = true}, without_driver()), std::string("0 "));  // `automatic` takes the CPU
    QCOMPARE(gpus_of({.engine = Engine::cuda, .gpus = {0, 1}}, without_driver()),
             std::string("GPUs were asked for. There is no driver."));
    QCOMPARE(gpus_of({.gpus = {0, 3}}, machine),
             std::string("GPU 3 was asked for, but this machine has 3, counted from 0."));
    QCOMPARE(gpus_of({.engine = Engine::cpu, .gpus = {0, 1}}, machine),
             std::string("GPUs run the engines cuda and cuda-baseline; the engine asked for is cpu."));
    EngineInfo h200, other;
    h200.name = "NVIDIA H200, cuda";
    other.name = "NVIDIA A100, cuda";
    QCOMPARE(joined_engine({&h200}).name, h200.name);
    QCOMPARE(joined_engine({&h200, &h200}).name, std::string("2 × NVIDIA H200, cuda"));
    QCOMPARE(joined_engine({&h200, &h200, &other}).name,
             std::string("2 × NVIDIA H200, cuda + NVIDIA A100, cuda"));
  }

  void devices_say_what_is_chosen_and_why_data() {
    QTest::addColumn<kernels::CudaDevices>("cuda");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("chosen");
    QTest::newRow("no driver") << without_driver() << 2 << "cpu";
    QTest::newRow("one GPU") << with_gpus({24 * gibibyte}) << 3 << "cuda";
    QTest::newRow("two GPUs, one of which can't be used") << with_gpus({24 * gibibyte, 0}) << 4 << "cuda";
    QTest::newRow("none that can be used") << with_gpus({0}) << 2 << "cpu";
    QTest::newRow("none with room") << with_gpus({gibibyte / 2}) << 3 << "cpu";
    QTest::newRow("this machine") << kernels::cuda_devices() << -1 << "";
  }
  void devices_say_what_is_chosen_and_why() {
    QFETCH(kernels::CudaDevices, cuda);
    QFETCH(int, rows);
    QFETCH(QString, chosen);
    const std::vector<DeviceRow> found = device_rows(cuda);
    if (rows >= 0) QCOMPARE(static_cast<int>(found.size()), rows);
    QVERIFY(found.size() >= 2);
    QCOMPARE(found[0].engine, std::string("cpu"));
    QVERIFY(found[0].usable);
    QCOMPARE(std::ranges::count_if(found, &DeviceRow::chosen), std::ptrdiff_t{1});
    for (const DeviceRow& row : found) {
      QVERIFY(value_of(engine_names, row.engine));
      const std::string reason = english(row.reason);
      QVERIFY2(reason.ends_with('.'), reason.c_str());
      QVERIFY(row.usable || !row.chosen);
      QCOMPARE(row.gpu >= 0, row.engine != "cpu" && row.name != Message("no NVIDIA GPU"));
      if (row.chosen && !chosen.isEmpty()) QCOMPARE(QString::fromStdString(row.engine), chosen);
    }
  }

  void left_to_itself_it_says_why_it_takes_what_data() {
    QTest::addColumn<kernels::CudaDevices>("cuda");
    QTest::addColumn<int>("compute");
    QTest::addColumn<qint64>("weight_bytes");
    QTest::addColumn<int>("engine");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const kernels::CudaDevices& cuda, Compute compute,
                        std::int64_t bytes, Engine engine, const char* reason) {
      QTest::newRow(name) << cuda << static_cast<int>(compute) << static_cast<qint64>(bytes)
                          << static_cast<int>(engine) << reason;
    };
    const kernels::CudaDevices large = with_gpus({24 * gibibyte});
    row("a GPU", large, Compute::automatic, 4 * gibibyte, Engine::cuda,
        "The GPU is the fastest that this machine has.");
    row("a GPU in bf16", large, Compute::bf16, 4 * gibibyte, Engine::cuda, "The GPU is the fastest");
    row("a GPU in tf32", large, Compute::tf32, 4 * gibibyte, Engine::cuda_baseline,
        "Arithmetic in tf32 was asked for.");
    row("a GPU, but f32", large, Compute::f32, 0, Engine::cpu, "Arithmetic in f32 was asked for.");
    row("just room", with_gpus({5 * gibibyte}), Compute::automatic, 4 * gibibyte, Engine::cuda, "The GPU");
    row("no room", with_gpus({5 * gibibyte - 1}), Compute::automatic, 4 * gibibyte, Engine::cpu,
        "No GPU is used: The model needs 5120 MiB of the GPU's memory, but 5120 MiB are free.");
    row("unusable", with_gpus({0}), Compute::automatic, 0, Engine::cpu,
        "No GPU is used: This build holds no kernels for it.");
    row("no driver", without_driver(), Compute::automatic, 0, Engine::cpu,
        "No GPU is used: There is no driver.");
    row("no driver, tf32", without_driver(), Compute::tf32, 0, Engine::cpu,
        "No GPU is used: There is no driver.");
  }
  void left_to_itself_it_says_why_it_takes_what() {
    QFETCH(kernels::CudaDevices, cuda);
    QFETCH(int, compute);
    QFETCH(qint64, weight_bytes);
    QFETCH(int, engine);
    QFETCH(QString, reason);
    const EngineOptions options{.compute = static_cast<Compute>(compute)};
    const EngineChoice choice = choose_engine(options, weight_bytes, [&] { return cuda; });
    QCOMPARE(static_cast<int>(choice.engine), engine);
    const QString found = QString::fromStdString(english(choice.reason));
    QVERIFY2(found.startsWith(reason), qPrintable(found));
  }

  void gpus_are_looked_for_only_where_it_matters() {
    int asked = 0;
    const auto none = [&] { return ++asked, without_driver(); };
    for (const Engine engine : {Engine::cpu, Engine::cuda, Engine::cuda_baseline}) {
      QVERIFY(choose_engine({.engine = engine}, 0, none).engine == engine);
    }
    choose_engine({.compute = Compute::f32}, 0, none);
    QCOMPARE(asked, 0);
    choose_engine({}, 0, none);
    QCOMPARE(asked, 1);
    QVERIFY(choose_engine({.weights = Weights::int8}, 0, none).engine == Engine::cpu);
    QVERIFY(choose_engine({.weights = Weights::int8}, 0, [] { return with_gpus({24 * gibibyte}); }).engine ==
            Engine::cuda);
    const EngineOptions second{.gpu = 1};
    const auto one = [] { return with_gpus({24 * gibibyte}); };
    QCOMPARE(english(choose_engine(second, 0, one).reason),
             std::string("No GPU is used: GPU 1 was asked for, but this machine has 1, counted from 0."));
    const EngineOptions little{.gpu_memory_mib = 4096};
    QCOMPARE(english(choose_engine(little, 4 * gibibyte, one).reason),
             std::string(
                 "No GPU is used: The model needs 5120 MiB of the GPU's memory, but 4096 MiB may be taken."));
  }

  void weights_are_stored_as_was_asked() {
    const OpenedEngine plain = open_engine({.engine = Engine::cpu, .compute = Compute::f32, .threads = 1}, 0);
    QCOMPARE(plain.info.summary(), std::string("CPU, f32, 1 thread"));
    QCOMPARE(plain.info.arithmetic(), std::string("f32"));
    const OpenedEngine int8 =
        open_engine({.compute = Compute::f32, .weights = Weights::int8, .threads = 1}, 0);
    QCOMPARE(int8.info.weights, std::string("int8"));
    QCOMPARE(int8.info.summary(), std::string("CPU, f32, int8 weights, 1 thread"));
    QCOMPARE(int8.info.arithmetic(), std::string("f32×int8"));
    EngineInfo gpu;
    gpu.name = "A GPU, cuda";
    gpu.compute = "bf16";
    gpu.weights = "int8";
    QCOMPARE(gpu.summary(), std::string("A GPU, cuda, bf16, int8 weights"));
    const std::vector<float> values(8);
    const kernels::WeightPart part{{values.data(), kernels::DType::f32, {2, 4}}, {}};
    const auto stored = [&](const OpenedEngine& engine) {
      return engine.backend->prepare(kernels::WeightRole::matrix, {&part, 1})->dtype();
    };
    QVERIFY(stored(plain) == kernels::DType::f32);
    QVERIFY(stored(int8) == kernels::DType::i8);
    QVERIFY(stored(open_engine({.engine = Engine::cpu, .weights = Weights::bf16, .threads = 1}, 0)) ==
            kernels::DType::bf16);
  }

  void a_model_in_fp8_goes_on_in_int8_on_the_cpu() {
    EngineOptions gpu{.engine = Engine::cuda, .weights = Weights::fp8};
    gpu.groups[1].weights = Weights::fp8;
    QVERIFY(on_cpu(gpu).weights == Weights::int8 && on_cpu(gpu).groups[1].weights == Weights::int8);
    QVERIFY(on_cpu({.weights = Weights::bf16}).weights == Weights::bf16);
  }

  void what_is_opened_is_what_was_chosen() {
    const OpenedEngine exact = open_engine({.compute = Compute::f32, .threads = 1}, 0);
    QCOMPARE(exact.info.gpu, -1);
    QCOMPARE(english(exact.info.reason), std::string("Arithmetic in f32 was asked for."));
    // More than any GPU has.
    const OpenedEngine large = open_engine({.threads = 1}, std::int64_t{1} << 50);
    QCOMPARE(large.info.gpu, -1);
    QVERIFY(english(large.info.reason).starts_with("No GPU is used: "));
  }

  void what_an_engine_cannot_do_is_refused_in_words() {
    for (const auto& engine : engine_names) {
      for (const auto& compute : compute_names) {
        if (engine.value == Engine::automatic || computes_in(engine.value, compute.value)) continue;
        const std::string sentence = refusal({.engine = engine.value, .compute = compute.value});
        QVERIFY2(sentence.find("computes in") != std::string::npos, sentence.c_str());
      }
    }
    QCOMPARE(refusal({.engine = Engine::cuda_baseline, .weights = Weights::int8}),
             std::string("The engine cuda-baseline stores weights in f32; for int8 take cuda or cpu."));
    QCOMPARE(refusal({.engine = Engine::cuda_baseline, .weights = Weights::bf16}),
             std::string("The engine cuda-baseline stores weights in f32; for bf16 take cuda or cpu."));
    QCOMPARE(refusal({.engine = Engine::cuda_baseline, .weights = Weights::fp8}),
             std::string("The engine cuda-baseline stores weights in f32; for fp8 take cuda."));
    QCOMPARE(refusal({.engine = Engine::cpu, .weights = Weights::fp8}),
             std::string("The engine cpu stores weights in f32, bf16 or int8; for fp8 take cuda."));
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
      QCOMPARE(!failure.message.empty(), fails);
      QCOMPARE(failure.device, fails);
    }
    // The same on the CPU in its place works.
    const OpenedEngine instead = open_engine(on_cpu(options), 0);
    for (int op = 1; op <= 60; ++op) QVERIFY(run_op(*instead.backend).message.empty());
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
    for (int op = 1; op < 38; ++op) QVERIFY(run_op(*engine.backend).message.empty());
    // What passes between two ops counts as the first one's time, unless it is a pause of more than a second:
    // a busy machine may make it one.
    constexpr std::chrono::milliseconds work{20};
    bool slowed = false;
    for (int op = 38; op < 40; ++op) {
      std::this_thread::sleep_for(work);
      const Clock::time_point begin = Clock::now();
      QVERIFY(run_op(*engine.backend).message.empty());
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
    QVERIFY(failure(DeviceError(Message("The GPU is gone."), "status 999")).device);
    QCOMPARE(failure(DeviceError(Message("The GPU is gone."), "status 999")).details,
             std::string("status 999"));
    QVERIFY(!failure(Error("There is no such file.")).device);
    QVERIFY(!failure(std::bad_alloc()).device);
    const std::system_error no_thread(std::make_error_code(std::errc::resource_unavailable_try_again));
    QCOMPARE(english(failure(no_thread).message),
             std::string("The system refused a thread or memory: Resource temporarily unavailable."));
  }

  void every_variant_says_what_it_is_good_for() {
    CheckOptions options;
    options.engine = {.engine = Engine::cpu, .threads = 1};
    std::set<std::string> named;
    for (const VariantRow& row : list_variants(options)) {
      const std::string why = english(row.why);
      QVERIFY2(row.variant.starts_with("cpu/") && why.size() > 20 && why.ends_with('.'), row.variant.c_str());
      QVERIFY2(named.insert(row.op + " " + row.variant).second, row.variant.c_str());  // once
    }
    QVERIFY(named.contains("linear cpu/highway") && named.contains("linear cpu/int8"));
    options.op = "add";
    const std::vector<VariantRow> rows = list_variants(options);
    QVERIFY(!rows.empty() && rows.front().op == "add" && rows.back().op == "add");
  }

  void a_check_names_engine_and_arithmetic() {
    CheckOptions options;
    options.op = "add";
    options.engine = {.engine = Engine::cpu, .compute = Compute::f32, .threads = 1};
    std::size_t rows = 0, in_int8 = 0;
    check_ops(options, [&](const CheckRow& row) {
      ++(row.variant.starts_with("cpu f32 int8/") ? in_int8 : rows);
      QVERIFY2(row.variant.starts_with("cpu f32/") || row.variant.starts_with("cpu f32 int8/"),
               row.variant.c_str());
      QVERIFY(row.passed);
    });
    QVERIFY(rows >= 6);
    QCOMPARE(in_int8, rows);
    options.engine.weights = Weights::bf16;
    check_ops(options, [](const CheckRow& row) { QVERIFY(row.variant.starts_with("cpu f32 bf16/")); });
    options.engine.weights = Weights::automatic;
    options.engine.compute = Compute::tf32;
    QVERIFY_THROWS_EXCEPTION(Error, check_ops(options, [](const CheckRow&) {}));
    options.engine = {.engine = Engine::cuda, .gpu = 1023};
    QVERIFY_THROWS_EXCEPTION(Error, check_ops(options, [](const CheckRow&) {}));
  }
};

QTEST_APPLESS_MAIN(EngineTest)
#include "test_engine.moc"
