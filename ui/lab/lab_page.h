// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QWidget>
#include <vector>

#include "ui/lab/lab_choice.h"
#include "ui/lab/lab_tables.h"

class QLabel;
class QPushButton;
class QTabWidget;

namespace tilescribe::ui {

class BatchGrid;
class EngineComparison;
class LabRoofline;
class OwnKernel;
class TextWriter;

/// The kernel lab: an op's variants, checked and timed. It shows what it is given and reports what the user
/// wants.
class LabPage : public QWidget {
  Q_OBJECT

 public:
  explicit LabPage(QWidget* parent = nullptr);

  LabChoice& choice() { return *choice_; }
  OwnKernel& own_kernel() { return *own_kernel_; }
  EngineComparison& comparison() { return *comparison_; }
  BatchGrid& grid() { return *grid_; }
  TextWriter& writer() { return *writer_; }
  void set_phase(LabPhase phase);
  /// Whether something else goes first, so that nothing may begin.
  void set_held(bool held);
  /// What is going on, or has come of it.
  void set_status(const QString& sentence);
  /// Why there is no result, a sentence; empty: nothing went wrong.
  void set_problem(const QString& sentence);

  void begin_times();
  void set_setting(const BenchSetting& setting, bool on_gpu);
  void add_times(std::vector<OpRow> rows);
  void begin_checks();
  void add_checks(std::vector<CheckRow> rows);
  const LabTimesModel& times() const { return *times_; }
  const LabChecksModel& checks() const { return *checks_; }

 signals:
  void timeClicked(const tilescribe::ui::LabRequest& request);
  void checkClicked(const tilescribe::ui::LabRequest& request);
  void reportClicked(const tilescribe::ui::LabRequest& request, const QString& path);
  void stopClicked();
  void closeClicked();

 private:
  QLayout* make_head();
  QLayout* make_buttons();
  void update_buttons();
  void ask_for_report();
  QString time_details(int row) const;
  QString check_details(int row) const;

  LabTimesModel* times_;
  LabChecksModel* checks_;
  LabChoice* choice_;
  QPushButton* report_;
  QPushButton* check_;
  QPushButton* time_;
  QPushButton* stop_;
  QLabel* status_;
  QLabel* problem_;
  QLabel* setting_text_;
  QTabWidget* tabs_;
  ResultTable* times_table_;
  ResultTable* checks_table_;
  LabRoofline* roofline_;
  OwnKernel* own_kernel_;
  EngineComparison* comparison_;
  BatchGrid* grid_;
  TextWriter* writer_;
  LabPhase phase_ = LabPhase::looking;
  QPointer<QWidget> before_;  // had the focus when the work began
  bool held_ = false;
  BenchSetting setting_;  // of the rows that are shown
  bool on_gpu_ = false;
  bool shows_failed_ = false;  // the first check that failed was chosen
};

}  // namespace tilescribe::ui
