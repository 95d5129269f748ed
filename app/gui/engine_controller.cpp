// SPDX-License-Identifier: Apache-2.0
#include "app/gui/engine_controller.h"

#include "ui/settings/settings.h"
#include "ui/shell/shell.h"
#include "ui/words.h"

namespace tilescribe {

namespace {

/// Who asks for a model does not mean a server.
EngineOptions on_this_machine(EngineOptions options) {
  if (options.engine == Engine::remote) options.engine = Engine::automatic;
  return options;
}

}  // namespace

EngineController::EngineController(Lab& lab, TranscriptionService& service, ui::Shell& shell,
                                   ui::Settings& settings)
    : lab_(lab), service_(service), shell_(shell), settings_(settings), part_(shell, settings) {
  using ui::EnginePart;
  connect(&part_, &EnginePart::optionsChosen, this,
          [this](const EngineOptions& chosen) { ask_for(chosen, true); });
  connect(&part_, &EnginePart::retryRequested, this, [this] { ask_for(options_, keeps_options_); });
  part_.check_model = [this](const std::string& model, const std::function<void(const Failure&)>& then) {
    checking_.run([this, model] { lab_.check_model(model); },
                  [then](const Outcome<Done>& outcome) { then(outcome.failure); });
  };
  service_.on<EngineOpening>(this, [this](const EngineOpening& event) {
    opening_ = event.options;
    part_.set_opening(event.options);
  });
  service_.on<EngineReady>(this, [this](const EngineReady& event) {
    part_.set_engine(event.engine, event.model);
    if (keeps_options_ && !refused_) settings_.set_engine(opening_);
  });
  service_.on<EngineFailed>(this, [this](const auto& event) { part_.set_failure(event.failure); });
  service_.on<EngineRefused>(this, [this](const EngineRefused& event) {
    refused_ = true;
    part_.set_refusal(event.failure);
  });
}

void EngineController::start(const EngineOptions& options) {
  find_devices();
  if (asked_) return;
  part_.set_opening(options);
  ask_for(options, false);
}

void EngineController::use_demo() {
  EngineOptions demo = on_this_machine(options_);
  demo.model.clear();
  ask_for(demo, false);
}

void EngineController::use_model(const std::string& model) {
  EngineOptions options = on_this_machine(options_);
  options.model = model;
  ask_for(options, true);
}

void EngineController::use_server(const RemoteOptions& server) {
  EngineOptions options = options_;
  options.engine = Engine::remote;
  options.compute = Compute::automatic;
  options.weights = Weights::automatic;
  options.remote = server;
  ask_for(options, true);
}

/// `keep`: for later runs, too, once it works.
void EngineController::ask_for(const EngineOptions& options, bool keep) {
  asked_ = true;
  options_ = options;
  options_.background = true;  // painting comes before inference
  keeps_options_ = keep;
  refused_ = false;
  part_.forget_trouble();
  service_.open(options_);
}

void EngineController::find_devices() {
  probing_.run([this] { return lab_.devices(); },
               [this](const Outcome<std::vector<DeviceRow>>& found) {
                 if (finished_) return;
                 if (found.value) return part_.set_devices(*found.value);
                 shell_.show_message(ui::words(found.failure.message));
               });
}

}  // namespace tilescribe
