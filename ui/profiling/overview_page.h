// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

#include "ui/profile/profile_document.h"

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
  explicit OverviewPage(ProfileDocument& document, QWidget* parent = nullptr);

 signals:
  /// The user wants to see the selected kernel in detail.
  void detailsRequested();

 private:
  void clear();
  void refresh();
  void fill_times();
  void fill_findings();
  void choose_stage(const std::string& stage);
  void show_lead(const ProfileLead& lead);
  void show_longest_gap();

  ProfileDocument& document_;
  std::shared_ptr<const ProfileTimes> times_;
  std::shared_ptr<const std::vector<ProfileLead>> leads_;
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
