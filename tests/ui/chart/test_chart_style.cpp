// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include <qcustomplot.h>

#include "ui/chart/chart_style.h"

using namespace tilescribe::ui;

class TestChartStyle : public QObject {
  Q_OBJECT

 private slots:
  void labels_never_cover_each_other() {
    const std::vector<QRectF> labels{{10, 10, 50, 12}, {40, 15, 50, 12}, {10, 30, 50, 12}, {90, 90, 50, 12}};
    const std::vector<bool> shown = labels_that_fit(labels, QRectF(0, 0, 100, 100));
    QCOMPARE(shown, (std::vector<bool>{true, false, true, false}));  // covered, and beyond the edge
  }

  void an_axis_of_durations_has_short_round_figures() {
    QCustomPlot plot;
    const auto labels = [&](double from_us, double to_us) {
      set_log_time_ticks(*plot.xAxis, std::log10(from_us), std::log10(to_us));
      QStringList all = qSharedPointerCast<QCPAxisTickerText>(plot.xAxis->ticker())->ticks().values();
      return all.replaceInStrings(QString(QChar(0xa0)), QStringLiteral(" "));
    };
    const QStringList few = labels(500.0, 1500.0);
    QVERIFY2(few.contains(QStringLiteral("500 µs")), qPrintable(few.join(u'|')));
    QVERIFY2(few.contains(QStringLiteral("1 ms")), qPrintable(few.join(u'|')));
    const QStringList many = labels(0.1, 1e7);  // only the decades
    QCOMPARE(many, (QStringList{QStringLiteral("100 ns"), QStringLiteral("1 µs"), QStringLiteral("10 µs"),
                                QStringLiteral("100 µs"), QStringLiteral("1 ms"), QStringLiteral("10 ms"),
                                QStringLiteral("100 ms"), QStringLiteral("1 s"), QStringLiteral("10 s")}));
  }
};

QTEST_MAIN(TestChartStyle)
#include "test_chart_style.moc"
