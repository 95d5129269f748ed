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
  };

  void run(const std::stop_token& stop);
  void open_model(const EngineOptions& options, const std::stop_token& stop);
  void run_job(JobId id, const Job& job, const std::stop_token& stop);
  bool can_work() const;

  TranscriberFactory factory_;
  std::unique_ptr<Transcriber> transcriber_;  // touched by the thread alone

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
