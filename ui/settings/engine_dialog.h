// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/error.h"
#include "inference/api/lab.h"
#include "inference/api/options.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace tilescribe::ui {

class FormLayout;

/// Checks a model's folder and calls `then` soon: with the reason why it can't be opened, or an empty
/// message.
using ModelCheck =
    std::function<void(const std::string& model, const std::function<void(const Failure&)>& then)>;

/// Which model runs on which device: folder, engine, GPU, arithmetic, weights, threads. Choices that are
/// impossible on this machine are shown disabled, with the reason. A server is chosen in a dialog of its own.
class EngineDialog : public QDialog {
  Q_OBJECT

 public:
  /// `devices`: what the machine has; empty: unknown, and nothing is disabled.
  EngineDialog(const EngineOptions& options, const std::vector<DeviceRow>& devices,
               QWidget* parent = nullptr);

  EngineOptions options() const;
  /// Folders are checked with this before they are accepted. If the check fails, the dialog stays and says
  /// why.
  void set_check(ModelCheck check) { check_ = std::move(check); }

 public slots:
  void accept() override;

 signals:
  void serverRequested();  // instead of an engine of this machine; the dialog is closed

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

  EngineOptions before_;  // keeps options that the dialog does not show
  std::vector<DeviceRow> devices_;
  QLineEdit* model_;
  QComboBox* engine_;
  QComboBox* gpu_;
  QComboBox* compute_;
  QComboBox* weights_;
  QSpinBox* threads_;
  QLabel* reason_;   // for the chosen engine
  QLabel* problem_;  // why the folder was not accepted
  QPushButton* demo_;
  QWidget* folder_ = nullptr;  // the row of the model's folder
  QLabel* note_ = nullptr;     // about it
  QPushButton* apply_ = nullptr;
  QString apply_text_;
  ModelCheck check_;
  int asked_ = 0;  // counts the checks: only the last one matters
  FormLayout* form_;
};

}  // namespace tilescribe::ui
