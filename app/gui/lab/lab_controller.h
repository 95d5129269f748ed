// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <optional>
#include <set>
#include <stop_token>

#include "app/gui/background.h"
#include "app/gui/lab/own_kernel_program.h"
#include "app/gui/lab/rows_mail.h"
#include "app/machine/lab.h"
#include "app/service/transcription_service.h"
#include "inference/api/side_by_side.h"
#include "ui/lab/lab_part.h"
#include "ui/lab/lab_request.h"

namespace tilescribe {

namespace ui {
class Settings;
class Shell;
}  // namespace ui

/// Checks and times ops, compares engines and writes reports for the page of the kernel lab, on a thread of
/// its own. A live session goes first: it ends what is under way, and nothing begins as long as it lasts.
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
  void set_model(const EngineReady& ready);
  std::string open_folder() const;  // of the open model, or of the one that is chosen
  void forget_shapes();
  void look_at_model();
  void compare();
  void measure_grid();
  void write_text();
  void run_own(ui::LabPhase phase);
  void own_ended(bool failed, const QString& problem);
  bool begin(ui::LabPhase phase, const QString& what);
  /// The work has ended: what has come of it, and why it failed.
  void end(bool well, const QString& outcome, const QString& problem);
  void stop();
  void set_live(bool live);
  EngineOptions options_for(const EngineOptions& chosen) const;
  /// A function for the thread that works: it hands rows to `show`, here.
  template <class Row>
  auto told(void (LabController::*show)(std::vector<Row>)) {
    return mailed_rows<Row>(this, [this, show](std::vector<Row> rows) {
      if (!finished_) (this->*show)(std::move(rows));
    });
  }
  void show_times(std::vector<OpRow> rows);
  void show_checks(std::vector<CheckRow> rows);
  void show_comparison(std::vector<SideBySideRow> rows);
  void show_grid(std::vector<GridCell> cells);
  void show_text(std::vector<std::string> pieces);
  void show_costs(std::vector<ProfileFrame> frames);
  void show_progress();

  /// The model that transcribes.
  struct OpenModel {
    std::string folder;  // as EngineOptions::model
    std::int64_t parameters = 0;
  };

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
  std::optional<OpenModel> model_;
  std::optional<ModelShapes> shapes_;  // what it plans on the chosen engine, once that is known
  int plannings_ = 0;                  // as looks_, of the model
  std::stop_source planning_stop_;
  OwnKernelProgram own_;
  Background planning_, work_;  // last, so that they end before what they use
};

}  // namespace tilescribe
