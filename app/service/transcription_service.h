// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <stop_token>

#include "inference/api/error.h"
#include "inference/api/transcriber.h"
#include "inference/api/unfinished.h"

namespace tilescribe {

using JobId = quint64;

/// Opens a model; open_transcriber, or a fake in tests. Called on the worker thread.
using TranscriberFactory = std::function<std::unique_ptr<Transcriber>(const EngineOptions&, std::stop_token)>;

/// Runs transcriptions one after the other on a worker thread that owns the model; a live session goes before
/// them. Lives on the GUI thread,
/// where all its signals are emitted. Results come at most some 20 times a second and in small portions, so
/// that a fast model cannot keep the GUI thread busy.
class TranscriptionService : public QObject {
  Q_OBJECT

 public:
  explicit TranscriptionService(TranscriberFactory factory, QObject* parent = nullptr);
  ~TranscriptionService() override;

  /// Opens the model (again). Jobs wait until it is open; one that runs is finished on the old model first.
  void open(const EngineOptions& options);

  /// Adds a job to the end of the queue. With options.from it continues an earlier run's text; where the file
  /// has changed since then, or another model or arithmetic would continue it, it begins anew.
  JobId add(const QString& path, const TranscribeOptions& options = {});
  /// Ends a job: at once where it waits, within a moment where it runs. jobFinished follows, with `cancelled`
  /// set and the text so far.
  void cancel(JobId id);
  /// Puts a job that ended back into the queue, from the file's beginning; one that the device failed at runs
  /// on the CPU then, on a model opened for it. Ignored while it waits or runs.
  void retry(JobId id);
  /// Forgets a job, cancelling it first. Signals about it that are under way still come.
  void remove(JobId id);

  /// Transcribes a recording while it grows, from its beginning; ends by itself when the recording is
  /// complete and its text fixed. Begins as soon as a model is open; where the device fails it goes on on the
  /// CPU. A file that is being transcribed goes on when the session has nothing to do. Sessions are taken in
  /// order: each ends with liveFinished or liveFailed before the next begins.
  void start_live(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options = {});
  /// Ends every session that was started so far, when the decode or the opening that is under way is done;
  /// liveFinished follows for each, with `cancelled` and the text that was fixed.
  void abandon_live();

  /// Whether to measure what every kernel costs, from the next op on; a profile lasts as long as a job or a
  /// live session does, and ends early when it is no longer wanted.
  void set_profiling(bool wanted);

  /// Stops everything and joins the worker; what had come by then is signalled before this returns. Nothing
  /// works afterwards. The destructor does the same.
  void shutdown();

 signals:
  void engineOpening(const tilescribe::EngineOptions& options);
  void engineReady(const tilescribe::EngineInfo& engine, const tilescribe::ModelInfo& model);
  /// There is no model.
  void engineFailed(const tilescribe::Failure& failure);
  /// The model that was asked for can't be opened; the one that worked before is opened again, and
  /// engineOpening follows.
  void engineRefused(const tilescribe::Failure& failure);
  void jobStarted(tilescribe::JobId id);
  /// Before its first segment: what is transcribed, by what, and the earlier run's text that it continues.
  /// `anew` is a sentence that says why such a text is not continued; empty where it is, or there is none.
  void jobBegins(tilescribe::JobId id, const tilescribe::UnfinishedText& text, const QString& anew);
  /// All segments up to here came.
  void jobReached(tilescribe::JobId id, const tilescribe::WindowBoundary& end);
  void jobProgress(tilescribe::JobId id, const tilescribe::Progress& progress);
  void jobSegment(tilescribe::JobId id, const tilescribe::Segment& segment);
  void jobPartial(tilescribe::JobId id, const tilescribe::PartialText& partial);
  void jobFinished(tilescribe::JobId id, const tilescribe::Transcript& transcript);
  void jobFailed(tilescribe::JobId id, const tilescribe::Failure& failure);
  /// A live session goes before this running job, or no longer does.
  void jobHeld(tilescribe::JobId id, bool held);
  void liveFixed(const tilescribe::LivePiece& piece);
  void liveProvisional(const tilescribe::LivePiece& piece);
  void liveStatus(const tilescribe::LiveStatus& status);
  /// The device failed; the session goes on on the CPU.
  void liveMoved(const tilescribe::Failure& failure);
  void liveFinished(const tilescribe::Transcript& transcript);
  /// The session is over; the recording is not, and can be transcribed as a file.
  void liveFailed(const tilescribe::Failure& failure);
  /// What is being transcribed is measured from here on.
  void profileBegan(const QString& title);
  void profileFrame(const tilescribe::ProfileFrame& frame);
  void profileFinished(const std::shared_ptr<const tilescribe::ProfileSession>& session);
  /// The device can't be measured, or no longer; the work goes on.
  void profileFailed(const tilescribe::Failure& failure);

 private:
  class Worker;

  void schedule_delivery();
  void deliver(bool everything);

  std::unique_ptr<Worker> worker_;
  QTimer delivery_;
  QElapsedTimer last_delivery_;
  JobId last_id_ = 0;
};

}  // namespace tilescribe
