// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <vector>

#include "inference/api/lab.h"
#include "inference/api/options.h"
#include "ui/settings/model_check.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
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
  /// A folder that does not pass is not accepted: the dialog stays, and says why.
  void set_check(ModelCheck check);

 public slots:
  void accept() override;

 private:
  void choose_folder();
  void forget_problem();
  void show_problem(const QString& sentence, bool is_error);
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
  QLabel* reason_;   // of the engine that is chosen
  QLabel* problem_;  // why the folder is not accepted
  QPushButton* demo_;
  QPushButton* apply_ = nullptr;
  ModelCheck check_;
  int asked_ = 0;  // counts the folders that were asked about: only the last one matters
  QFormLayout* form_;
};

}  // namespace tilescribe::ui
