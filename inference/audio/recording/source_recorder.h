// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "inference/audio/recording/growing_file.h"
#include "inference/audio/recording/level_meter.h"
#include "inference/audio/recording/notice_log.h"
#include "inference/audio/recording/recorder.h"
#include "inference/audio/recording/source_tap.h"
#include "inference/audio/recording/unfinished_mark.h"

namespace tilescribe::audio {

/// Takes a source's sound twenty times per second and writes it to disk, on a thread of its own.
class SourceRecorder final : public Recorder {
 public:
  SourceRecorder(SourceTap tap, RecorderParts parts, std::shared_ptr<GrowingFile> file);
  ~SourceRecorder() override;

  const AudioSource& source() const override { return source_; }
  std::shared_ptr<const GrowingRecording> recording() const override { return file_; }
  RecordingStatus status() const override;
  std::vector<RecordingNotice> notices() const override;
  void pause(bool paused) override;
  void stop() override;

 private:
  using Clock = SourceTap::Clock;

  // All of these on the thread.
  void run();
  void record();
  void give_up(const std::exception& reason);
  bool wait_for_tick();  // false: it was stopped
  void take_last();
  void keep(const Taken& taken);
  void write(const std::vector<std::int16_t>& samples);
  void watch_silence(const Taken& taken);
  void watch_disk();
  void finish();
  void say(RecordingNotice notice);
  double place() const;  // seconds

  SourceTap tap_;
  RecorderParts parts_;
  const AudioSource source_;
  const std::shared_ptr<GrowingFile> file_;
  const UnfinishedMark mark_;

  // Only for the thread.
  LevelMeter meter_;
  bool heard_ = false;   // a sample has arrived since the source was opened
  bool silent_ = false;  // silence was reported
  bool over_ = false;    // the disk is full, or the source has ended
  double zeros_s_ = 0.0;
  Clock::time_point last_sample_ = Clock::now();
  Clock::time_point next_disk_check_{};

  mutable std::mutex mutex_;  // for everything below
  std::condition_variable wake_;
  bool stop_ = false;
  bool pause_ = false;
  RecordingStatus status_;
  Message source_trouble_, silence_trouble_, disk_trouble_;  // empty: none
  NoticeLog notices_;

  std::mutex join_mutex_;
  std::thread thread_;
};

}  // namespace tilescribe::audio
