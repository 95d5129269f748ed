// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/cuda/cupti_library.h"

#ifdef TILESCRIBE_HAS_CUPTI
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernels/core/message.h"
#include "kernels/profile/activity_join.h"
#include "kernels/profile/activity_source.h"

namespace tilescribe::kernels {

/// The process's only subscription to CUPTI. Created on first use and never destroyed, because CUPTI's own
/// thread may call it until the process ends. Between stop() and start() nothing is switched on.
class CuptiSession {
 public:
  /// What the calling thread is doing. Callbacks come on the thread that launches.
  struct Thread {
    std::vector<OpLabel> ops;  // running ops, the innermost last
    Place place;
    std::uint32_t launch = 0;  // correlation id of the launching call in progress; 0: none
  };
  static Thread& here();

  /// Whether CUPTI was opened: from then on it costs a little even when nothing is switched on.
  static bool opened();
  /// The session, for one user at a time. Null, with the reason, if CUPTI can't be used or is in use.
  static CuptiSession* take(Message& reason);
  void release();

  /// Throws Error if measuring can't begin; then nothing is switched on.
  void start(ActivitySink sink);
  /// Delivers the remaining records. The device must be idle.
  void stop();
  /// Like stop(), in any state of the device. The remaining records are lost.
  void abandon();
  void flush();
  std::int64_t lost() const { return lost_; }
  /// Whether kernels launched from now on have records; at the start they have. Only on the backend's thread.
  void record_kernels(bool on);
  bool records_kernels() const { return recording_kernels_; }
  /// Kernels with records since the start, and how many of them were in recorded steps. Any thread.
  std::int64_t kernels() const { return kernels_; }
  std::int64_t step_kernels() const { return step_kernels_; }

 private:
  explicit CuptiSession(const CuptiLibrary& cupti) : cupti_(cupti) {}
  void subscribe();
  void switch_callbacks(bool on);
  void called(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data);
  void api_called(CUpti_CallbackDomain domain, CUpti_CallbackId id, const CUpti_CallbackData& call);
  void node_made(CUpti_CallbackId id, const CUpti_GraphData& graph);
  std::uint8_t* take_buffer();
  void read_buffer(CUcontext context, std::uint8_t* buffer, std::size_t bytes);
  void add(const CUpti_Activity& activity, std::vector<ActivityRecord>& records);
  bool is_stale(std::uint32_t correlation, std::uint64_t start) const;
  std::string_view kernel_name(const char* mangled);

  const CuptiLibrary& cupti_;
  CUpti_SubscriberHandle subscriber_ = nullptr;
  bool usable_ = false;  // it has been started once
  std::atomic<std::int64_t> lost_ = 0, kernels_ = 0, step_kernels_ = 0;
  bool recording_kernels_ = false;
  std::int64_t clock_offset_ns_ = 0;  // from CUPTI's time to that of records

  std::mutex join_mutex_;
  ActivityJoin join_;
  RecentMap<std::uint32_t, std::uint64_t> replays_{std::size_t{1} << 12};  // launch times, CUPTI's clock
  std::mutex read_mutex_;  // guards what follows; taken before join_mutex_
  ActivitySink sink_;
  std::unordered_map<std::string, std::string> kernel_names_;  // mangled → readable, kept
  std::mutex buffer_mutex_;
  std::vector<std::uint8_t*> free_buffers_;
};

}  // namespace tilescribe::kernels
#endif
