// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QList>

#include "inference/api/error.h"
#include "ui/widgets/banner.h"

namespace tilescribe::ui {

/// What went wrong in the background since it was dismissed, in one banner: the last failure, how often that
/// happened, and the details of the last twenty.
class FailureBanner : public Banner {
  Q_OBJECT

 public:
  explicit FailureBanner(QWidget* parent);

  void add(const QString& title, const Failure& failure);

 private:
  struct Entry {
    QString title;
    Failure failure;
  };
  void show_details();

  QList<Entry> entries_;       // the last one at the end
  QHash<QString, int> times_;  // by title
};

}  // namespace tilescribe::ui
