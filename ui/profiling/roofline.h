// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "ui/profile/profile_document.h"
#include "ui/profiling/roofline_plot.h"

class QLabel;
class QStackedLayout;

namespace tilescribe::ui {

/// Every variant of a profile as a dot under this device's ceilings.
class RooflineView : public QWidget {
  Q_OBJECT

 public:
  explicit RooflineView(ProfileDocument& document, QWidget* parent = nullptr);

  const Roofline& roofline() const { return plot_->roofline(); }
  std::vector<QPointF> centres() const { return plot_->centres(); }

 private:
  void refresh();
  void fill();
  void choose(const ProfileRow* row);
  bool is_chosen(const ProfileRow& row) const;
  static QString tip(const ProfileRow& row);

  ProfileDocument& document_;
  std::shared_ptr<const ProfileDocument::Rows> rows_;
  RooflinePlot* plot_;
  QLabel* message_;
  QStackedLayout* stack_;
};

}  // namespace tilescribe::ui
