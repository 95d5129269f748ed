// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>

#include "app/gui/background.h"
#include "app/service/transcription_service.h"
#include "inference/api/profile_store.h"
#include "ui/profiling/costs_part.h"
#include "ui/profiling/profiler_window.h"

namespace tilescribe {

namespace ui {
class Settings;
class Shell;
}  // namespace ui

/// Measures while the window shows live costs, keeps the last profile, and opens, saves and compares profiles
/// for the profiler's window. Files are read and written on a thread of its own.
class ProfilingController : public QObject {
  Q_OBJECT

 public:
  ProfilingController(ui::Shell& shell, TranscriptionService& service, ui::Settings& settings);
  ~ProfilingController() override { finish(); }

  ui::CostsPart& part() { return part_; }
  /// The profiler's window, made at the first call.
  ui::ProfilerWindow& profiler();
  /// Shows a saved profile in that window, or there why it can't be read.
  void open(const QString& path);
  std::shared_ptr<const ProfileSession> last() const { return last_; }
  /// Waits until what is being written is written, and closes the profiler's window.
  void finish();

 private:
  using SessionUser = std::function<void(std::shared_ptr<const ProfileSession>)>;

  void show_last();
  void bring_up();
  void read(const QString& path, SessionUser use);
  void save(const std::shared_ptr<const ProfileSession>& session, const QString& path, ProfileFormat format);

  ui::Shell& shell_;
  ui::CostsPart part_;
  TranscriptionService& service_;
  std::unique_ptr<ui::ProfilerWindow> profiler_;
  std::shared_ptr<const ProfileSession> last_, shown_;  // `shown_`: in the profiler's window
  bool broken_off_ = false;                             // the file that was transcribed last failed
  std::optional<Background> files_;                     // reads and writes; none when finished
};

}  // namespace tilescribe
