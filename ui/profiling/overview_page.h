// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>
#include <memory>
#include <vector>

#include "inference/api/profile_analysis.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace tilescribe::ui {

class StageBar;

/// The profile in words: where the time went, how much of it was idle, and what could be gained.
class OverviewPage : public QScrollArea {
  Q_OBJECT

 public:
  explicit OverviewPage(QWidget* parent = nullptr);

  void set_session(std::shared_ptr<const ProfileSession> session);
  void set_selection(const ProfileSelection& selection);

 signals:
  void selectionChanged(const tilescribe::ProfileSelection& selection);
  /// The user wants to see the selected kernel in detail.
  void detailsRequested();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fill();
  void fill_times();
  void fill_findings();
  void choose_stage(const QString& stage);
  void show_finding(const ProfileFinding& finding);
  void show_longest_gap();

  std::shared_ptr<const ProfileSession> session_;
  ProfileSelection selection_;
  ProfileIdle idle_;
  QWidget* page_;
  QLabel* message_;
  QLabel* times_title_;
  StageBar* bar_;
  QGridLayout* legend_;
  QLabel* idle_text_;
  QPushButton* gap_;
  QVBoxLayout* findings_;
};

}  // namespace tilescribe::ui
