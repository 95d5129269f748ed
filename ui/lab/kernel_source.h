// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>
#include <QString>
#include <set>

namespace tilescribe::ui {

/// A kernel file, to be read beside what the lab says about it: its lines are numbered, and those with
/// complaints are marked. It shows the file as it is on the disk.
class KernelSource : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit KernelSource(QWidget* parent = nullptr);

  /// Another file; where there is none, nothing is shown. Ends all marks.
  void show_file(const QString& path);
  /// The file may have changed: then its marks end, but the place in it stays.
  void read_again();
  /// Marks a line, counted from 1. The first one that is marked is scrolled to.
  void mark(int line);
  void clear_marks();
  const std::set<int>& marks() const { return marks_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  class Numbers;
  int numbers_width() const;
  void paint_numbers(QPaintEvent* event);
  void make_room();
  void paint_marks();

  QString path_;
  std::set<int> marks_;
  QWidget* numbers_;
};

}  // namespace tilescribe::ui
