// SPDX-License-Identifier: Apache-2.0
#include "app/gui/profiling/profiling_controller.h"

#include <QDir>
#include <QFile>
#include <QStatusBar>
#include <filesystem>
#include <utility>

#include "ui/profiling/live_panel.h"
#include "ui/words.h"

namespace tilescribe {

namespace {

std::filesystem::path file_of(const QString& path) {
  return QFile::encodeName(path).toStdString();
}

}  // namespace

ProfilingController::ProfilingController(ui::MainWindow& window, TranscriptionService& service,
                                         QObject* parent)
    : QObject(parent), window_(window), service_(service) {
  files_.setMaxThreadCount(1);
  connect_window();
  connect_service();
  service_.set_profiling(window_.shows_live_costs());
}

ProfilingController::~ProfilingController() {
  finish();
}

void ProfilingController::connect_window() {
  using ui::MainWindow;
  connect(&window_, &MainWindow::profilingWanted, this,
          [this](bool wanted) { service_.set_profiling(wanted); });
  connect(&window_, &MainWindow::profileRequested, this, [this] {
    show_last();
    bring_up();
  });
  connect(&window_, &MainWindow::openProfileRequested, this, [this] { profiler().ask_open(); });
  connect(&window_, &MainWindow::saveProfileRequested, this, [this] {
    show_last();
    profiler().ask_save(ProfileFormat::session);
  });
}

void ProfilingController::connect_service() {
  ui::LivePanel& panel = window_.live_panel();
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
    window_.show_message(sentence);
  });
}

ui::ProfilerWindow& ProfilingController::profiler() {
  if (profiler_) return *profiler_;
  profiler_ = std::make_unique<ui::ProfilerWindow>();
  using ui::ProfilerWindow;
  connect(profiler_.get(), &ProfilerWindow::openRequested, this, &ProfilingController::open);
  connect(profiler_.get(), &ProfilerWindow::compareRequested, this, [this](const QString& path) {
    read(path, [this, path](std::shared_ptr<const ProfileSession> session) {
      profiler_->set_comparison(std::move(session), path);
    });
  });
  connect(profiler_.get(), &ProfilerWindow::saveRequested, this, &ProfilingController::save);
  return *profiler_;
}

void ProfilingController::open(const QString& path) {
  read(path, [this, path](std::shared_ptr<const ProfileSession> session) {
    shown_ = std::move(session);
    profiler_->set_session(shown_, path);
  });
}

void ProfilingController::show_last() {
  if (!last_ || shown_ == last_) return;
  shown_ = last_;
  profiler().set_session(shown_);
}

void ProfilingController::bring_up() {
  profiler().show();
  profiler().raise();
  profiler().activateWindow();
}

/// Reads a profile and gives it to `use`; why it can't be read is said in the profiler's window.
void ProfilingController::read(const QString& path, SessionUser use) {
  files_.start([this, path, use = std::move(use)] {
    std::shared_ptr<const ProfileSession> session;
    Failure failure;
    try {
      session = std::make_shared<const ProfileSession>(open_profile(file_of(path)));
    } catch (...) {
      failure = describe_failure(std::current_exception());
    }
    QMetaObject::invokeMethod(
        this,
        [this, use, session, failure] {
          if (finished_) return;
          bring_up();
          if (session) {
            use(session);
          } else {
            profiler_->show_error(ui::words(failure.message));
          }
        },
        Qt::QueuedConnection);
  });
}

void ProfilingController::save(const QString& path, ProfileFormat format) {
  if (!shown_) return;
  files_.start([this, path, format, session = shown_] {
    Failure failure;
    try {
      save_profile(*session, file_of(path), format);
    } catch (...) {
      failure = describe_failure(std::current_exception());
    }
    QMetaObject::invokeMethod(
        this,
        [this, path, failure] {
          if (finished_) return;
          if (!failure.message.empty()) {
            bring_up();
            profiler_->show_error(ui::words(failure.message));
            return;
          }
          const QString saved = tr("Saved to %1").arg(QDir::toNativeSeparators(path));
          profiler_->statusBar()->showMessage(saved, 5000);
          window_.show_message(saved);
        },
        Qt::QueuedConnection);
  });
}

void ProfilingController::finish() {
  finished_ = true;
  files_.waitForDone();
  profiler_.reset();
}

}  // namespace tilescribe
