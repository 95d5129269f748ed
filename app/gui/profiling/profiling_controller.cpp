// SPDX-License-Identifier: Apache-2.0
#include "app/gui/profiling/profiling_controller.h"

#include <QDir>
#include <QStatusBar>
#include <utility>

#include "app/paths.h"
#include "ui/profile/analysis.h"
#include "ui/profiling/live_panel.h"
#include "ui/shell/shell.h"
#include "ui/words.h"

namespace tilescribe {

ProfilingController::ProfilingController(ui::Shell& shell, TranscriptionService& service,
                                         ui::Settings& settings)
    : shell_(shell), part_(shell, settings), service_(service) {
  files_.emplace();
  using ui::CostsPart;
  connect(&part_, &CostsPart::visibleChanged, this,
          [this](bool visible) { service_.set_profiling(visible); });
  connect(&part_, &CostsPart::lastRequested, this, &ProfilingController::show_last);
  connect(&part_, &CostsPart::openRequested, this, [this] { profiler().ask_open(); });
  connect(&part_, &CostsPart::saveRequested, this, [this] {
    show_last();
    profiler_->ask_save(ProfileFormat::session);
  });
  ui::LivePanel& panel = part_.panel();
  service_.on<ProfileBegan>(this, [this, &panel](const ProfileBegan& event) {
    broken_off_ = false;
    panel.begin(QString::fromStdString(event.title));
  });
  service_.on<ProfileProgress>(this, [&panel](const auto& event) { panel.show_frame(event.frame); });
  service_.on<JobStarted>(this, [this](const JobStarted&) { broken_off_ = false; });
  service_.on<JobFailed>(this, [this](const JobFailed&) { broken_off_ = true; });
  service_.on<ProfileFinished>(this, [this, &panel](const ProfileFinished& event) {
    // A file that can't be read leaves nothing to look at: what was measured last stays.
    if (event.session->taken == 0) return panel.discard();
    last_ = event.session;
    broken_off_ ? panel.finish(tr("broken off")) : panel.finish();
  });
  service_.on<ProfileFailed>(this, [this, &panel](const ProfileFailed& event) {
    const QString sentence = ui::words(event.failure.message);
    panel.fail(sentence);
    shell_.show_message(sentence);
  });
  service_.set_profiling(part_.visible());
}

ui::ProfilerWindow& ProfilingController::profiler() {
  if (profiler_) return *profiler_;
  profiler_ = std::make_unique<ui::ProfilerWindow>();
  using ui::ProfilerWindow;
  connect(profiler_.get(), &ProfilerWindow::openRequested, this, &ProfilingController::open);
  connect(profiler_.get(), &ProfilerWindow::compareRequested, this, [this](const QString& path) {
    read(path, [this, path](std::shared_ptr<const ProfileSession> session) {
      profiler_->document().compare_with(std::move(session), path);
    });
  });
  connect(profiler_.get(), &ProfilerWindow::saveRequested, this, &ProfilingController::save);
  return *profiler_;
}

void ProfilingController::open(const QString& path) {
  read(path, [this, path](std::shared_ptr<const ProfileSession> session) {
    shown_ = std::move(session);
    profiler_->document().open(shown_, path);
  });
}

void ProfilingController::show_last() {
  if (last_ && shown_ != last_) {
    shown_ = last_;
    profiler().document().open(shown_);
  }
  bring_up();
}

void ProfilingController::bring_up() {
  profiler().show();
  profiler().raise();
  profiler().activateWindow();
}

/// Reads a profile and gives it to `use`; why it can't be read is said in the profiler's window.
void ProfilingController::read(const QString& path, SessionUser use) {
  if (!files_) return;
  files_->run([path] { return ui::shared_large(open_profile(native_path(path))); },
              [this, use = std::move(use)](auto outcome) {
                bring_up();
                if (outcome.value) return use(*outcome.value);
                profiler_->show_error(ui::words(outcome.failure.message));
              });
}

void ProfilingController::save(const std::shared_ptr<const ProfileSession>& session, const QString& path,
                               ProfileFormat format) {
  if (!files_) return;
  files_->run([path, format, session] { save_profile(*session, native_path(path), format); },
              [this, path](const auto& outcome) {
                if (!outcome.value) {
                  bring_up();
                  profiler_->show_error(ui::words(outcome.failure.message));
                  return;
                }
                const QString saved = tr("Saved to %1").arg(QDir::toNativeSeparators(path));
                profiler_->statusBar()->showMessage(saved, 5000);
                shell_.show_message(saved);
              });
}

void ProfilingController::finish() {
  files_.reset();  // writes what is to be written; nothing is shown any more
  profiler_.reset();
}

}  // namespace tilescribe
