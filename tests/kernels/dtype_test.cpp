// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/dtype.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <limits>

#include "kernels/core/tensor_view.h"

using namespace tilescribe::kernels;

namespace {

/// IEEE half precision by its definition.
double half_value(std::uint32_t bits) {
  const double sign = (bits & 0x8000u) != 0 ? -1.0 : 1.0;
  const int exponent = static_cast<int>((bits >> 10) & 0x1fu);
  const double fraction = (bits & 0x3ffu) / 1024.0;
  if (exponent == 0) return sign * std::ldexp(fraction, -14);
  if (exponent == 31) return fraction == 0.0 ? sign * INFINITY : NAN;
  return sign * std::ldexp(1.0 + fraction, exponent - 15);
}

std::uint16_t rounded(std::uint32_t bits) {
  return to_bfloat16(std::bit_cast<float>(bits)).bits;
}

}  // namespace

class DTypeTest : public QObject {
  Q_OBJECT

 private slots:
  void every_half_widens_exactly() {
    for (std::uint32_t bits = 0; bits < 0x10000u; ++bits) {
      const double expected = half_value(bits);
      const float found = to_float(Float16{static_cast<std::uint16_t>(bits)});
      if (std::isnan(expected)) {
        QVERIFY2(std::isnan(found), qPrintable(QString::number(bits, 16)));
      } else {
        QVERIFY2(found == expected, qPrintable(QString::number(bits, 16)));
        QCOMPARE(std::signbit(found), (bits & 0x8000u) != 0);
      }
    }
  }

  void every_bfloat16_survives_the_way_through_float() {
    for (std::uint32_t bits = 0; bits < 0x10000u; ++bits) {
      const float wide = to_float(BFloat16{static_cast<std::uint16_t>(bits)});
      const BFloat16 back = to_bfloat16(wide);
      if (std::isnan(wide))
        QVERIFY(std::isnan(to_float(back)));
      else
        QCOMPARE(std::uint32_t{back.bits}, bits);
    }
  }

  void bfloat16_rounds_to_nearest_with_ties_to_even() {
    QCOMPARE(rounded(0x3f808000u), std::uint16_t{0x3f80});  // a tie beside an even value goes down to it
    QCOMPARE(rounded(0x3f818000u), std::uint16_t{0x3f82});  // a tie beside an odd value goes up from it
    QCOMPARE(rounded(0x3f808001u), std::uint16_t{0x3f81});  // above the tie
    QCOMPARE(rounded(0x3f817fffu), std::uint16_t{0x3f81});  // below the tie
    QCOMPARE(rounded(0xbf818000u), std::uint16_t{0xbf82});  // the sign changes nothing
    QCOMPARE(rounded(0x3fffffffu), std::uint16_t{0x4000});  // into the next power of two
    QCOMPARE(rounded(0x7f7fffffu), std::uint16_t{0x7f80});  // beyond the largest: infinity
    QCOMPARE(rounded(0x7f800000u), std::uint16_t{0x7f80});
    QCOMPARE(rounded(0x80000000u), std::uint16_t{0x8000});
  }

  void nan_stays_nan_even_when_its_payload_is_cut_off() {
    for (const std::uint32_t bits : {0x7f800001u, 0x7fffffffu, 0xff800001u, 0xffffffffu, 0x7fc00000u})
      QVERIFY(std::isnan(to_float(to_bfloat16(std::bit_cast<float>(bits)))));
  }

  void every_float8_survives_the_way_through_float() {
    for (unsigned bits = 0; bits < 256; ++bits) {
      const Float8 value{static_cast<std::uint8_t>(bits)};
      const Float8 back = to_float8(to_float(value));
      if ((bits & 0x7fu) == 0x7fu)
        QVERIFY(std::isnan(to_float(value)) && std::isnan(to_float(back)));
      else
        QCOMPARE(unsigned{back.bits}, bits);
    }
    QCOMPARE(to_float(Float8{0x7e}), most_float8);
    QCOMPARE(to_float(Float8{0x38}), 1.0f);
    QCOMPARE(to_float(Float8{0x01}), 0x1p-9f);
  }

  void float8_rounds_to_nearest_with_ties_to_even() {
    const auto as_float8 = [](float value) { return to_float(to_float8(value)); };
    QCOMPARE(as_float8(17.0f), 16.0f);
    QCOMPARE(as_float8(19.0f), 20.0f);
    QCOMPARE(as_float8(17.01f), 18.0f);
    QCOMPARE(as_float8(-19.0f), -20.0f);
    QCOMPARE(as_float8(15.5f), 16.0f);  // into the next power of two
    QCOMPARE(as_float8(0x1p-10f), 0.0f);
    QCOMPARE(as_float8(0x3p-10f), 0x1p-8f);
    QCOMPARE(as_float8(0x1.fp-7f), 0x1p-6f);  // from the subnormals to the least normal
    QCOMPARE(as_float8(1000.0f), 448.0f);
    QCOMPARE(as_float8(-std::numeric_limits<float>::infinity()), -448.0f);
    QVERIFY(std::isnan(as_float8(std::numeric_limits<float>::quiet_NaN())));
  }

  void sizes_and_names() {
    QCOMPARE(size_of(DType::f32), std::size_t{4});
    QCOMPARE(size_of(DType::i32), std::size_t{4});
    QCOMPARE(size_of(DType::f16), std::size_t{2});
    QCOMPARE(size_of(DType::bf16), std::size_t{2});
    QCOMPARE(size_of(DType::i8), std::size_t{1});
    QCOMPARE(size_of(DType::f8), std::size_t{1});
    QVERIFY(name(DType::bf16) == "bf16" && name(DType::i8) == "i8" && name(DType::f8) == "f8");
  }

  void rows_of_a_view_begin_at_their_offset_and_keep_the_other_dimensions() {
    std::vector<float> memory(2 * 3 * 4 * 5);
    const TensorView four{memory.data(), DType::f32, {2, 3, 4, 5}};
    QCOMPARE(four.rows(1, 1).as<float>() - memory.data(), std::ptrdiff_t{60});
    QVERIFY((four.rows(1, 1).shape == Shape{1, 3, 4, 5}));
    const TensorView three{memory.data(), DType::f32, {6, 4, 5}};
    QCOMPARE(three.rows(2, 3).as<float>() - memory.data(), std::ptrdiff_t{40});
    QVERIFY((three.rows(2, 3).shape == Shape{3, 4, 5}));
    const ConstTensorView two{memory.data(), DType::bf16, {6, 5}};
    QCOMPARE(two.rows(4, 2).as<BFloat16>() - two.as<BFloat16>(), std::ptrdiff_t{20});
    QCOMPARE(two.rows(4, 2).bytes(), std::size_t{20});
    const TensorView one{memory.data(), DType::i32, {7}};
    QCOMPARE(one.rows(3, 2).as<std::int32_t>() - one.as<std::int32_t>(), std::ptrdiff_t{3});
    QVERIFY((one.rows(3, 2).shape == Shape{2}));
  }
};

QTEST_APPLESS_MAIN(DTypeTest)
#include "dtype_test.moc"
