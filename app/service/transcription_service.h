// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <utility>

#include "app/paths.h"
#include "app/scheduler/mailbox.h"
#include "app/scheduler/scheduler.h"

namespace tilescribe {

/// The scheduler for Qt: its events become one signal on the thread that this object lives on. They come at
/// most 20 times per second and in small portions, so a fast model does not keep the GUI thread busy.
class TranscriptionService : public QObject {
  Q_OBJECT

 public:
  /// `engines` outlives it.
  explicit TranscriptionService(Engines& engines, QObject* parent = nullptr);
  ~TranscriptionService() override { scheduler_.shutdown(); }

  // See Scheduler's methods.
  void open(const EngineOptions& options) { scheduler_.open(options); }
  JobId add(const QString& path, const TranscribeOptions& options = {}, JobId id = 0) {
    return scheduler_.add(native_path(path), options, id);
  }
  void cancel(JobId id) { scheduler_.cancel(id); }
  void retry(JobId id) { scheduler_.retry(id); }
  void remove(JobId id) { scheduler_.remove(id); }
  void arrange(const std::vector<JobId>& order) { scheduler_.arrange(order); }
  void set_paused(bool paused) { scheduler_.set_paused(paused); }
  void start_live(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options = {}) {
    scheduler_.start_live(std::move(recording), options);
  }
  void abandon_live() { scheduler_.abandon_live(); }
  void set_profiling(bool wanted) {
    scheduler_.set_profiling(wanted ? std::optional(ProfileWish{}) : std::nullopt);
  }

  /// Stops everything. Events up to then are signalled before this returns. Nothing works afterwards. The
  /// destructor also stops everything, but signals nothing more.
  void shutdown();

  /// Calls `handler(Kind&)` for every event of this kind while `receiver` lives. A handler that keeps the
  /// text may move it out of the event.
  template <class Kind, class Handler>
  void on(const QObject* receiver, Handler handler) {
    connect(this, &TranscriptionService::happened, receiver, [handler = std::move(handler)](Event& event) {
      if (auto* kind = std::get_if<Kind>(&event)) handler(*kind);
    });
  }

 signals:
  void happened(tilescribe::Event& event);

 private:
  void schedule_delivery();
  void deliver(bool everything);

  Mailbox mailbox_;
  QTimer delivery_;
  QElapsedTimer last_delivery_;
  Scheduler scheduler_;  // last: stops before its members are destroyed
};

}  // namespace tilescribe
