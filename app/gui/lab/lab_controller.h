// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <set>
#include <stop_token>

#include "app/gui/background.h"
#include "app/gui/lab/own_kernel_program.h"
#include "app/machine/lab.h"
#include "app/service/transcription_service.h"
#include "ui/lab/lab_part.h"
#include "ui/lab/lab_request.h"

namespace tilescribe {

namespace ui {
class Settings;
class Shell;
}  // namespace ui

/// Checks and times ops and writes reports for the page of the kernel lab, on a thread of its own. A live
/// session goes first: it ends what is under way, and nothing begins as long as it lasts.
class LabController : public QObject {
  Q_OBJECT

 public:
  LabController(Lab& lab, Engines& engines, TranscriptionService& service, ui::Shell& shell,
                ui::Settings& settings);
  ~LabController() override { finish(); }

  ui::LabPart& part() { return part_; }
  /// Ends what is under way. Nothing is shown afterwards.
  void finish();

 private:
  void look();
  void look_at_engine();
  void time(const ui::LabRequest& request);
  void check(const ui::LabRequest& request);
  void report(const ui::LabRequest& request, const QString& path);
  void write_new(const QString& exercise, const QString& folder);
  void run_own(ui::LabPhase phase);
  void own_ended(bool failed, const QString& problem);
  bool begin(ui::LabPhase phase, const QString& what);
  /// The work has ended: what has come of it, and why it failed.
  void end(bool well, const QString& outcome, const QString& problem);
  void stop();
  void set_live(bool live);
  EngineOptions options_for(const EngineOptions& chosen) const;
  template <class Row>
  auto told(void (LabController::*show)(std::vector<Row>));
  void show_times(std::vector<OpRow> rows);
  void show_checks(std::vector<CheckRow> rows);
  void show_progress();

  Lab& lab_;
  Engines& engines_;
  ui::Settings& settings_;
  ui::LabPart part_;
  ui::LabPhase phase_ = ui::LabPhase::idle;
  ui::LabPhase began_ = ui::LabPhase::timing;  // the work under way, or the last one
  bool looked_ = false;                        // at the devices
  bool live_ = false;                          // a live session is under way
  bool gave_way_ = false;                      // to it
  bool finished_ = false;
  int looks_ = 0;         // so far: what an older one finds is out of date
  int failed_ = 0;        // checks
  QString what_;          // is checked or timed: an op, or a file's name
  std::set<JobId> jobs_;  // that run
  std::stop_source stop_;
  OwnKernelProgram own_;
  Background work_;  // last, so that it ends before what it uses
};

}  // namespace tilescribe
