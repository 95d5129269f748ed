// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "ui/lab/lab_request.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace tilescribe::ui {

class KernelSource;

/// A kernel file of the user's own: it is checked, timed and used in a transcription. Its source stands
/// below, and beside it the lab's words about it. A file that is dropped here is opened. On request it is
/// checked and timed whenever it changes on the disk.
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
  void timeClicked();  // or its file has changed
  void modelClicked();
  void compileClicked();
  void newRequested(const QString& exercise, const QString& folder);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  /// How a file looks on the disk.
  struct Looks {
    QDateTime changed;
    qint64 size = -1;  // -1: there is none
    bool operator==(const Looks&) const = default;
  };
  static Looks looks_of(const QString& path);
  void watch();
  void look_again();
  void choose();
  void choose_folder(const QString& exercise);
  void update_buttons();
  void mark_complaints();

  QLineEdit* file_;
  QComboBox* engine_;
  QToolButton* new_;
  QPushButton* check_;
  QPushButton* time_;
  QPushButton* model_;
  QPushButton* compile_;
  QCheckBox* again_;
  KernelSource* source_;
  QPlainTextEdit* output_;
  int searched_ = 0;  // so many lines of the output were searched for complaints
  QFileSystemWatcher watcher_;
  QTimer settled_;  // a file is often written in several steps
  Looks looks_;     // of the file, when it was last run or chosen
  bool may_begin_ = false;
};

}  // namespace tilescribe::ui
