// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "inference/api/error.h"

namespace tilescribe::ui {

/// An error: its sentence, and the details behind it, ready to be copied.
class FailureDialog : public QDialog {
  Q_OBJECT

 public:
  FailureDialog(const QString& title, const Failure& failure, QWidget* parent = nullptr);
};

}  // namespace tilescribe::ui
