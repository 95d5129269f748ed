// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>

#include "inference/api/error.h"
#include "ui/widgets/banner.h"

namespace tilescribe::ui {

/// What went wrong in the background since it was dismissed, in one banner: the last failure, how many there
/// were, and the details of all.
class FailureBanner : public Banner {
  Q_OBJECT

 public:
  explicit FailureBanner(QWidget* parent);

  void add(const QString& title, const Failure& failure);

 private:
  struct Entry {
    QString title;
    Failure failure;
    int times = 1;
  };
  void show_details();

  QList<Entry> entries_;  // the last one at the end
};

}  // namespace tilescribe::ui
