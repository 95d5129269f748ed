// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "inference/api/options.h"

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace tilescribe::ui {

/// Which model runs on what: folder, engine, arithmetic, threads.
class EngineDialog : public QDialog {
  Q_OBJECT

 public:
  explicit EngineDialog(const EngineOptions& options, QWidget* parent = nullptr);

  EngineOptions options() const;

 private:
  void choose_folder();

  EngineOptions before_;  // what the dialog does not show stays as it was
  QLineEdit* model_;
  QComboBox* engine_;
  QComboBox* compute_;
  QSpinBox* threads_;
};

}  // namespace tilescribe::ui
