// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <cstdint>
#include <string>
#include <vector>

namespace tilescribe::ui {

/// One bar from left to right in the stages' colours, with names and shares if there is room. A click chooses
/// a stage.
class StageBar : public QWidget {
  Q_OBJECT

 public:
  struct Part {
    std::string stage;
    std::int64_t ns = 0;
  };

  explicit StageBar(QWidget* parent = nullptr);

  void set_parts(std::vector<Part> parts);
  /// The stage to highlight; empty: none.
  void set_chosen(const std::string& stage);
  QSize sizeHint() const override { return {600, 44}; }
  QSize minimumSizeHint() const override { return {200, 44}; }
  /// The rectangle of a part, logical pixels.
  QRectF part_rect(std::size_t part) const;

 signals:
  void stageClicked(const std::string& stage);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  const Part* part_at(const QPointF& point) const;

  std::vector<Part> parts_;
  std::int64_t whole_ns_ = 0;
  std::string chosen_;
};

}  // namespace tilescribe::ui
