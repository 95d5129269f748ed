// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>
#include <memory>

#include "inference/api/profile_analysis.h"

class QComboBox;
class QLabel;
class QTableView;

namespace tilescribe::ui {

class ComparisonChart;
class ComparisonModel;

/// The profile that is open beside a saved one, which counts as the run before.
class ComparisonPage : public QWidget {
  Q_OBJECT

 public:
  explicit ComparisonPage(QWidget* parent = nullptr);

  void set_session(std::shared_ptr<const ProfileSession> session);
  /// The run before, and what it is called; nothing: none.
  void set_comparison(std::shared_ptr<const ProfileSession> before, const QString& name);

 signals:
  void chooseClicked();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fill();
  QString summary(const ProfileComparison& comparison) const;

  std::shared_ptr<const ProfileSession> before_, after_;
  QString name_;
  ComparisonModel* model_;
  QLabel* message_;
  QLabel* summary_;
  QLabel* caution_;
  QComboBox* grouping_;
  ComparisonChart* chart_;
  QTableView* view_;
  QWidget* results_;
};

}  // namespace tilescribe::ui
