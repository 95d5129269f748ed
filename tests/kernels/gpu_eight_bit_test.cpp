// SPDX-License-Identifier: Apache-2.0
// Weights in eight bits as the host makes them for a GPU: which ones, their values, their order and their
// scales.
#include <QtTest>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "kernels/backend/cuda/eight_bit_weight.h"
#include "kernels/backend/eight_bit_rows.h"
#include "kernels/backend/host_weight.h"
#include "kernels/core/error.h"
#include "kernels/ops/linear/eight_bit_layout.h"

using namespace tilescribe::kernels;

namespace {

std::vector<float> waves(std::int64_t count, float step) {
  std::vector<float> values;
  for (std::int64_t i = 0; i < count; ++i)
    values.push_back(3.0f * std::sin(step * static_cast<float>(i + 1)));
  return values;
}

WeightPart part_of(const std::vector<float>& values, std::int64_t rows) {
  return {{values.data(), DType::f32, {rows, static_cast<std::int64_t>(values.size()) / rows}}, {}};
}

/// What even_int8_as_bf16 (eight_bit.cuh) makes of half a word: 0x43 above the low seven bits, minus 0x43
/// above the sign bit, as bf16.
float widened(std::uint8_t byte) {
  const auto with = [](unsigned low) {
    return to_float(BFloat16{static_cast<std::uint16_t>(0x4300u | low)});
  };
  return with(byte & 0x7fu) - with(byte & 0x80u);
}

/// The same of even_float8_as_bf16.
float widened_float8(std::uint8_t byte) {
  const auto bits = static_cast<std::uint16_t>((byte & 0x7fu) << 4 | (byte & 0x80u) << 8);
  return to_float(BFloat16{bits}) * 0x1p120f;
}

}  // namespace

class GpuEightBitTest : public QObject {
  Q_OBJECT

 private slots:
  void every_place_is_taken_once() {
    std::set<std::int64_t> places;
    for (std::int64_t i = 0; i < 192; ++i) {
      const std::int64_t place = eight_bit_place(i);
      QCOMPARE(place / eight_bit_unit, i / eight_bit_unit);
      places.insert(place);
    }
    QCOMPARE(places.size(), std::size_t{192});
    QCOMPARE(eight_bit_row_bytes(64), std::int64_t{64});
    QCOMPARE(eight_bit_row_bytes(72), std::int64_t{128});
  }

  /// As the kernels read them: 16 bytes of thread t, two words for each 32 values, of a word first bytes 0
  /// and 2, then 1 and 3.
  void a_thread_finds_eight_consecutive_values_twice() {
    for (int unit = 0; unit < 2; ++unit) {
      for (int t = 0; t < 4; ++t) {
        for (int half = 0; half < 2; ++half) {
          for (int word = 0; word < 2; ++word) {
            constexpr int byte_of[4] = {0, 2, 1, 3};
            for (int i = 0; i < 4; ++i) {
              const int value = unit * 64 + half * 32 + 8 * t + 4 * word + i;
              QCOMPARE(eight_bit_place(value),
                       std::int64_t{unit * 64 + 16 * t + 8 * half + 4 * word + byte_of[i]});
            }
          }
        }
      }
    }
  }

  void every_byte_widens_to_its_value() {
    for (int value = -128; value < 128; ++value)
      QCOMPARE(widened(static_cast<std::uint8_t>(value)), static_cast<float>(value));
  }

  void every_float8_widens_to_its_value() {
    for (unsigned bits = 0; bits < 256; ++bits) {
      const auto byte = static_cast<std::uint8_t>(bits);
      if ((bits & 0x7fu) != 0x7fu) QCOMPARE(widened_float8(byte), to_float(Float8{byte}));
    }
  }

  void which_weights_become_eight_bits() {
    QVERIFY(takes_eight_bits(WeightRole::matrix, {.out = 8, .in = 8}));
    QVERIFY(takes_eight_bits(WeightRole::gate_up, {.out = 24, .in = 72, .biased = true}));
    QVERIFY(!takes_eight_bits(WeightRole::matrix, {.out = 12, .in = 8}));
    QVERIFY(!takes_eight_bits(WeightRole::matrix, {.out = 8, .in = 12}));
    for (const WeightRole role : {WeightRole::convolution, WeightRole::table, WeightRole::vector})
      QVERIFY(!takes_eight_bits(role, {.out = 64, .in = 64}));
  }

  void rows_of_stacked_parts_are_within_half_a_scale() {
    constexpr std::int64_t in = 72;
    const std::vector<float> first = waves(3 * in, 0.37f), second = waves(5 * in, 1.01f);
    const std::vector<WeightPart> parts{part_of(first, 3), part_of(second, 5)};
    const WeightLayout layout = weight_layout(WeightRole::matrix, parts);
    const auto bytes = static_cast<std::size_t>(eight_bit_row_bytes(in));
    // In two pieces, as tasks make them.
    std::vector<std::byte> rows(8 * bytes, std::byte{0x55});
    std::vector<float> scales(8, -1.0f);
    pack_eight_bit_rows(parts, layout, DType::i8, 0, 2, rows.data(), scales.data());
    pack_eight_bit_rows(parts, layout, DType::i8, 2, 6, rows.data() + 2 * bytes, scales.data() + 2);
    for (std::int64_t r = 0; r < 8; ++r) {
      const float* const row = r < 3 ? first.data() + r * in : second.data() + (r - 3) * in;
      const std::byte* const whole = rows.data() + static_cast<std::size_t>(r) * bytes;
      const float scale = scales[static_cast<std::size_t>(r)];
      int largest = 0;
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(bytes); ++i) {
        const auto value = static_cast<std::int8_t>(whole[eight_bit_place(i)]);
        if (i >= in) {
          QCOMPARE(int{value}, 0);
          continue;
        }
        largest = std::max(largest, std::abs(int{value}));
        QVERIFY(std::abs(static_cast<float>(value) * scale - row[i]) <= 0.5001f * scale);
      }
      QCOMPARE(largest, 127);
    }
  }

  void a_float8_row_has_the_least_scale_that_keeps_it_finite() {
    QCOMPARE(float8_scale(448.0f), 1.0f);
    QCOMPARE(float8_scale(448.1f), 2.0f);
    QCOMPARE(float8_scale(224.0f), 0.5f);
    QCOMPARE(float8_scale(225.0f), 1.0f);
    QVERIFY(float8_scale(0.0f) > 0.0f);
    QVERIFY(std::isfinite(1.0f / float8_scale(0x1p-140f)));
  }

  /// Half a last place of a value, or half of the smallest one.
  void rows_in_float8_are_within_a_sixteenth() {
    constexpr std::int64_t in = 72, out = 6;
    std::vector<float> values = waves(in * out, 0.73f);
    for (std::int64_t i = 0; i < in; ++i) values[static_cast<std::size_t>(in + i)] *= 1e-4f;
    std::fill_n(values.begin() + 2 * in, in, 0.0f);
    const std::vector<WeightPart> parts{part_of(values, out)};
    const auto bytes = static_cast<std::size_t>(eight_bit_row_bytes(in));
    std::vector<std::byte> rows(out * bytes, std::byte{0x55});
    std::vector<float> scales(out, -1.0f);
    pack_eight_bit_rows(parts, weight_layout(WeightRole::matrix, parts), DType::f8, 0, out, rows.data(),
                        scales.data());
    for (std::int64_t r = 0; r < out; ++r) {
      const float scale = scales[static_cast<std::size_t>(r)];
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(bytes); ++i) {
        const std::byte stored =
            rows[static_cast<std::size_t>(r) * bytes + static_cast<std::size_t>(eight_bit_place(i))];
        const float found = to_float(Float8{std::to_integer<std::uint8_t>(stored)}) * scale;
        const float exact = i < in ? values[static_cast<std::size_t>(r * in + i)] : 0.0f;
        QVERIFY(std::abs(found - exact) <= std::max(std::abs(exact) / 16.0f, scale * 0x1p-10f));
      }
    }
  }

  void whole_numbers_and_zeros_are_exact() {
    std::vector<float> values(16 * 8, 0.0f);
    for (int i = 0; i < 64; ++i) values[static_cast<std::size_t>(i)] = 0.25f * static_cast<float>(2 * i - 63);
    values[0] = -127.0f * 0.25f;
    const std::vector<WeightPart> parts{part_of(values, 2)};
    std::vector<std::byte> rows(128);
    std::vector<float> scales(2);
    pack_eight_bit_rows(parts, weight_layout(WeightRole::matrix, parts), DType::i8, 0, 2, rows.data(),
                        scales.data());
    QCOMPARE(scales, (std::vector<float>{0.25f, 0.0f}));
    for (std::int64_t i = 0; i < 128; ++i)
      QCOMPARE(0.25f * static_cast<float>(static_cast<std::int8_t>(
                           rows[static_cast<std::size_t>(i / 64 * 64 + eight_bit_place(i % 64))])),
               values[static_cast<std::size_t>(i)]);
  }

  /// To the nearest, ties to even, as on the CPU; and of all types.
  void ties_go_to_even() {
    const std::vector<float> values{127.0f, 0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -2.5f, -126.5f};
    std::vector<BFloat16> narrow;
    for (const float value : values) narrow.push_back(to_bfloat16(value));
    const std::vector<WeightPart> parts{{{narrow.data(), DType::bf16, {1, 8}}, {}}};
    std::vector<float> scratch(8);
    std::vector<std::int8_t> whole(8);
    QCOMPARE(quantize_row(parts, 0, scratch, whole), 1.0f);
    QCOMPARE(whole, (std::vector<std::int8_t>{127, 0, 2, 2, 0, -2, -2, -126}));
  }

  void what_is_not_finite_is_refused() {
    for (const float bad :
         {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
      std::vector<float> values = waves(16, 1.0f);
      values[13] = bad;
      const std::vector<WeightPart> parts{part_of(values, 2)};
      std::vector<std::byte> rows(128);
      std::vector<float> scales(2);
      try {
        pack_eight_bit_rows(parts, weight_layout(WeightRole::matrix, parts), DType::i8, 0, 2, rows.data(),
                            scales.data());
        QFAIL("It was taken.");
      } catch (const tilescribe::Error& refusal) {
        QCOMPARE(std::string(refusal.what()),
                 std::string(
                     "Weights that become int8 or fp8 must be finite, but row 1 of a matrix [2, 8] is not."));
      }
    }
  }
};

QTEST_APPLESS_MAIN(GpuEightBitTest)
#include "gpu_eight_bit_test.moc"
