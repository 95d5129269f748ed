// SPDX-License-Identifier: Apache-2.0
#include "app/gui/models/models_controller.h"

#include "app/paths.h"
#include "ui/models/full_model_card.h"
#include "ui/models/models_page.h"
#include "ui/shell/shell.h"
#include "ui/words.h"

namespace tilescribe {

namespace {

/// What a look at the disk and the machine finds.
struct Found {
  std::vector<InstalledModel> installed;
  MemoryFit fit;
  std::optional<PartialDownload> part;
  std::vector<std::filesystem::path> in_use;
};

}  // namespace

ModelsController::ModelsController(Models& models, TranscriptionService& service, ui::Shell& shell)
    : models_(models), shell_(shell), part_(shell) {
  using ui::ModelsPart;
  state_.published = models_.published();
  state_.folder = models_.folder();
  connect(&part_, &ModelsPart::turned, this, [this](bool visible) {
    if (visible) look();
  });
  connect(&part_, &ModelsPart::getRequested, this, &ModelsController::get);
  connect(&part_, &ModelsPart::pauseRequested, this, [this] {
    if (state_.phase != ui::DownloadPhase::running) return;
    state_.phase = ui::DownloadPhase::stopping;
    stop_.request_stop();
    show();
  });
  connect(&part_, &ModelsPart::discardRequested, this, &ModelsController::discard);
  connect(&part_, &ModelsPart::addRequested, this, &ModelsController::add);
  connect(&part_, &ModelsPart::removeRequested, this, &ModelsController::remove);
  connect(&part_, &ModelsPart::useRequested, this, [this](const InstalledModel& model) {
    emit useRequested(model.origin == ModelOrigin::bundled ? std::string() : model.folder.string());
  });
  service.on<EngineOpening>(this,
                            [this](const EngineOpening& event) { note_engine(event.options.model, open_); });
  service.on<EngineReady>(this, [this](const EngineReady& event) { note_engine({}, event.model.path); });
  service.on<EngineFailed>(this, [this](const auto&) { note_engine({}, open_); });
  show();
}

ModelsController::~ModelsController() {
  finish();
}

void ModelsController::finish() {
  finished_ = true;
  stop_.request_stop();
}

void ModelsController::note_engine(const std::filesystem::path& opening, const std::filesystem::path& open) {
  opening_ = opening;
  open_ = open;
  if (part_.is_shown()) look();
}

void ModelsController::look() {
  looking_.run(
      [&models = models_, opening = opening_, open = open_] {
        Found found{models.installed(), models.fit(), models.partial(), {}};
        for (const InstalledModel& model : found.installed) {
          if (is_same_folder(model.folder, opening) || is_same_folder(model.folder, open))
            found.in_use.push_back(model.folder);
        }
        return found;
      },
      [this, number = ++looks_](const Outcome<Found>& outcome) {
        if (finished_ || number != looks_) return;
        if (!outcome.value) {
          show();
          return shell_.report(tr("The models could not be listed"), outcome.failure);
        }
        state_.installed = outcome.value->installed;
        state_.fit = outcome.value->fit;
        state_.in_use = outcome.value->in_use;
        const auto& part = outcome.value->part;
        using Phase = ui::DownloadPhase;
        if (state_.phase == Phase::none || state_.phase == Phase::stopped) {
          state_.phase = part ? Phase::stopped : Phase::none;
          state_.progress = {};
          if (part) state_.progress.bytes = part->bytes;
          if (part) state_.progress.total = part->total;
        }
        show();
      });
}

void ModelsController::get(const QString& address) {
  if (state_.phase == ui::DownloadPhase::running || state_.phase == ui::DownloadPhase::stopping) return;
  state_.phase = ui::DownloadPhase::running;
  state_.progress.stage = DownloadProgress::Stage::asking;
  state_.problem = {};
  stop_ = {};
  show();
  const DownloadOptions options{.folder = {}, .address = address.toStdString()};
  const auto tell = [this](const DownloadProgress& progress) {
    QMetaObject::invokeMethod(
        this, [this, progress] { arrived(progress); }, Qt::QueuedConnection);
  };
  loading_.run([&models = models_, options, tell,
                stop = stop_.get_token()] { return models.download(options, tell, stop); },
               [this](const Outcome<std::filesystem::path>& outcome) { ended(outcome); });
}

void ModelsController::arrived(const DownloadProgress& progress) {
  if (finished_ || state_.phase != ui::DownloadPhase::running) return;
  state_.progress = progress;
  part_.page().set_progress(state_);
}

void ModelsController::ended(const Outcome<std::filesystem::path>& outcome) {
  if (finished_) return;
  const bool asked = state_.phase == ui::DownloadPhase::stopping;  // then that it stopped is no failure
  if (std::exchange(discards_, false) && !outcome.value) return delete_part();
  state_.phase = ui::DownloadPhase::stopped;
  if (outcome.value) {
    state_.phase = ui::DownloadPhase::none;
    shell_.show_message(tr("%1 is on this computer now.").arg(QString::fromStdString(state_.published.name)));
  } else if (!asked) {
    state_.problem = outcome.failure.message;
    if (!part_.is_shown()) shell_.report(tr("The download has stopped"), outcome.failure);
  }
  if (!outcome.value) show();  // what has come is shown once it was looked at
  look();
}

void ModelsController::discard() {
  using Phase = ui::DownloadPhase;
  if (deletes_) return;
  if (state_.phase != Phase::running && state_.phase != Phase::stopping) return delete_part();
  state_.phase = Phase::stopping;
  discards_ = true;
  stop_.request_stop();
  show();
}

void ModelsController::delete_part() {
  deletes_ = true;
  state_.phase = ui::DownloadPhase::stopping;
  show();
  looking_.run([&models = models_] { models.discard(); },
               [this](const Outcome<Done>& outcome) {
                 if (finished_) return;
                 deletes_ = false;
                 state_.phase = ui::DownloadPhase::stopped;
                 state_.problem = outcome.value ? Message() : outcome.failure.message;
                 look();
               });
}

void ModelsController::add(const QString& folder) {
  part_.page().set_add_problem({});
  looking_.run([&models = models_, path = native_path(folder)] { models.add(path); },
               [this](const Outcome<Done>& outcome) {
                 if (finished_) return;
                 if (!outcome.value) return part_.page().set_add_problem(ui::words(outcome.failure.message));
                 look();
               });
}

void ModelsController::remove(const InstalledModel& model) {
  state_.removing.push_back(model.folder);
  show();
  looking_.run(
      [&models = models_, model, opening = opening_, open = open_] {
        // It may have been opened while the question was shown.
        if (!is_same_folder(model.folder, opening) && !is_same_folder(model.folder, open))
          models.remove(model);
      },
      [this, model](const Outcome<Done>& outcome) {
        if (finished_) return;
        std::erase(state_.removing, model.folder);
        if (!outcome.value) shell_.report(tr("The model could not be removed"), outcome.failure);
        look();
      });
}

void ModelsController::show() {
  part_.page().set_state(state_);
}

}  // namespace tilescribe
