// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/service/mailbox.h"
#include "app/service/transcription_service.h"

namespace tilescribe {

/// The thread that owns the model, and the jobs it has before it. Every method may be called from any thread.
class TranscriptionService::Worker {
 public:
  Worker(TranscriberFactory factory, std::function<void()> wake);
  ~Worker();

  void open(const EngineOptions& options);
  void add(JobId id, std::filesystem::path file, const TranscribeOptions& options);
  void cancel(JobId id);
  void retry(JobId id);
  void remove(JobId id);
  void stop_and_join();

  Mailbox mailbox;

 private:
  struct Job {
    std::filesystem::path file;
    TranscribeOptions options;
    bool on_cpu = false;  // the device failed at it before
  };

  void run(const std::stop_token& stop);
  void open_model(const EngineOptions& options, const std::stop_token& stop);
  void run_job(JobId id, const Job& job, const std::stop_token& stop);
  bool can_work() const;
  Transcriber& transcriber_on_cpu(const std::stop_token& stop);
  void forget_cpu_unless_waited_for();

  TranscriberFactory factory_;
  // Touched by the thread alone:
  std::unique_ptr<Transcriber> transcriber_;
  std::unique_ptr<Transcriber> cpu_transcriber_;  // beside it, while there are jobs that the device failed at
  EngineOptions options_;                         // of transcriber_

  std::mutex mutex_;  // guards all below
  std::condition_variable_any changed_;
  std::map<JobId, Job> jobs_;
  std::deque<JobId> waiting_;
  std::optional<JobId> running_;
  std::stop_source running_stop_;
  std::optional<EngineOptions> to_open_;
  std::stop_source opening_stop_;
  bool opened_ = false;

  std::jthread thread_;  // last: stops before what it uses goes
};

}  // namespace tilescribe
