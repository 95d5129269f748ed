// SPDX-License-Identifier: Apache-2.0
#include "app/gui/engine_controller.h"

#include <QSettings>
#include <algorithm>

#include "inference/api/engine_names.h"
#include "ui/shell/shell.h"

namespace tilescribe {

EngineController::EngineController(Lab& lab, TranscriptionService& service, ui::Shell& shell,
                                   QSettings& settings)
    : lab_(lab), service_(service), shell_(shell), settings_(settings), part_(shell, settings) {
  using ui::EnginePart;
  connect(&part_, &EnginePart::optionsChosen, this,
          [this](const EngineOptions& chosen) { ask_for(chosen, true); });
  connect(&part_, &EnginePart::retryRequested, this, [this] { ask_for(options_, keeps_options_); });
  part_.check_model = [this](const std::string& model, const std::function<void(const Failure&)>& then) {
    checking_.run(
        [this, model] {
          lab_.check_model(model);
          return true;
        },
        [then](const Outcome<bool>& outcome) { then(outcome.failure); });
  };
  service_.on<EngineOpening>(this, [this](const EngineOpening& event) {
    opening_ = event.options;
    part_.set_opening(event.options);
  });
  service_.on<EngineReady>(this, [this](const EngineReady& event) {
    part_.set_engine(event.engine, event.model);
    if (keeps_options_ && !refused_) save_options(opening_);
  });
  service_.on<EngineFailed>(this, [this](const auto& event) { part_.set_failure(event.failure); });
  service_.on<EngineRefused>(this, [this](const EngineRefused& event) {
    refused_ = true;
    part_.set_refusal(event.failure);
  });
}

void EngineController::start(const EngineOptions& options) {
  part_.set_opening(options);
  ask_for(options, false);
  find_devices();
}

void EngineController::use_demo() {
  EngineOptions demo = options_;
  demo.model.clear();
  ask_for(demo, false);
}

/// `keep`: for later runs, too, once it works.
void EngineController::ask_for(const EngineOptions& options, bool keep) {
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
                 shell_.show_message(QString::fromStdString(found.failure.sentence));
               });
}

EngineOptions EngineController::saved_options(const QSettings& settings) {
  EngineOptions options;
  options.model = settings.value(QStringLiteral("engine/model")).toString().toStdString();
  const auto word = [&](const char* key) {
    return settings.value(QLatin1String(key)).toString().toStdString();
  };
  const auto number = [&](const char* key) {
    return std::max(0, settings.value(QLatin1String(key), 0).toInt());
  };
  options.engine = value_of(engine_names, word("engine/engine")).value_or(Engine::automatic);
  options.compute = value_of(compute_names, word("engine/compute")).value_or(Compute::automatic);
  if (!computes_in(options.engine, options.compute)) options.compute = Compute::automatic;
  options.gpu = number("engine/gpu");
  options.gpu_memory_mib = number("engine/gpuMemoryMib");
  options.threads = number("engine/threads");
  return options;
}

void EngineController::save_options(const EngineOptions& options) const {
  const auto text = [](std::string_view name) {
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  };
  settings_.setValue(QStringLiteral("engine/model"), QString::fromStdString(options.model));
  settings_.setValue(QStringLiteral("engine/engine"), text(name_of(engine_names, options.engine)));
  settings_.setValue(QStringLiteral("engine/compute"), text(name_of(compute_names, options.compute)));
  settings_.setValue(QStringLiteral("engine/gpu"), options.gpu);
  settings_.setValue(QStringLiteral("engine/gpuMemoryMib"), static_cast<qlonglong>(options.gpu_memory_mib));
  settings_.setValue(QStringLiteral("engine/threads"), options.threads);
}

}  // namespace tilescribe
