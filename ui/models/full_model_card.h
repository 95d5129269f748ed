// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/model_card.h"
#include "ui/models/models_state.h"

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace tilescribe::ui {

class ElidedLabel;

/// The full model, as long as it is not here: what it is, what it costs, and how it comes.
class FullModelCard : public Card {
  Q_OBJECT

 public:
  explicit FullModelCard(QWidget* parent = nullptr);

  void set_state(const ModelsState& state);
  /// As it was typed; empty: the hub's.
  QString mirror() const;
  void set_mirror(const QString& typed);

 signals:
  void getClicked(const QString& address);  // also continues; the address is a valid one
  void pauseClicked();
  void cancelClicked();
  void haveFilesClicked();
  void mirrorChanged();

 private:
  QLayout* make_mirror();
  void follow_mirror();
  void get();
  QString progress_text(const ModelsState& state) const;

  QLabel* title_;
  QLabel* facts_;
  QLabel* memory_;
  ElidedLabel* place_;
  QLabel* progress_text_;
  QLabel* problem_;
  QProgressBar* bar_;
  QPushButton* get_;
  QPushButton* pause_;
  QPushButton* cancel_;
  QPushButton* have_files_;
  QLabel* mirror_label_;
  QLineEdit* mirror_;
  QLabel* mirror_problem_;
  QLabel* unprotected_;
};

}  // namespace tilescribe::ui
