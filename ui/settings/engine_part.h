// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <optional>

#include "inference/api/transcriber.h"
#include "ui/settings/engine_dialog.h"

class QPushButton;
class QToolButton;

namespace tilescribe::ui {

class Banner;
class Settings;
class Shell;

/// Engine and model in the window: what is open, what is wrong with it, what it cannot do, and the choice of
/// another one.
class EnginePart : public QObject {
  Q_OBJECT

 public:
  EnginePart(Shell& shell, Settings& settings);

  ModelCheck check_model;  // checks a folder before it is accepted; empty: no check

  /// Another engine or model was requested, so earlier problems no longer apply.
  void forget_trouble();
  void set_opening(const EngineOptions& options);
  void set_engine(const EngineInfo& engine, const ModelInfo& model);
  void set_failure(const Failure& failure);
  /// The requested one can't be opened; the previous one is opened again.
  void set_refusal(const Failure& failure);
  /// The machine's devices, for choosing an engine.
  void set_devices(const std::vector<DeviceRow>& devices) { devices_ = devices; }
  void show_sample_note(bool visible);  // at the first start

 signals:
  void modelsRequested();  // the page of models, for a better one
  void optionsChosen(const tilescribe::EngineOptions& options);
  void retryRequested();
  void serverRequested(const tilescribe::RemoteOptions& known);  // the choice of a server
  void waitingTextChanged(const QString& text);                  // what files wait for

 private:
  void make_banners();
  void make_chips();
  void make_actions();
  void update_notes();
  void dismiss_notes();
  void show_trouble(const Failure& failure, const QString& text);
  void edit();
  void show_model();
  void show_about();

  Shell& shell_;
  Settings& settings_;
  EngineOptions options_;
  std::vector<DeviceRow> devices_;  // empty: unknown yet
  std::optional<EngineInfo> engine_;
  std::optional<ModelInfo> model_;
  Failure failure_;
  bool refused_ = false;  // shown until another one is requested
  bool sample_note_ = false;
  Banner* banner_ = nullptr;
  QPushButton* details_ = nullptr;   // in it
  QPushButton* use_demo_ = nullptr;  // in it, too
  QPushButton* use_here_ = nullptr;  // the same
  Banner* sample_banner_ = nullptr;
  Banner* limits_banner_ = nullptr;
  QToolButton* engine_chip_ = nullptr;
  QToolButton* model_chip_ = nullptr;
};

}  // namespace tilescribe::ui
