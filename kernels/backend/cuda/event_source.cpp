// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/event_source.h"

namespace tilescribe::kernels {

EventSource::~EventSource() {
  try {
    EventSource::stop();
  } catch (const std::exception&) {  // a lost device was reported already
  }
}

void EventSource::start(ActivitySink sink) {
  stop();
  backend_.synchronize();
  spans_.start(std::move(sink));
  hooked_.emplace(backend_.hooks(), *this);
}

void EventSource::stop() {
  if (!hooked_) return;
  hooked_.reset();
  backend_.synchronize();
  spans_.give(true);
}

void EventSource::op_begins(const OpLabel& label) {
  ActivityRecord record;
  record.activity = Activity::op;
  record.label = label;
  spans_.begin(record);
}

}  // namespace tilescribe::kernels
