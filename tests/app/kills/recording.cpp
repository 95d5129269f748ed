// SPDX-License-Identifier: Apache-2.0
#include <QThread>
#include <algorithm>
#include <vector>

#include "tests/app/kills/killed_work.h"
#include "tests/inference/audio/recording/killed_recorder.h"

namespace tilescribe::test {
namespace {

class KilledRecording : public KilledWork {
 public:
  KilledRecording() : source_(noise(KilledRecorder::rate * 2)), wav_(folder_.filePath("source.wav")) {
    write_samples(wav_.toStdString(), source_, KilledRecorder::rate);
  }

  void kill_once(Random& random) override {
    KilledRecorder recorder;
    recorder.start(wav_);
    expect(recorder.records(), "It does not record.");
    QThread::msleep(static_cast<unsigned long>(between(random, 5, 2500)));
    recorder.kill();
    const QString fault = recorder.fault(source_);
    expect(fault.isEmpty(), fault);
    kept_s_ += recorder.kept_s();
    most_lost_s_ = std::max(most_lost_s_, recorder.lost_s());
  }

  void finish() override { expect(kept_s_ > 0.0, "Nothing was recorded before any kill."); }

  QString summary() const override {
    return QString("%1 s of sound, at most %2 s lost").arg(kept_s_, 0, 'f', 1).arg(most_lost_s_, 0, 'f', 3);
  }

 private:
  QTemporaryDir folder_;
  std::vector<std::int16_t> source_;
  QString wav_;
  double kept_s_ = 0.0, most_lost_s_ = 0.0;
};

}  // namespace

std::unique_ptr<KilledWork> killed_recording() {
  return std::make_unique<KilledRecording>();
}

}  // namespace tilescribe::test
