// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>

/// Figures of a profile for people: about three digits, in the user's locale, with the unit.
namespace tilescribe::ui {

/// A number with three significant digits and no exponent: "1.32", "13.2", "132", "1,320"; "0" for zero. "–"
/// if it is not finite.
QString nice_number(double value);

/// "870 ns", "13.2 µs", "4.21 ms", "3.20 s", from two minutes on "2:03 min". Negative ones have a minus.
QString nice_duration(std::int64_t ns);

/// A size: "64 B", "1.32 kB", "13.2 MB", "4.21 GB" (decimal units).
QString nice_bytes(std::int64_t bytes);

/// Bytes per second, from a value in 10⁹: "812 GB/s", "3.21 TB/s", "96.0 MB/s".
QString nice_rate(double gb_s);

/// Operations per second, from a value in 10¹²: "38.1 TFLOP/s", "812 GFLOP/s".
QString nice_flop_rate(double tflop_s);

/// A percentage: "43 %", "2.1 %", "0.04 %"; "0 %" for zero.
QString nice_percent(double percent);

/// A count with separators: "12,345"; from a million on "1.23 M".
QString nice_count(std::int64_t count);

/// A time range in one unit: "3.2 to 4.7 s", "12.1 to 12.9 ms", with as many digits as needed to distinguish
/// its ends.
QString nice_range(std::int64_t begin_ns, std::int64_t end_ns);

}  // namespace tilescribe::ui
