// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <vector>

#include "inference/api/lab.h"
#include "inference/api/options.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace tilescribe::ui {

/// Which model runs on what: folder, engine, GPU, arithmetic, threads. What can't be chosen on this machine
/// is there, disabled, and says why.
class EngineDialog : public QDialog {
  Q_OBJECT

 public:
  /// `devices` is what the machine has; empty: not known, and nothing is disabled for it.
  EngineDialog(const EngineOptions& options, const std::vector<DeviceRow>& devices,
               QWidget* parent = nullptr);

  EngineOptions options() const;

 private:
  void choose_folder();
  void fill_engines(const EngineOptions& options);
  void fill_gpus(const EngineOptions& options);
  void lay_out();
  void update_choices();
  Engine engine() const;
  const DeviceRow* device(Engine engine, int gpu) const;
  QString reason_text(Engine engine) const;

  EngineOptions before_;  // what the dialog does not show stays as it was
  std::vector<DeviceRow> devices_;
  QLineEdit* model_;
  QComboBox* engine_;
  QComboBox* gpu_;
  QComboBox* compute_;
  QSpinBox* threads_;
  QLabel* reason_;  // of the engine that is chosen
  QFormLayout* form_;
};

}  // namespace tilescribe::ui
