// SPDX-License-Identifier: Apache-2.0
// What the lab does with the open model: its shapes, engines side by side, batches and lengths.
#include <QFileInfo>
#include <algorithm>
#include <exception>
#include <utility>

#include "app/gui/lab/lab_controller.h"
#include "app/paths.h"
#include "inference/api/models.h"
#include "ui/format.h"
#include "ui/lab/batch_grid.h"
#include "ui/lab/engine_comparison.h"
#include "ui/lab/lab_page.h"
#include "ui/settings/settings.h"
#include "ui/words.h"

namespace tilescribe {

void LabController::set_model(const EngineReady& ready) {
  model_.reset();
  if (ready.engine.server.empty()) {
    const bool has_path = ready.model.is_demo || !ready.model.path.empty();
    const std::string folder = ready.model.is_demo ? "" : ready.model.path.string();
    model_ = OpenModel{has_path ? folder : settings_.engine().model, ready.model.parameters};
  }
  forget_shapes();
  look_at_model();
}

std::string LabController::open_folder() const {
  return model_ ? model_->folder : settings_.engine().model;
}

void LabController::forget_shapes() {
  ++plannings_;
  planning_stop_.request_stop();
  shapes_.reset();
  part_.page().choice().set_model_shapes({}, {});
}

/// Finds out what the open model plans. Work of the user's goes before it, and so does a live session.
void LabController::look_at_model() {
  const bool busy = phase_ != ui::LabPhase::idle || live_;
  if (finished_ || !looked_ || !model_ || shapes_ || busy) return;
  EngineOptions engine = options_for(part_.page().choice().request().engine);
  engine.model = model_->folder;
  engine.background = true;
  planning_stop_ = {};
  planning_.run(
      [&lab = lab_, engine, parameters = model_->parameters, stop = planning_stop_.get_token()] {
        // It is in memory once more meanwhile.
        if (stop.stop_requested() || !memory_fit(2 * parameters).fits) return ModelShapes{};
        return lab.list_model_shapes(engine, stop);
      },
      [this, number = ++plannings_, stop = planning_stop_.get_token()](const Outcome<ModelShapes>& found) {
        if (finished_ || number != plannings_ || stop.stop_requested()) return;
        shapes_ = found.value.value_or(ModelShapes{});  // of none, those of the full model remain
        part_.page().choice().set_model_shapes(QString::fromStdString(shapes_->model), shapes_->shapes);
      });
}

void LabController::compare() {
  const ui::ComparisonRequest request = part_.page().comparison().request();
  SideBySide wanted;
  try {
    wanted.audio = request.file.isEmpty() ? lab_.sample_recording() : native_path(request.file);
  } catch (...) {
    return part_.page().set_problem(ui::words(describe_failure(std::current_exception()).message));
  }
  if (!begin(ui::LabPhase::comparing, QFileInfo(window_path(wanted.audio)).fileName())) return;
  part_.page().comparison().begin();
  wanted.python = request.python.toStdString();
  wanted.reference = request.reference.toStdString();
  for (const Engine engine : request.engines) {
    EngineOptions& options = wanted.engines.emplace_back(options_for({.engine = engine}));
    options.model = open_folder();
  }
  const auto begins = [this](int round, int /*rounds*/, const std::string& engine) {
    QMetaObject::invokeMethod(
        this,
        [this, round, name = QString::fromStdString(engine)] {
          if (finished_ || phase_ != ui::LabPhase::comparing) return;
          part_.page().set_status(
              (round == 0 ? tr("%1 hears %2, not timed yet…") : tr("%1 hears %2…")).arg(name, what_));
        },
        Qt::QueuedConnection);
  };
  work_.run(
      [&engines = engines_, wanted, begins, row = told(&LabController::show_comparison),
       stop = stop_.get_token()] {
        const AblationTools tools{
            .open = [&](const EngineOptions& options) { return engines.open(options, stop); },
            .begins = begins};
        hear_side_by_side(wanted, tools, row, stop);
      },
      [this](const Outcome<Done>& outcome) {
        if (finished_) return;
        const auto& rows = part_.page().comparison().rows().rows();
        const auto failed =
            std::ranges::count_if(rows, [](const SideBySideRow& row) { return !row.complaint.empty(); });
        const int count = static_cast<int>(rows.size());
        end(outcome.value.has_value(),
            !outcome.value ? QString()
            : failed == 0  ? tr("%n engine(s) heard %1.", nullptr, count).arg(what_)
                           : tr("%1 of %n engine(s) could not hear %2.", nullptr, count)
                                .arg(ui::count_text(failed), what_),
            ui::words(outcome.failure.message));
      });
}

void LabController::show_comparison(std::vector<SideBySideRow> rows) {
  part_.page().comparison().add_rows(std::move(rows));
}

void LabController::measure_grid() {
  GridOptions options;
  options.engine = options_for(part_.page().choice().request().engine);
  options.engine.model = open_folder();
  if (!begin(ui::LabPhase::measuring, {})) return;
  part_.page().set_status(tr("Measuring the open model…"));
  part_.page().grid().begin();
  const auto setting = [this](const BenchSetting& measured) {
    QMetaObject::invokeMethod(
        this,
        [this, measured] {
          if (!finished_) part_.page().grid().set_setting(measured);
        },
        Qt::QueuedConnection);
  };
  work_.run([&lab = lab_, options, setting, cell = told(&LabController::show_grid),
             stop = stop_.get_token()] { lab.bench_grid(options, setting, cell, stop); },
            [this](const Outcome<Done>& outcome) {
              if (finished_) return;
              const int count = static_cast<int>(part_.page().grid().model().cells().size());
              end(outcome.value.has_value(),
                  outcome.value ? tr("%n time(s) measured.", nullptr, count) : QString(),
                  ui::words(outcome.failure.message));
            });
}

void LabController::show_grid(std::vector<GridCell> cells) {
  part_.page().grid().add_cells(std::move(cells));
}

}  // namespace tilescribe
