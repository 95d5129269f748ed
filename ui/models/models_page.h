// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/models/models_state.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace tilescribe::ui {

class FullModelCard;
class ModelCard;

/// The page of models: the full one, and those on this computer. It shows what it is given and reports what
/// the user wants.
class ModelsPage : public QWidget {
  Q_OBJECT

 public:
  explicit ModelsPage(QWidget* parent = nullptr);

  void set_state(const ModelsState& state);
  /// The progress alone, ten times a second.
  void set_progress(const ModelsState& state);
  /// Why a folder was not added; empty: it was.
  void set_add_problem(const QString& sentence);
  FullModelCard& full() { return *full_; }
  QWidget* first();  // where the focus begins

 signals:
  void addClicked();
  void useClicked(const tilescribe::InstalledModel& model);
  void folderClicked(const tilescribe::InstalledModel& model);
  void removeClicked(const tilescribe::InstalledModel& model);
  void closeClicked();

 private:
  QWidget* make_content();
  void show_installed(const ModelsState& state);
  void focus_model(const std::string& name);

  FullModelCard* full_;
  QLabel* here_title_;
  QLabel* looking_;
  QLabel* add_problem_;
  QPushButton* add_;
  QVBoxLayout* cards_at_;
  std::vector<ModelCard*> cards_;
};

}  // namespace tilescribe::ui
