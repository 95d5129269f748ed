// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/service/child_stop.h"
#include "app/service/mailbox.h"
#include "app/service/profile_run.h"
#include "app/service/transcription_service.h"

namespace tilescribe {

/// The thread that owns the model, and the work it has before it: a live session, then jobs. Every method may
/// be called from any thread.
class TranscriptionService::Worker {
 public:
  Worker(TranscriberFactory factory, std::function<void()> wake);
  ~Worker();

  void open(const EngineOptions& options);
  void add(JobId id, std::filesystem::path file, const TranscribeOptions& options);
  void cancel(JobId id);
  void retry(JobId id);
  void remove(JobId id);
  void start_live(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options);
  void abandon_live();
  void set_profiling(bool wanted) { profiling_ = wanted; }
  void stop_and_join();

  Mailbox mailbox;

 private:
  struct Job {
    std::filesystem::path file;
    TranscribeOptions options;
    bool on_cpu = false;  // the device failed at it before
    quint64 turn = 0;     // its place in the queue; 0: it does not wait
  };

  /// A live session that was asked for, and where it stands.
  struct Live {
    std::shared_ptr<const GrowingRecording> recording;
    LiveOptions options;
    LiveCheckpoint from;
    std::stop_token stop;
    bool on_cpu = false;  // the device failed at it
  };

  void run(const std::stop_token& stop);
  void wait_for_work(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
  void open_model(const EngineOptions& options, const std::stop_token& stop);
  void take_model(const EngineOptions& options, const std::stop_token& stop);
  void run_next_job(std::unique_lock<std::mutex>& lock);
  Message run_job(JobId id, const Job& job, const std::stop_token& stop);
  bool can_work() const;
  void queue_up(JobId id, Job& job);
  bool leave_queue(Job& job);
  Transcriber& transcriber_on_cpu(const std::stop_token& stop);
  void forget_cpu_unless_waited_for();
  void advance_live();
  void take_live();
  Transcriber& transcriber_of_live();
  void begin_live();
  void live_failed();
  void end_live();
  void set_down_live();
  void look_after_profile(Transcriber& transcriber, const std::filesystem::path& file);
  void end_profile();

  TranscriberFactory factory_;
  std::stop_source end_;  // of everything that this does
  // Touched by the thread alone:
  std::unique_ptr<Transcriber> transcriber_;
  std::unique_ptr<Transcriber> cpu_transcriber_;  // beside it, while there are jobs that the device failed at
  EngineOptions options_;                         // of transcriber_
  std::optional<EngineOptions> working_;          // of the last model that could be opened
  std::optional<Live> live_;
  std::unique_ptr<LiveSession> live_session_;  // none while its model is opened
  std::stop_token job_stop_;                   // of the running job
  std::unique_ptr<ProfileRun> profile_;  // of what runs, while it is wanted; goes before its transcriber
  bool profile_failed_ = false;          // of what runs, so that it is not tried again at each op

  std::mutex mutex_;  // guards all below
  std::condition_variable_any changed_;
  std::map<JobId, Job> jobs_;
  std::map<quint64, JobId> waiting_;  // by turn
  quint64 last_turn_ = 0;
  std::optional<JobId> running_;
  ChildStop running_stop_{end_.get_token()};
  std::deque<Live> lives_waiting_;
  ChildStop live_stop_{end_.get_token()};  // of all sessions since the last time that they were given up
  std::optional<EngineOptions> to_open_;
  ChildStop opening_stop_{end_.get_token()};
  bool opened_ = false;

  // Told without the mutex, since they are asked between ops:
  std::atomic<bool> profiling_{false};      // a profile is wanted
  std::atomic<bool> live_waits_{false};     // lives_waiting_ holds something
  std::atomic<bool> opening_waits_{false};  // to_open_ does
  std::jthread thread_;                     // last: stops before what it uses goes
};

}  // namespace tilescribe
