// SPDX-License-Identifier: Apache-2.0
#include "app/gui/lab/lab_controller.h"

#include <QDir>
#include <QFileInfo>
#include <utility>

#include "app/paths.h"
#include "inference/api/generate.h"
#include "inference/api/kernel_lab.h"
#include "ui/format.h"
#include "ui/lab/batch_grid.h"
#include "ui/lab/engine_comparison.h"
#include "ui/lab/lab_page.h"
#include "ui/lab/own_kernel.h"
#include "ui/lab/text_writer.h"
#include "ui/settings/settings.h"
#include "ui/words.h"

namespace tilescribe {

namespace {

using ui::LabPhase;

}  // namespace

LabController::LabController(Lab& lab, Engines& engines, TranscriptionService& service, ui::Shell& shell,
                             ui::Settings& settings)
    : lab_(lab), engines_(engines), settings_(settings), part_(shell) {
  using ui::LabPage;
  connect(&part_, &ui::LabPart::turned, this, [this](bool visible) {
    if (visible && !looked_) look();
  });
  LabPage& page = part_.page();
  connect(&page.choice(), &ui::LabChoice::engineChanged, this, &LabController::look_at_engine);
  connect(&page, &LabPage::timeClicked, this, &LabController::time);
  connect(&page, &LabPage::checkClicked, this, &LabController::check);
  connect(&page, &LabPage::reportClicked, this, &LabController::report);
  connect(&page, &LabPage::stopClicked, this, &LabController::stop);
  connect(&page.grid(), &ui::BatchGrid::measureClicked, this, &LabController::measure_grid);
  connect(&page.comparison(), &ui::EngineComparison::compareClicked, this, &LabController::compare);
  connect(&page.writer(), &ui::TextWriter::writeClicked, this, &LabController::write_text);
  ui::OwnKernel& own = page.own_kernel();
  connect(&own, &ui::OwnKernel::checkClicked, this, [this] { run_own(LabPhase::checking); });
  connect(&own, &ui::OwnKernel::timeClicked, this, [this] { run_own(LabPhase::timing); });
  connect(&own, &ui::OwnKernel::modelClicked, this, [this] { run_own(LabPhase::transcribing); });
  connect(&own, &ui::OwnKernel::compileClicked, this, [this] { run_own(LabPhase::compiling); });
  connect(&own, &ui::OwnKernel::newRequested, this, &LabController::write_new);
  connect(&own_, &OwnKernelProgram::said, &own, &ui::OwnKernel::add_output);
  connect(&own_, &OwnKernelProgram::ended, this, &LabController::own_ended);
  service.on<EngineReady>(this, [this](const EngineReady& ready) { set_model(ready); });
  service.on<EngineFailed>(this, [this](const EngineFailed&) {
    model_.reset();
    forget_shapes();
  });
  service.on<LiveBegins>(this, [this](const LiveBegins&) { set_live(true); });
  service.on<LiveFinished>(this, [this](const LiveFinished&) { set_live(false); });
  service.on<LiveFailed>(this, [this](const LiveFailed&) { set_live(false); });
  service.on<JobStarted>(this, [this](const JobStarted& job) { jobs_.insert(job.id); });
  service.on<JobFinished>(this, [this](const JobFinished& job) { jobs_.erase(job.id); });
  service.on<JobFailed>(this, [this](const JobFailed& job) { jobs_.erase(job.id); });
}

void LabController::look() {
  looked_ = true;
  part_.page().set_phase(LabPhase::looking);
  part_.page().set_status(tr("Looking at this computer's devices…"));
  work_.run([&lab = lab_] { return lab.devices(); },
            [this](const Outcome<std::vector<DeviceRow>>& found) {
              if (finished_) return;
              if (!found.value) {
                looked_ = false;
                return part_.page().set_problem(ui::words(found.failure.message));
              }
              part_.page().choice().set_devices(*found.value);
              part_.page().own_kernel().set_devices(*found.value);
              part_.page().comparison().set_devices(*found.value);
              QStringList exercises;
              for (const ExerciseRow& row : lab_exercises()) exercises << QString::fromStdString(row.name);
              part_.page().own_kernel().set_exercises(exercises);
              QStringList models;
              for (const std::string& name : random_gpt_names()) models << QString::fromStdString(name);
              part_.page().writer().set_random_models(models);
              look_at_engine();
            });
}

void LabController::look_at_engine() {
  if (finished_ || !looked_) return;
  forget_shapes();
  part_.page().set_phase(LabPhase::looking);
  part_.page().set_status(tr("Looking at the engine's kernels…"));
  part_.page().set_problem({});
  CheckOptions check;
  check.engine = options_for(part_.page().choice().request().engine);
  work_.run(
      [&lab = lab_, check] {
        return ui::LabCatalogue{lab.op_names(), lab.list_variants(check), lab.list_shapes(check.engine)};
      },
      [this, number = ++looks_](const Outcome<ui::LabCatalogue>& found) {
        if (finished_ || number != looks_) return;
        part_.page().choice().set_catalogue(found.value.value_or(ui::LabCatalogue{}));
        part_.page().set_status({});
        if (!found.value) part_.page().set_problem(ui::words(found.failure.message));
        part_.page().set_phase(phase_);
        look_at_model();
      });
}

/// What the user chose for transcriptions besides engine and arithmetic holds here, too.
EngineOptions LabController::options_for(const EngineOptions& chosen) const {
  const EngineOptions usual = settings_.engine();
  EngineOptions options = chosen;
  options.threads = usual.threads;
  options.gpu_memory_mib = usual.gpu_memory_mib;
  return options;
}

bool LabController::begin(LabPhase phase, const QString& what) {
  if (finished_ || live_ || phase_ != LabPhase::idle) return false;
  phase_ = began_ = phase;
  what_ = what;
  stop_ = {};
  gave_way_ = false;
  failed_ = 0;
  planning_stop_.request_stop();
  part_.page().set_problem({});
  part_.page().set_phase(phase);
  show_progress();
  return true;
}

void LabController::time(const ui::LabRequest& request) {
  if (!begin(LabPhase::timing, QString::fromStdString(request.op))) return;
  part_.page().begin_times();
  OpsOptions options;
  options.engine = options_for(request.engine);
  options.op = request.op;
  options.variant = request.variant;
  options.shape = request.shape;
  options.configs = request.configs;
  options.kernels = true;
  if (shapes_) options.problems = shapes_->problems;
  const bool on_gpu = request.engine.engine != Engine::cpu;
  const auto setting = [this, on_gpu](const BenchSetting& measured) {
    QMetaObject::invokeMethod(
        this,
        [this, measured, on_gpu] {
          if (!finished_) part_.page().set_setting(measured, on_gpu);
        },
        Qt::QueuedConnection);
  };
  work_.run([&lab = lab_, options, setting, row = told(&LabController::show_times),
             stop = stop_.get_token()] { lab.bench_ops(options, setting, row, stop); },
            [this](const Outcome<Done>& outcome) {
              if (finished_) return;
              const int count = part_.page().times().rowCount();
              end(outcome.value.has_value(),
                  outcome.value ? tr("%n time(s) measured.", nullptr, count) : QString(),
                  ui::words(outcome.failure.message));
            });
}

void LabController::check(const ui::LabRequest& request) {
  if (!begin(LabPhase::checking, QString::fromStdString(request.op))) return;
  part_.page().begin_checks();
  CheckOptions options;
  options.op = request.op;
  options.variant = request.variant;
  options.engine = options_for(request.engine);
  work_.run(
      [&lab = lab_, options, row = told(&LabController::show_checks), stop = stop_.get_token()] {
        return lab.check_ops(options, row, stop);
      },
      [this](const Outcome<std::uint64_t>& outcome) {
        if (finished_) return;
        const int count = part_.page().checks().rowCount();
        const QString seed = QString::number(outcome.value.value_or(0));
        end(outcome.value.has_value(),
            !outcome.value ? QString()
            : failed_ == 0
                ? tr("All of %n check(s) passed; seed %1.", nullptr, count).arg(seed)
                : tr("%1 of %n check(s) failed; seed %2.", nullptr, count).arg(ui::count_text(failed_), seed),
            ui::words(outcome.failure.message));
      });
}

void LabController::report(const ui::LabRequest& request, const QString& path) {
  if (!begin(LabPhase::reporting, QFileInfo(path).fileName())) return;
  EngineOptions engine = options_for(request.engine);
  engine.model = settings_.engine().model;
  const auto begins = [this](int round, int rounds, const std::string& set) {
    QMetaObject::invokeMethod(
        this,
        [this, round, rounds, name = QString::fromStdString(set)] {
          if (finished_ || phase_ != LabPhase::reporting) return;
          part_.page().set_status(tr("Measuring for the report, round %1 of %2: %3…")
                                      .arg(QString::number(round), QString::number(rounds), name));
        },
        Qt::QueuedConnection);
  };
  work_.run(
      [&lab = lab_, &engines = engines_, engine, begins, file = native_path(path), stop = stop_.get_token()] {
        // What is in the way is looked for before minutes are spent on measuring.
        for (const std::filesystem::path& one : report_files(file)) {
          if (std::filesystem::exists(one)) return std::optional(one);
        }
        const AblationTools tools{
            .open = [&](const EngineOptions& options) { return engines.open(options, stop); },
            .begins = begins};
        ReportRequest wanted;
        wanted.engine = engine;
        wanted.audio = lab.sample_recording();
        ReportMaterial material;
        material.command = "tilescribe, Profiler > Kernel lab > Report";
        write_report_files(lab.measure_report(wanted, tools, stop), material, file);
        return std::optional<std::filesystem::path>();
      },
      [this, path](const Outcome<std::optional<std::filesystem::path>>& outcome) {
        if (finished_) return;
        if (!outcome.value) return end(false, {}, ui::words(outcome.failure.message));
        if (const auto& in_the_way = *outcome.value)
          return end(false, {},
                     tr("%1 exists already, and may hold somebody's words, so nothing was written.")
                         .arg(window_path(*in_the_way)));
        end(true, tr("The report is in %1.").arg(QDir::toNativeSeparators(path)), {});
      });
}

void LabController::write_new(const QString& exercise, const QString& folder) {
  work_.run([name = exercise.toStdString(),
             path = native_path(folder)] { return window_path(write_exercise(name, path)); },
            [this](const Outcome<QString>& written) {
              if (finished_) return;
              part_.page().set_problem(ui::words(written.failure.message));
              if (written.value) part_.page().own_kernel().set_file(*written.value);
            });
}

void LabController::run_own(LabPhase phase) {
  ui::OwnKernel& own = part_.page().own_kernel();
  if (!begin(phase, QFileInfo(own.file()).fileName())) return;
  own.clear_output();
  if (phase == LabPhase::compiling) return own_.run({QStringLiteral("compile")}, own.file());
  QStringList words{phase == LabPhase::checking ? QStringLiteral("check")
                    : phase == LabPhase::timing ? QStringLiteral("time")
                                                : QStringLiteral("model"),
                    QStringLiteral("--engine"), own.engine()};
  if (const std::string model = open_folder(); phase == LabPhase::transcribing && !model.empty())
    words << QStringLiteral("--model") << window_path(model);
  own_.run(words, own.file());
}

void LabController::own_ended(bool failed, const QString& problem) {
  if (finished_) return;
  end(!failed,
      (began_ == LabPhase::checking ? failed ? tr("%1 did not pass the check.") : tr("%1 passed the check.")
       : began_ == LabPhase::transcribing
           ? failed ? tr("%1 was not used in a transcription.") : tr("%1 was used in a transcription.")
       : began_ == LabPhase::compiling ? failed ? tr("%1 was not compiled.") : tr("%1 was compiled.")
       : failed ? tr("%1 was not timed.")
                                       : tr("%1 was timed."))
          .arg(what_),
      problem);
}

void LabController::end(bool well, const QString& outcome, const QString& problem) {
  const bool stopped = !well && stop_.stop_requested();
  phase_ = LabPhase::idle;
  part_.page().set_phase(phase_);
  part_.page().set_status(!stopped    ? outcome
                          : gave_way_ ? tr("Stopped, because a recording is being written.")
                                      : tr("Stopped. What has come so far stays."));
  part_.page().set_problem(stopped ? QString() : problem);
  look_at_model();
}

void LabController::stop() {
  if (phase_ == LabPhase::idle || phase_ == LabPhase::stopping) return;
  phase_ = LabPhase::stopping;
  part_.page().set_phase(phase_);
  part_.page().set_status(tr("Stopping…"));
  stop_.request_stop();
  own_.stop();
}

void LabController::set_live(bool live) {
  if (finished_ || live == live_) return;
  live_ = live;
  part_.page().set_held(live);
  if (phase_ == LabPhase::idle)
    part_.page().set_status(
        live ? tr("A recording is being written, and goes first. The lab waits until it has ended.")
             : QString());
  if (!live) return look_at_model();
  planning_stop_.request_stop();
  gave_way_ = phase_ != LabPhase::idle;
  stop();
}

void LabController::show_times(std::vector<OpRow> rows) {
  part_.page().add_times(std::move(rows));
  show_progress();
}

void LabController::show_checks(std::vector<CheckRow> rows) {
  for (const CheckRow& row : rows) failed_ += row.passed ? 0 : 1;
  part_.page().add_checks(std::move(rows));
  show_progress();
}

void LabController::show_progress() {
  if (phase_ == LabPhase::checking) part_.page().set_status(tr("Checking %1…").arg(what_));
  if (phase_ == LabPhase::transcribing) part_.page().set_status(tr("Transcribing with %1…").arg(what_));
  if (phase_ == LabPhase::timing) {
    const QString text = tr("Timing %1…").arg(what_);
    part_.page().set_status(
        jobs_.empty()
            ? text
            : tr("%1 A file is being transcribed at the same time, so times are longer.").arg(text));
  }
}

void LabController::finish() {
  finished_ = true;
  stop_.request_stop();
  planning_stop_.request_stop();
  own_.stop();
}

}  // namespace tilescribe
