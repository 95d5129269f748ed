// SPDX-License-Identifier: Apache-2.0
// How many times faster than real time the demo model reads five minutes of speech.
#include <QtTest>
#include <algorithm>

#include "inference/api/transcriber.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TranscribeBench : public QObject {
  Q_OBJECT

 private slots:
  void five_minutes() {
    constexpr double least = 25.0;
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("five-minutes.wav").toStdString();
    Speech speech = joined_speech(300.0);
    speech.samples.resize(std::size_t{300} * 16'000);
    write_speech(file, speech.samples);
    const std::unique_ptr<Transcriber> transcriber = open_transcriber({});
    qInfo("%s", transcriber->engine().summary().c_str());
    double best = 0.0;
    for (int i = 0; i < 3; ++i) {
      const Transcript transcript = transcriber->transcribe(file, {}, {}, {});
      const double speed = transcript.duration_s / transcript.elapsed_s;
      qInfo("run %d: %.2f s, %.1f times real time", i + 1, transcript.elapsed_s, speed);
      best = std::max(best, speed);
    }
    QVERIFY2(best >= least, qPrintable(QString::number(best)));
  }
};

QTEST_GUILESS_MAIN(TranscribeBench)
#include "transcribe_bench.moc"
