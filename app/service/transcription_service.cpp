// SPDX-License-Identifier: Apache-2.0
#include "app/service/transcription_service.h"

#include <QFile>
#include <algorithm>
#include <utility>

#include "app/service/worker.h"

namespace tilescribe {

namespace {

constexpr int delivery_interval_ms = 50;  // results reach the window at most 20 times a second
constexpr qint64 delivery_budget_ms = 8;  // and take at most this long at a time

template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

}  // namespace

TranscriptionService::TranscriptionService(TranscriberFactory factory, QObject* parent)
    : QObject(parent), worker_(std::make_unique<Worker>(std::move(factory), [this] {
        // On the worker thread: only a queued call crosses.
        QMetaObject::invokeMethod(this, &TranscriptionService::schedule_delivery, Qt::QueuedConnection);
      })) {
  delivery_.setSingleShot(true);
  connect(&delivery_, &QTimer::timeout, this, [this] { deliver(false); });
}

TranscriptionService::~TranscriptionService() {
  blockSignals(true);
  worker_->stop_and_join();
}

void TranscriptionService::open(const EngineOptions& options) {
  worker_->open(options);
}

JobId TranscriptionService::add(const QString& path, const TranscribeOptions& options) {
  const JobId id = ++last_id_;
  worker_->add(id, QFile::encodeName(path).toStdString(), options);
  return id;
}

void TranscriptionService::cancel(JobId id) {
  worker_->cancel(id);
}

void TranscriptionService::retry(JobId id) {
  worker_->retry(id);
}

void TranscriptionService::remove(JobId id) {
  worker_->remove(id);
}

void TranscriptionService::start_live(std::shared_ptr<const GrowingRecording> recording,
                                      const LiveOptions& options) {
  worker_->start_live(std::move(recording), options);
}

void TranscriptionService::abandon_live() {
  worker_->abandon_live();
}

void TranscriptionService::set_profiling(bool wanted) {
  worker_->set_profiling(wanted);
}

void TranscriptionService::shutdown() {
  worker_->stop_and_join();
  deliver(true);
}

void TranscriptionService::schedule_delivery() {
  if (delivery_.isActive()) return;
  const qint64 since = last_delivery_.isValid() ? last_delivery_.elapsed() : delivery_interval_ms;
  delivery_.start(
      static_cast<int>(std::clamp<qint64>(delivery_interval_ms - since, 0, delivery_interval_ms)));
}

void TranscriptionService::deliver(bool everything) {
  const Overloaded emit_message{
      [this](const EngineOpening& m) { emit engineOpening(m.options); },
      [this](const EngineReady& m) { emit engineReady(m.engine, m.model); },
      [this](const EngineFailed& m) { emit engineFailed(m.failure); },
      [this](const EngineRefused& m) { emit engineRefused(m.failure); },
      [this](const JobStarted& m) { emit jobStarted(m.id); },
      [this](const JobBegins& m) { emit jobBegins(m.id, m.text, QString::fromStdString(m.anew)); },
      [this](const JobReached& m) { emit jobReached(m.id, m.end); },
      [this](const JobProgress& m) { emit jobProgress(m.id, m.progress); },
      [this](const JobSegment& m) { emit jobSegment(m.id, m.segment); },
      [this](const JobPartial& m) { emit jobPartial(m.id, m.partial); },
      [this](const JobFinished& m) { emit jobFinished(m.id, m.transcript); },
      [this](const JobFailed& m) { emit jobFailed(m.id, m.failure); },
      [this](const JobHeld& m) { emit jobHeld(m.id, m.held); },
      [this](const LiveFixed& m) { emit liveFixed(m.piece); },
      [this](const LiveProvisional& m) { emit liveProvisional(m.piece); },
      [this](const LiveProgress& m) { emit liveStatus(m.status); },
      [this](const LiveMoved& m) { emit liveMoved(m.failure); },
      [this](const LiveFinished& m) { emit liveFinished(m.transcript); },
      [this](const LiveFailed& m) { emit liveFailed(m.failure); },
      [this](const ProfileBegan& m) { emit profileBegan(QString::fromStdString(m.title)); },
      [this](const ProfileProgress& m) { emit profileFrame(m.frame); },
      [this](const ProfileFinished& m) { emit profileFinished(m.session); },
      [this](const ProfileFailed& m) { emit profileFailed(m.failure); },
  };
  QElapsedTimer clock;
  clock.start();
  while (everything || clock.elapsed() < delivery_budget_ms) {
    const auto message = worker_->mailbox.take();
    if (!message) break;
    std::visit(emit_message, *message);
  }
  last_delivery_.start();
  if (!worker_->mailbox.empty()) schedule_delivery();
}

}  // namespace tilescribe
