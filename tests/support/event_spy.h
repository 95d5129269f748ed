// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <vector>

#include "app/service/transcription_service.h"

namespace tilescribe::test {

/// Keeps the events of one kind that a service signals.
template <class Kind>
class EventSpy {
 public:
  explicit EventSpy(TranscriptionService& service) {
    service.on<Kind>(&receiver_, [this](const Kind& event) { events_.push_back(event); });
  }
  int count() const { return static_cast<int>(events_.size()); }
  const Kind& at(int index) const { return events_.at(static_cast<std::size_t>(index)); }

 private:
  std::vector<Kind> events_;
  QObject receiver_;
};

}  // namespace tilescribe::test
