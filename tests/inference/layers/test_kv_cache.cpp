// SPDX-License-Identifier: Apache-2.0
// A slot's keys and values over another's: the rows that are asked for, of all heads and layers, and no
// others.
#define QT_NO_KEYWORDS  // a cache has slots of its own
#include <QtTest>
#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "inference/layers/kv_cache.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/backend/reference/reference_backend.h"

using namespace tilescribe;
using kernels::DType;

class TestKvCache : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rows_of_a_slot_are_copied_data() {
    QTest::addColumn<bool>("reference");
    QTest::newRow("cpu") << false;
    QTest::newRow("a device without a copy of its own") << true;
  }
  void rows_of_a_slot_are_copied() {
    QFETCH(bool, reference);
    const std::unique_ptr<kernels::Backend> backend =
        reference ? kernels::make_reference_backend()
                  : kernels::make_cpu_backend({.compute = kernels::CpuOptions::Compute::f32, .threads = 1});
    constexpr std::int64_t slots = 3, heads = 2, capacity = 7, width = 4;
    const layers::KvCache cache(*backend, DType::f32, 2, {slots, heads, capacity, width});
    std::vector<float> numbers(slots * heads * capacity * width);
    std::iota(numbers.begin(), numbers.end(), 0.0f);
    for (const std::size_t layer : {0, 1}) {
      backend->upload(cache.layer(layer).k, numbers.data());
      backend->upload(cache.layer(layer).v, numbers.data());
    }
    cache.copy(*backend, 2, 0, 3, 2);
    cache.copy(*backend, 1, 0, 6, 0);  // nothing

    std::vector<float> wanted = numbers;
    for (std::int64_t head = 0; head < heads; ++head) {
      const std::int64_t from = ((2 * heads + head) * capacity + 3) * width,
                         to = (head * capacity + 3) * width;
      std::copy_n(numbers.begin() + from, 2 * width, wanted.begin() + to);
    }
    for (const std::size_t layer : {0, 1}) {
      QCOMPARE(backend->floats(cache.layer(layer).k), wanted);
      QCOMPARE(backend->floats(cache.layer(layer).v), wanted);
    }
  }
};

QTEST_APPLESS_MAIN(TestKvCache)
#include "test_kv_cache.moc"
