// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <array>

#include "inference/api/profile.h"

class QHBoxLayout;
class QLabel;

namespace tilescribe::ui {

class ElidedLabel;

/// What a profile is about, how it was measured, and what measuring cost.
class ProfileHeader : public QWidget {
  Q_OBJECT

 public:
  explicit ProfileHeader(QWidget* parent = nullptr);

  void set_session(const ProfileSession* session);

 private:
  QLabel* add_figure(QHBoxLayout& row, const QString& name, const QString& caption);

  ElidedLabel* title_;
  ElidedLabel* measured_;
  std::array<QLabel*, 4> figures_;  // duration, speed, tokens per second, cost
};

/// How it was measured, in one line: "CUPTI, every kernel", and what is missing.
QString measured_text(const ProfileSession& session);

}  // namespace tilescribe::ui
