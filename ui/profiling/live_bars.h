// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "inference/api/profile.h"

namespace tilescribe::ui {

/// The kernels that took the most time, longest first.
class LiveKernelRows {
 public:
  struct Row {
    std::string name, op, stage;
    std::int64_t own_ns = 0;
    double share = 0.0;  // of the time in which stages of the model ran, 0…1
    bool operator==(const Row&) const = default;
  };
  static constexpr std::size_t most_rows = 10;

  void clear() { rows_.clear(); }
  /// Updates with the frame's longest kernels.
  void update(const ProfileFrame& frame);
  const std::vector<Row>& rows() const { return rows_; }

 private:
  std::vector<Row> rows_;
};

/// The kernels that took the most time, as bars. The widget's width stands for the time of all of them.
class LiveBars : public QWidget {
  Q_OBJECT

 public:
  explicit LiveBars(QWidget* parent);

  void clear();
  /// Repaints only the rows that look different now.
  void show_frame(const ProfileFrame& frame);
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
