// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "app/protocol/metrics.h"

using namespace tilescribe::protocol;

class MetricsTest : public QObject {
  Q_OBJECT

 private slots:
  void text() {
    Metrics metrics;
    metrics.answers = {{200, 2}, {429, 1}};
    metrics.finished(10.0, 0.2);
    metrics.finished(20.5, 700.0);
    metrics.running = 3;
    const QStringList lines = QString::fromStdString(prometheus_text(metrics)).split('\n');
    for (const char* line :
         {"tilescribe_http_responses_total{code=\"200\"} 2",
          "tilescribe_http_responses_total{code=\"429\"} 1", "tilescribe_audio_seconds_total 30.5",
          "tilescribe_transcriptions_in_progress 3", "tilescribe_ready 0",
          "tilescribe_transcription_seconds_bucket{le=\"0.1\"} 0",
          "tilescribe_transcription_seconds_bucket{le=\"0.25\"} 1",
          "tilescribe_transcription_seconds_bucket{le=\"300\"} 1",
          "tilescribe_transcription_seconds_bucket{le=\"+Inf\"} 2",
          "tilescribe_transcription_seconds_sum 700.2", "tilescribe_transcription_seconds_count 2"})
      QVERIFY2(lines.contains(line), line);
    // Each has its help and type before it.
    for (const QString& line : lines) {
      if (line.isEmpty() || line.startsWith('#')) continue;
      const QString name =
          line.section(QRegularExpression("[ {]"), 0, 0).remove(QRegularExpression("_(bucket|sum|count)$"));
      QVERIFY2(
          lines.filter(QRegularExpression("^# TYPE " + name + " (counter|gauge|histogram)$")).size() == 1,
          qPrintable(name));
      QVERIFY(lines.filter("# HELP " + name + ' ').size() == 1);
    }
  }
};

QTEST_GUILESS_MAIN(MetricsTest)
#include "test_metrics.moc"
