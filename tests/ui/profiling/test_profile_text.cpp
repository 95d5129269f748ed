// SPDX-License-Identifier: Apache-2.0
#include <QLocale>
#include <QtTest>
#include <array>
#include <cmath>

#include "ui/format.h"
#include "ui/profiling/profile_colors.h"
#include "ui/theme/theme.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

using Channels = std::array<double, 3>;

Channels linear(const QColor& color) {
  const auto channel = [](double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return {channel(color.redF()), channel(color.greenF()), channel(color.blueF())};
}

/// How a colour looks to normal sight and to the three colour-blind ones: Machado, Oliveira and Fernandes
/// (2009), severity 1, on linear channels.
Channels seen_as(const Channels& color, std::size_t sight) {
  static constexpr std::array<std::array<double, 9>, 4> matrices{{
      {1, 0, 0, 0, 1, 0, 0, 0, 1},
      {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
      {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
      {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
  }};
  Channels result{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      result[row] += matrices[sight][3 * row + column] * color[column];
    }
    result[row] = std::clamp(result[row], 0.0, 1.0);
  }
  return result;
}

/// Distance in OKLab (Ottosson, 2020), 1 from black to white.
double distance(const Channels& a, const Channels& b) {
  const auto lab = [](const Channels& c) {
    const double l = std::cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]);
    const double m = std::cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]);
    const double s = std::cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
    return Channels{0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                    1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                    0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
  };
  const Channels x = lab(a), y = lab(b);
  return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

}  // namespace

class TestProfileText : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  void durations_data() {
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    const auto row = [](qint64 ns, const char* text) {
      QTest::addRow("%lld", static_cast<long long>(ns)) << ns << QString::fromUtf8(text);
    };
    row(0, "0 ns");
    row(7, "7 ns");
    row(870, "870 ns");
    row(13'160, "13.2 µs");
    row(999'400, "999 µs");
    row(999'600, "1.00 ms");
    row(-1'320'000, "-1.32 ms");
    row(3'204'000'000, "3.20 s");
    row(119'900'000'000, "120 s");
    row(123'000'000'000, "2:03 min");
  }
  void durations() {
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    QCOMPARE(nice_duration(ns), text);
  }

  void figures_have_three_digits_and_a_unit() {
    QCOMPARE(nice_bytes(64), QStringLiteral("64 B"));
    QCOMPARE(nice_bytes(4'210'000'000), QStringLiteral("4.21 GB"));
    QCOMPARE(nice_rate(812.4), QStringLiteral("812 GB/s"));
    QCOMPARE(nice_rate(3'210.0), QStringLiteral("3.21 TB/s"));
    QCOMPARE(nice_rate(0.096), QStringLiteral("96.0 MB/s"));
    QCOMPARE(nice_flop_rate(38.12), QStringLiteral("38.1 TFLOP/s"));
    QCOMPARE(nice_flop_rate(0.0042), QStringLiteral("4.20 GFLOP/s"));
    QCOMPARE(nice_percent(43.2), QStringLiteral("43 %"));
    QCOMPARE(nice_percent(2.14), QStringLiteral("2.1 %"));
    QCOMPARE(nice_percent(0.041), QStringLiteral("0.04 %"));
    QCOMPARE(nice_percent(0.0), QStringLiteral("0 %"));
    QCOMPARE(nice_count(12'345), QStringLiteral("12,345"));
    QCOMPARE(nice_count(1'230'000), QStringLiteral("1.23 M"));
    QCOMPARE(nice_number(0.0), QStringLiteral("0"));
    QCOMPARE(nice_number(std::nan("")), QStringLiteral("–"));
    QCOMPARE(nice_rate(HUGE_VAL), QStringLiteral("–"));
  }

  void ranges_share_a_unit_and_show_their_length() {
    QCOMPARE(nice_range(3'200'000'000, 4'700'000'000), QStringLiteral("3.2 to 4.7 s"));
    QCOMPARE(nice_range(12'100'000, 12'150'000), QStringLiteral("12.100 to 12.150 ms"));
    QCOMPARE(nice_range(5, 90), QStringLiteral("5 to 90 ns"));
    QCOMPARE(nice_range(7, 7), QStringLiteral("7 to 7 ns"));
  }

  void figures_follow_the_locale() {
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(nice_duration(13'160), QStringLiteral("13,2 µs"));
    QCOMPARE(nice_count(12'345), QStringLiteral("12.345"));
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  }

  void stages_stand_out_from_the_paper_and_from_each_other() {
    for (const bool dark : {false, true}) {
      const ThemeColors& theme = theme_colors(dark);
      for (const std::string_view stage : stage_names) {
        const QColor color = stage_color(stage, dark);
        for (const QColor& paper : {theme.base, theme.window}) {
          const double ratio = contrast(color, paper);
          QVERIFY2(ratio >= 3.0, qPrintable(QStringLiteral("%1: %2").arg(stage_label(stage)).arg(ratio)));
        }
        QVERIFY(contrast(color, label_on(color)) >= 4.5);
        for (const std::string_view other : stage_names) {
          if (other == stage) continue;
          for (std::size_t sight = 0; sight < 4; ++sight) {
            const double apart =
                distance(seen_as(linear(color), sight), seen_as(linear(stage_color(other, dark)), sight));
            QVERIFY2(apart >= 0.06, qPrintable(QStringLiteral("%1 %2 %3: %4")
                                                   .arg(stage_label(stage), stage_label(other))
                                                   .arg(sight)
                                                   .arg(apart)));
          }
        }
      }
    }
  }

  void what_is_no_stage_is_other() {
    QCOMPARE(stage_color("tea break", true), stage_color("other", true));
    QCOMPARE(stage_label({}), QStringLiteral("other"));
    QCOMPARE(stage_brush("idle", false).style(), Qt::BDiagPattern);
    QCOMPARE(stage_brush("decode", false).style(), Qt::SolidPattern);
  }
};

QTEST_APPLESS_MAIN(TestProfileText)
#include "test_profile_text.moc"
