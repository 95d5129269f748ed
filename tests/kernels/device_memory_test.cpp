// SPDX-License-Identifier: Apache-2.0
// A GPU's memory and the buffers for its weights when calls of the driver fail: on the host, with a fake
// driver.
#include <QtTest>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "kernels/backend/cuda/device_arena.h"
#include "kernels/backend/cuda/host_upload.h"
#include "kernels/core/error.h"
#include "kernels/device/owned.h"
#include "tests/kernels/fake_cuda/fake_cuda.h"

using namespace tilescribe;
using namespace tilescribe::kernels;
using fake_cuda::device;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

}  // namespace

class DeviceMemoryTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { device() = {}; }
  void cleanup() {
    QVERIFY(device().allocated.empty());
    QCOMPARE(device().pinned, 0);
    QCOMPARE(device().events, 0);
    QCOMPARE(device().graphs, 0);
  }

  void blocks_are_reused_and_go_back() {
    DeviceArena arena(0, 0);
    void* const first = arena.take(1000);
    void* const second = arena.take(70 * mebibyte);
    QCOMPARE(arena.used(), 1024 + 70 * mebibyte);
    arena.give(first);
    QCOMPARE(arena.take(512), first);
    arena.give(first);
    arena.give(second);
    QCOMPARE(arena.used(), std::size_t{0});
  }

  /// The driver refuses to take a chunk back: the arena is as it was, and goes on.
  void a_chunk_that_can_not_be_freed_stays() {
    DeviceArena arena(0, 0);
    arena.give(arena.take(64 * mebibyte));
    QCOMPARE(device().allocated.size(), std::size_t{1});
    device().failing = "cudaFree";
    // Twice: the second time finds what the first one left behind.
    for (int i = 0; i < 2; ++i) {
      device().failing_after = 0;
      QVERIFY_THROWS_EXCEPTION(DeviceError, static_cast<void>(arena.take(128 * mebibyte)));
      QCOMPARE(arena.used(), std::size_t{0});
    }
    void* const small = arena.take(32 * mebibyte);  // out of the chunk that stayed
    QCOMPARE(device().allocated.size(), std::size_t{1});
    arena.give(small);
    device().failing.clear();
    void* const large = arena.take(128 * mebibyte);
    QCOMPARE(device().allocated.size(), std::size_t{1});
    QCOMPARE(device().allocated.begin()->second, 128 * mebibyte);
    arena.give(large);
  }

  void what_does_not_fit_is_refused_with_figures() {
    DeviceArena arena(0, 256 * mebibyte);
    void* const kept = arena.take(200 * mebibyte);
    QVERIFY_THROWS_EXCEPTION(DeviceError, static_cast<void>(arena.take(100 * mebibyte)));
    QCOMPARE(arena.used(), 200 * mebibyte);
    arena.give(kept);
  }

  /// A driver's failure while the arena grows, by take() and by reserve(): the arena is as it was, and goes
  /// on when the driver does.
  void a_chunk_that_can_not_be_had_changes_nothing_data() {
    QTest::addColumn<QString>("call");
    QTest::addColumn<bool>("reserved");
    QTest::addColumn<bool>("separate");
    QTest::newRow("take") << "cudaMalloc" << false << false;
    QTest::newRow("reserve") << "cudaMalloc" << true << false;
    QTest::newRow("separate") << "cudaMalloc" << false << true;
    QTest::newRow("no figures") << "cudaMemGetInfo" << false << false;
  }
  void a_chunk_that_can_not_be_had_changes_nothing() {
    QFETCH(QString, call);
    QFETCH(bool, reserved);
    QFETCH(bool, separate);
    DeviceArena arena(0, 0, separate);
    void* const kept = arena.take(48 * mebibyte);
    const std::size_t used = arena.used();
    const std::size_t available = arena.available();
    const auto blocks = device().allocated;
    // The driver says by itself that there is no room, where it is asked for figures afterwards.
    if (call == "cudaMemGetInfo") device().memory = 64 * mebibyte;
    device().failing = call.toStdString();
    for (int i = 0; i < 2; ++i) {
      device().failing_after = 0;
      const auto grow = [&] {
        reserved ? arena.reserve(100 * mebibyte) : static_cast<void>(arena.take(100 * mebibyte));
      };
      QVERIFY_THROWS_EXCEPTION(DeviceError, grow());
      QCOMPARE(arena.used(), used);
      QCOMPARE(arena.available(), available);
      QVERIFY(device().allocated == blocks);
    }
    device().failing.clear();
    device().memory = std::size_t{4} << 30;
    arena.give(arena.take(100 * mebibyte));
    arena.give(kept);
    QCOMPARE(arena.used(), std::size_t{0});
  }

  void an_arena_that_can_not_ask_for_its_memory_is_none() {
    device().failing = "cudaMemGetInfo";
    QVERIFY_THROWS_EXCEPTION(DeviceError, DeviceArena(0, 0));
  }

  /// Where the driver has less left than a chunk, what was asked for is enough.
  void a_chunk_is_as_small_as_it_must_be() {
    DeviceArena arena(0, 0);
    device().memory = 40 * mebibyte;
    void* const block = arena.take(30 * mebibyte);
    QCOMPARE(device().allocated.begin()->second, 30 * mebibyte);
    QVERIFY_THROWS_EXCEPTION(DeviceError, static_cast<void>(arena.take(20 * mebibyte)));
    QCOMPARE(arena.used(), 30 * mebibyte);
    arena.give(block);
  }

  /// A reservation that does not fit is refused before anything is taken.
  void what_can_not_be_reserved_is_refused_with_figures() {
    DeviceArena arena(0, 256 * mebibyte);
    try {
      arena.reserve(300 * mebibyte);
      QFAIL("300 of 256 MiB were reserved");
    } catch (const DeviceError& refusal) {
      const QString sentence = QString::fromUtf8(refusal.what());
      QVERIFY2(sentence.contains("300 MiB") && sentence.contains("256 MiB"), qPrintable(sentence));
    }
    QVERIFY(device().allocated.empty());
    arena.reserve(200 * mebibyte);
    arena.give(arena.take(150 * mebibyte));  // out of the one piece
    QCOMPARE(device().allocated.size(), std::size_t{1});
  }

  void an_upload_that_can_not_begin_leaves_nothing_data() {
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("after");
    for (const char* call : {"cudaMallocHost", "cudaEventCreateWithFlags"}) {
      for (const int after : {0, 1, 2}) QTest::addRow("%s %d", call, after) << QString(call) << after;
    }
  }
  void an_upload_that_can_not_begin_leaves_nothing() {
    QFETCH(QString, call);
    QFETCH(int, after);
    device().failing = call.toStdString();
    device().failing_after = after;
    QVERIFY_THROWS_EXCEPTION(DeviceError, HostUpload(nullptr, HostUpload::for_weights));
    // cleanup() counts what is left
  }

  void an_upload_converts_what_it_copies() {
    std::vector<float> values(100'000), copied(values.size());
    std::iota(values.begin(), values.end(), 0.0f);
    HostUpload upload(nullptr, HostUpload::for_weights);
    upload.copy(copied.data(), DType::f32, values.data(), DType::f32, values.size());
    QCOMPARE(copied, values);
  }

  /// Larger than all buffers together, in pieces that end within a buffer.
  void an_upload_reuses_its_buffers() {
    std::vector<std::int32_t> values(300'001), copied(values.size());
    std::iota(values.begin(), values.end(), 7);
    HostUpload upload(nullptr, {.buffers = 2, .buffer_bytes = 400'000, .threads = 2});
    upload.copy(copied.data(), DType::i32, values.data(), DType::i32, values.size());
    QCOMPARE(copied, values);
  }

  void an_owner_takes_what_a_call_filled_in() {
    CudaGraphExec graph;
    const auto instantiate = [](cudaGraphExec_t* made) {
      *made = static_cast<cudaGraphExec_t>(std::malloc(1));
      ++device().graphs;
    };
    instantiate(Filling(graph));
    instantiate(Filling(graph));  // the first goes back
    QVERIFY(graph != nullptr);
    QCOMPARE(device().graphs, 1);
  }
};

QTEST_APPLESS_MAIN(DeviceMemoryTest)
#include "device_memory_test.moc"
