// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "app/scheduler/engines.h"
#include "app/scheduler/profile_run.h"
#include "app/scheduler/scheduler.h"
#include "app/scheduler/work_queue.h"

namespace tilescribe {

/// Owns a device's model and does work from the queue with it. Used by a single thread.
class Worker {
 public:
  Worker(Engines& engines, Listener& listener, WorkQueue& queue, const SchedulerOptions& options, int number);

  /// Does the next piece: opens a model, advances a live session, or does a job. False: nothing was due.
  bool work();
  /// Ends running work and frees the models. Nothing works afterwards.
  void finish();
  bool has_live() const { return live_.has_value(); }

 private:
  void open_model(const OpeningTask& task);
  std::optional<Failure> try_model(const EngineOptions& options, const std::stop_token& stop);
  void take_model(const EngineOptions& options, const std::stop_token& stop);
  Transcriber& transcriber_on_cpu(const std::stop_token& stop);
  void forget_cpu_unless_waited_for();

  void run_job(const JobTask& job);
  Event transcribe(const JobTask& job);

  void take_live();
  bool advance_live();
  void begin_live();
  void live_failed();
  void end_live();
  void set_down_live();
  void leave_live(Event last);
  Transcriber& transcriber_of_live();

  void look_after_profile(Transcriber& transcriber, const std::filesystem::path& file);
  void begin_profile(Transcriber& transcriber, const std::filesystem::path& file);
  void end_profile();

  Engines& engines_;
  Listener& listener_;
  WorkQueue& queue_;
  const SchedulerOptions policy_;
  const int number_;

  std::unique_ptr<Transcriber> transcriber_;
  std::unique_ptr<Transcriber> cpu_transcriber_;  // for jobs on which the device failed
  EngineOptions options_;                         // of transcriber_
  std::optional<EngineOptions> working_;          // of the last model that was opened
  const JobTask* job_ = nullptr;                  // the running job
  std::optional<LiveTask> live_;
  std::unique_ptr<LiveSession> live_session_;  // null until it begins on a model
  std::unique_ptr<ProfileRun> profile_;        // destroyed before its transcriber
  bool profile_failed_ = false;                // so that it is not tried again at each op
};

}  // namespace tilescribe
