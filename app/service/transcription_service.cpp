// SPDX-License-Identifier: Apache-2.0
#include "app/service/transcription_service.h"

#include <algorithm>

namespace tilescribe {

constexpr int delivery_interval_ms = 50;  // results reach the window at most 20 times per second
constexpr qint64 delivery_budget_ms = 8;  // and take at most this long each time

TranscriptionService::TranscriptionService(Engines& engines, QObject* parent)
    : QObject(parent),
      mailbox_([this] {
        // On a worker's thread: makes only a queued call.
        QMetaObject::invokeMethod(this, &TranscriptionService::schedule_delivery, Qt::QueuedConnection);
      }),
      scheduler_(engines, mailbox_) {
  delivery_.setSingleShot(true);
  connect(&delivery_, &QTimer::timeout, this, [this] { deliver(false); });
}

void TranscriptionService::shutdown() {
  scheduler_.shutdown();
  deliver(true);
}

void TranscriptionService::schedule_delivery() {
  if (delivery_.isActive()) return;
  const qint64 since = last_delivery_.isValid() ? last_delivery_.elapsed() : delivery_interval_ms;
  delivery_.start(
      static_cast<int>(std::clamp<qint64>(delivery_interval_ms - since, 0, delivery_interval_ms)));
}

void TranscriptionService::deliver(bool everything) {
  QElapsedTimer clock;
  clock.start();
  while (everything || clock.elapsed() < delivery_budget_ms) {
    auto event = mailbox_.take();
    if (!event) break;
    emit happened(*event);
  }
  last_delivery_.start();
  if (!mailbox_.empty()) schedule_delivery();
}

}  // namespace tilescribe
