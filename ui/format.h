// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>

/// How the window writes figures, in the user's locale, and texts from outside. Figures with a unit have
/// about three digits. "–" stands for a value that is not finite.
namespace tilescribe::ui {

/// With this many decimals: "0.6", "1,234.50".
QString decimal_text(double value, int decimals);

/// With one decimal below ten, with none above: "3.2", "42".
QString short_number(double value);

/// A duration or a place in a recording, as people write it: "0:07", "12:03", "1:02:03". Rounds down.
/// Negative or non-finite values give "0:00".
QString clock_text(double seconds);

/// How long something took: "0.6 s", "8.2 s", "0:18", "1:02:03".
QString elapsed_text(double seconds);

/// A count with its unit: "25 M", "2.3 B", "980". For parameters.
QString count_text(qint64 count);

/// A size in memory: "50 MB", "4.5 GB" (decimal units).
QString bytes_text(qint64 bytes);

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

/// A text from outside (a name, an error) for a tooltip. A tooltip treats text that looks like HTML as HTML;
/// this shows it unchanged.
QString tip_text(const QString& text);

/// A text from outside for a button or a menu, where a single & marks a mnemonic.
QString button_text(QString text);

/// What a dialog that opens recordings offers: audio and video, or all files.
QString media_filter();

}  // namespace tilescribe::ui
