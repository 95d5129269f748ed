// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cupti_source.h"

#include <atomic>
#include <cmath>
#include <mutex>
#include <optional>
#include <utility>

#include "kernels/backend/cuda/cupti_cost.h"
#include "kernels/backend/cuda/cupti_session.h"
#include "kernels/backend/cuda/event_source.h"
#include "kernels/core/error.h"

namespace tilescribe::kernels {

#ifdef TILESCRIBE_HAS_CUPTI
namespace {

// Consecutive steps that are recorded in full, or as a whole. The device becomes idle between such blocks, so
// CUPTI is not switched off while it measures.
constexpr std::int64_t block_steps = 16;

class CuptiSource final : public ActivitySource, public OpHook {
 public:
  CuptiSource(CudaBackend& backend, CuptiSession& session, std::optional<CuptiCost> cost)
      : backend_(backend), session_(session), cost_(cost), whole_steps_(backend) {}
  ~CuptiSource() override {
    try {
      CuptiSource::stop();
    } catch (const std::exception&) {  // a lost device was reported already
    }
    session_.release();
  }
  CuptiSource(const CuptiSource&) = delete;
  CuptiSource& operator=(const CuptiSource&) = delete;

  std::string_view name() const override { return "CUPTI"; }

  void start(ActivitySink sink) override {
    stop();
    backend_.synchronize();
    // CUPTI's thread delivers kernels, the backend's thread whole steps.
    const auto one_at_a_time = [this, sink = std::move(sink)](std::span<const ActivityRecord> records) {
      const std::lock_guard lock(sink_mutex_);
      sink(records);
    };
    whole_steps_.start(one_at_a_time);
    session_.start(one_at_a_time);
    full_steps_ = passed_over_ = 0;
    CuptiSession::here().ops.clear();
    CuptiSession::here().place = backend_.hooks().place();
    backend_.set_trace(CudaBackend::Trace::records);
    hooked_.emplace(backend_.hooks(), *this);
  }

  void stop() override {
    if (!hooked_) return;
    hooked_.reset();
    backend_.set_trace(CudaBackend::Trace::none);
    try {
      backend_.synchronize();
    } catch (...) {
      session_.abandon();
      throw;
    }
    session_.stop();
    whole_steps_.give(true);
  }

  void flush() override {
    session_.flush();
    whole_steps_.give(false);
  }
  std::int64_t lost() const override { return session_.lost() + whole_steps_.lost(); }

  /// The cost per kernel, measured when CUPTI was opened, times the number of kernels. A step without kernel
  /// records counts as many kernels as one with them.
  std::optional<std::int64_t> cost_ns() const override {
    if (!cost_) return std::nullopt;
    const std::int64_t full = full_steps_, passed_over = passed_over_;
    const double a_step =
        full > 0 ? static_cast<double>(session_.step_kernels()) / static_cast<double>(full) : 0.0;
    return std::llround(cost_->recorded_ns * static_cast<double>(session_.kernels()) +
                        cost_->passed_over_ns * a_step * static_cast<double>(passed_over));
  }

  bool set_detail_every(int every) override {
    detail_every_ = every;
    return true;
  }

 private:
  void op_begins(const OpLabel& label) override {
    CuptiSession::here().ops.push_back(label);
    session_.record_kernels(true);
  }
  void op_ends() override {
    if (!CuptiSession::here().ops.empty()) CuptiSession::here().ops.pop_back();
  }
  void place_changes(const Place& place) override { CuptiSession::here().place = place; }
  void replay_begins(const Place& place) override {
    as_a_whole_ = place.step >= 0 && place.step / block_steps % detail_every_ != 0;
    if (as_a_whole_ && session_.records_kernels()) cudaStreamSynchronize(backend_.stream().use());
    session_.record_kernels(!as_a_whole_);
    backend_.set_trace(as_a_whole_ ? CudaBackend::Trace::passes_over : CudaBackend::Trace::records);
    if (as_a_whole_) whole_steps_.begin(replay_record(place));
    ++(as_a_whole_ ? passed_over_ : full_steps_);
  }
  void replay_ends() override {
    if (as_a_whole_) whole_steps_.end();
  }

  CudaBackend& backend_;
  CuptiSession& session_;
  const std::optional<CuptiCost> cost_;
  EventSpans whole_steps_;
  std::mutex sink_mutex_;
  std::atomic<int> detail_every_{1};
  std::atomic<std::int64_t> full_steps_{0}, passed_over_{0};  // replays since the start
  bool as_a_whole_ = false;                                   // the current replay has one record
  std::optional<Hooked> hooked_;                              // while it measures
};

/// Measured once per process.
std::optional<CuptiCost> cost_of_cupti;

}  // namespace

std::unique_ptr<ActivitySource> open_cupti_source(CudaBackend& backend, Message& reason) {
  backend.synchronize();  // CUPTI needs a current GPU
  const bool first = !CuptiSession::opened();
  CuptiCostMeasurement measurement(backend);
  if (first) measurement.before_cupti();
  CuptiSession* const session = CuptiSession::take(reason);
  if (session == nullptr) return nullptr;
  if (first) {
    try {
      cost_of_cupti = measurement.in_session(*session);
    } catch (...) {
      session->release();
      throw;
    }
  }
  return std::make_unique<CuptiSource>(backend, *session, cost_of_cupti);
}

#else

std::unique_ptr<ActivitySource> open_cupti_source(CudaBackend&, Message& reason) {
  reason = Message("The plugin for CUDA was built without CUPTI's headers.");
  return nullptr;
}

#endif

std::unique_ptr<ActivitySource> make_cuda_activity_source(CudaBackend& backend) {
  Message reason;
  if (auto source = open_cupti_source(backend, reason)) return source;
  return std::make_unique<EventSource>(backend, reason);
}

}  // namespace tilescribe::kernels
