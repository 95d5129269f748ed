// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/profiling/live_kernel_rows.h"

namespace tilescribe::ui {

/// The kernels that took the most time, as bars. The widget's width stands for the time of all of them.
class LiveBars : public QWidget {
  Q_OBJECT

 public:
  explicit LiveBars(QWidget* parent);

  void clear();
  /// Repaints only the rows that look different now.
  void show_frame(const ProfileFrame& frame);
  void finish();  // sorts them, longest first
  const LiveKernelRows& kernels() const { return kernels_; }
  QRect row_rect(int row) const;
  /// The fill of a bar: a stage's colour, pale enough for text.
  static QColor fill(std::string_view stage, bool dark);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {180, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Shown {
    QString name, time, share;
    std::string stage;
    int length = 0;  // of the bar, logical pixels
    bool operator==(const Shown&) const = default;
  };
  void update_rows();
  void paint_row(QPainter& painter, int row) const;

  LiveKernelRows kernels_;
  QList<Shown> shown_;
};

}  // namespace tilescribe::ui
