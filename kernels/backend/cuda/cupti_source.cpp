// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cupti_source.h"

#include "kernels/backend/cuda/cupti_session.h"
#include "kernels/backend/cuda/event_source.h"
#include "kernels/core/error.h"

namespace tilescribe::kernels {

#ifdef TILESCRIBE_HAS_CUPTI
namespace {

class CuptiSource final : public ActivitySource, private OpObserver {
 public:
  CuptiSource(CudaBackend& backend, CuptiSession& session) : backend_(backend), session_(session) {}
  ~CuptiSource() override {
    try {
      CuptiSource::stop();
    } catch (const std::exception&) {  // a lost device has said so already
    }
    session_.release();
  }
  CuptiSource(const CuptiSource&) = delete;
  CuptiSource& operator=(const CuptiSource&) = delete;

  std::string_view name() const override { return "CUPTI"; }

  void start(ActivitySink sink) override {
    stop();
    backend_.synchronize();
    session_.start(std::move(sink));
    running_ = true;
    CuptiSession::here().ops.clear();
    CuptiSession::here().place = backend_.place();
    backend_.add_observer(*this);
  }

  void stop() override {
    if (!running_) return;
    running_ = false;
    backend_.remove_observer(*this);
    try {
      backend_.synchronize();
    } catch (...) {
      session_.abandon();
      throw;
    }
    session_.stop();
  }

  void flush() override { session_.flush(); }
  std::int64_t lost() const override { return session_.lost(); }

 private:
  void op_begins(const OpLabel& label) override { CuptiSession::here().ops.push_back(label); }
  void op_ends() override {
    if (!CuptiSession::here().ops.empty()) CuptiSession::here().ops.pop_back();
  }
  void place_changes(const Place& place) override { CuptiSession::here().place = place; }

  CudaBackend& backend_;
  CuptiSession& session_;
  bool running_ = false;
};

}  // namespace

std::unique_ptr<ActivitySource> open_cupti_source(CudaBackend& backend, std::string& reason) {
  backend.stream();  // CUPTI wants a GPU to be current
  CuptiSession* const session = CuptiSession::take(reason);
  return session == nullptr ? nullptr : std::make_unique<CuptiSource>(backend, *session);
}

#else

std::unique_ptr<ActivitySource> open_cupti_source(CudaBackend&, std::string& reason) {
  reason = "The plugin for CUDA was built without CUPTI's headers.";
  return nullptr;
}

#endif

std::unique_ptr<ActivitySource> make_cuda_activity_source(CudaBackend& backend) {
  std::string reason;
  if (auto source = open_cupti_source(backend, reason)) return source;
  return std::make_unique<EventSource>(backend, reason);
}

}  // namespace tilescribe::kernels
