// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "inference/api/capture.h"

namespace tilescribe::ui {

/// The level of a source: a bar for the mean and a line for the peak, over 60 dB.
class LevelMeter : public QWidget {
  Q_OBJECT

 public:
  explicit LevelMeter(QWidget* parent = nullptr);

  const SoundLevel& level() const { return level_; }
  void set_level(const SoundLevel& level);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  SoundLevel level_;
};

}  // namespace tilescribe::ui
