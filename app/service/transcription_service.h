// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QObject>
#include <QString>
#include <QTimer>
#include <utility>

#include "app/scheduler/mailbox.h"
#include "app/scheduler/scheduler.h"

namespace tilescribe {

/// A scheduler's Qt face: its events become one signal on the thread that this lives on. They come at most
/// some 20 times a second and in small portions, so that a fast model cannot keep the GUI thread busy.
class TranscriptionService : public QObject {
  Q_OBJECT

 public:
  /// `engines` outlives it.
  explicit TranscriptionService(Engines& engines, QObject* parent = nullptr);
  ~TranscriptionService() override;

  // As Scheduler's methods:
  void open(const EngineOptions& options) { scheduler_.open(options); }
  JobId add(const QString& path, const TranscribeOptions& options = {}, JobId id = 0) {
    return scheduler_.add(QFile::encodeName(path).toStdString(), options, id);
  }
  void cancel(JobId id) { scheduler_.cancel(id); }
  void retry(JobId id) { scheduler_.retry(id); }
  void remove(JobId id) { scheduler_.remove(id); }
  void start_live(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options = {}) {
    scheduler_.start_live(std::move(recording), options);
  }
  void abandon_live() { scheduler_.abandon_live(); }
  void set_profiling(bool wanted) {
    scheduler_.set_profiling(wanted ? std::optional(ProfileWish{}) : std::nullopt);
  }

  /// Stops everything; what had come by then is signalled before this returns. Nothing works afterwards. The
  /// destructor stops everything too, and signals nothing more.
  void shutdown();

  /// Calls `handler(Kind&)` for every event of a kind, as long as `receiver` lives. Who keeps the text may
  /// move it out of the event.
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
  Scheduler scheduler_;  // last: stops before what it uses goes
};

}  // namespace tilescribe
