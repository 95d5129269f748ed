// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/event_spans.h"

#include <cmath>
#include <utility>

#include "kernels/device/status.h"

namespace tilescribe::kernels {
namespace {

constexpr std::size_t spans_at_once = 256;  // after this many ended spans, the finished ones are delivered

std::int64_t nanoseconds(float ms) {
  return std::llround(static_cast<double>(ms) * 1e6);
}

}  // namespace

void EventSpans::start(ActivitySink sink) {
  open_.clear();
  const std::lock_guard lock(mutex_);
  sink_ = std::move(sink);
  lost_ = 0;
  if (reference_ == nullptr) reference_ = take_event();
  check(cudaEventRecord(reference_.get(), backend_.stream().use()), Message("while measuring began"));
  check(cudaEventSynchronize(reference_.get()), Message("while measuring began"));
  reference_ns_ = record_clock_ns();
}

void EventSpans::begin(ActivityRecord record) {
  const cudaStream_t stream = backend_.stream().use();
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &capture) != cudaSuccess || capture != cudaStreamCaptureStatusNone) {
    open_.push_back(nullptr);
    return;
  }
  auto span = std::make_unique<Span>();
  span->record = record;
  span->outer = open_.empty() ? nullptr : open_.back().get();
  {
    const std::lock_guard lock(mutex_);
    span->begin = take_event();
    span->end = take_event();
  }
  if (span->begin != nullptr) cudaEventRecord(span->begin.get(), stream);
  open_.push_back(std::move(span));
}

void EventSpans::end() {
  if (open_.empty()) return;  // it began before the start
  std::unique_ptr<Span> span = std::move(open_.back());
  open_.pop_back();
  if (!span) return;
  if (span->end != nullptr) cudaEventRecord(span->end.get(), backend_.stream().use());
  const std::lock_guard lock(mutex_);
  ended_.push_back(std::move(span));
  if (ended_.size() >= spans_at_once) give_ended(false);
}

void EventSpans::give(bool wait) {
  const std::lock_guard lock(mutex_);
  give_ended(wait);
}

std::int64_t EventSpans::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

// Null if there is no memory for one; then nothing is measured.
CudaEvent EventSpans::take_event() {
  CudaEvent event;
  if (free_events_.empty()) {
    cudaEventCreate(Filling(event));
    return event;
  }
  event = std::move(free_events_.back());
  free_events_.pop_back();
  return event;
}

// Sets the times of a span; false if it has not finished.
bool EventSpans::measure(Span& span, bool wait) {
  const bool whole = span.begin != nullptr && span.end != nullptr;
  const cudaError_t state = !whole ? cudaErrorInvalidValue
                            : wait ? cudaEventSynchronize(span.end.get())
                                   : cudaEventQuery(span.end.get());
  if (state == cudaErrorNotReady) return false;
  float since = 0.0f, between = 0.0f;
  if (state != cudaSuccess ||
      cudaEventElapsedTime(&since, reference_.get(), span.begin.get()) != cudaSuccess ||
      cudaEventElapsedTime(&between, span.begin.get(), span.end.get()) != cudaSuccess) {
    ++lost_;
    return true;
  }
  span.record.start_ns = reference_ns_ + nanoseconds(since);
  span.record.duration_ns = nanoseconds(between);
  if (span.outer != nullptr) span.outer->record.inner_ns += span.record.duration_ns;
  done_.push_back(span.record);
  // Times relative to a recent event stay small, so they stay exact to a microsecond.
  reference_ns_ = span.record.start_ns + span.record.duration_ns;
  std::swap(reference_, span.end);
  return true;
}

void EventSpans::give_ended(bool wait) {
  while (!ended_.empty() && measure(*ended_.front(), wait)) {
    for (CudaEvent* event : {&ended_.front()->begin, &ended_.front()->end}) {
      if (*event != nullptr) free_events_.push_back(std::move(*event));
    }
    ended_.pop_front();
  }
  if (!done_.empty() && sink_) sink_(done_);
  done_.clear();
}

}  // namespace tilescribe::kernels
