// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "app/gui/background.h"
#include "app/machine/services.h"
#include "app/service/transcription_service.h"
#include "ui/settings/engine_part.h"

namespace tilescribe {

/// Opens the engine and the model that are chosen, and says what came of it.
class EngineController : public QObject {
  Q_OBJECT

 public:
  EngineController(Lab& lab, TranscriptionService& service, ui::Shell& shell, ui::Settings& settings);

  ui::EnginePart& part() { return part_; }

  /// Opens an engine for this run, unless another one was chosen meanwhile, and asks the machine what it has.
  void start(const EngineOptions& options);
  void use_demo();
  /// A model's folder, for later runs, too; empty: the demo model.
  void use_model(const std::string& model);
  /// The engine remote, for later runs, too, once the server answers.
  void use_server(const RemoteOptions& server);
  /// What is found out afterwards is not shown.
  void finish() { finished_ = true; }

 private:
  void ask_for(const EngineOptions& options, bool keep);
  void find_devices();

  Lab& lab_;
  TranscriptionService& service_;
  ui::Shell& shell_;
  ui::Settings& settings_;
  ui::EnginePart part_;
  EngineOptions options_;       // as they were asked for last
  EngineOptions opening_;       // as they are opened, or were
  bool keeps_options_ = false;  // what is asked for is for later runs, too, once it works
  bool refused_ = false;        // what was asked for can't be opened: what opens next is what was before
  bool asked_ = false;          // for an engine, since the start
  bool finished_ = false;
  // Last, so that their work ends before what it uses. Nobody waits for them before.
  Background probing_;   // asks the machine what it has, which takes a moment where there is a GPU
  Background checking_;  // of models, before they are opened
};

}  // namespace tilescribe
