// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

#include "inference/api/models.h"

class QLabel;

namespace tilescribe::ui {

/// A frame in which things that belong together stand.
class Card : public QFrame {
 public:
  Card(const QString& accessible_name, QWidget* parent);
};

/// The same text, which a label may also break behind a slash: paths are longer than lines.
QString breakable(QString text);

/// A label of several lines in a card; plain text.
QLabel* card_text(const char* name, const QString& text, QWidget* parent);

/// A model on this computer: its name, place, size and memory, and what can be done with it.
class ModelCard : public Card {
  Q_OBJECT

 public:
  ModelCard(const InstalledModel& model, bool in_use, QWidget* parent = nullptr);

  const InstalledModel& model() const { return model_; }

 signals:
  void useClicked();
  void folderClicked();
  void removeClicked();

 private:
  const InstalledModel model_;
};

}  // namespace tilescribe::ui
