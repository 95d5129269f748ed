// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/lab/lab_request.h"

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace tilescribe::ui {

/// A kernel file of the user's own: it is checked and timed, and the lab's words about it stand below.
class OwnKernel : public QWidget {
  Q_OBJECT

 public:
  explicit OwnKernel(QWidget* parent = nullptr);

  /// On which engines it can run: those of the lab that these devices have.
  void set_devices(const std::vector<DeviceRow>& devices);
  /// Of what a file to begin with can be written.
  void set_exercises(const QStringList& names);
  void set_may_begin(bool may);
  QString file() const;
  void set_file(const QString& path);
  QString engine() const;  // as in --engine
  void clear_output();
  void add_output(const QString& text);

 signals:
  void checkClicked();
  void timeClicked();
  void compileClicked();
  void newRequested(const QString& exercise, const QString& folder);

 private:
  void choose();
  void choose_folder(const QString& exercise);
  void update_buttons();

  QLineEdit* file_;
  QComboBox* engine_;
  QToolButton* new_;
  QPushButton* check_;
  QPushButton* time_;
  QPushButton* compile_;
  QPlainTextEdit* output_;
  bool may_begin_ = false;
};

}  // namespace tilescribe::ui
