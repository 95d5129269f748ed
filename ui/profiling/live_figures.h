// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QWidget>
#include <algorithm>

namespace tilescribe::ui {

/// Named values in columns, on as many lines as necessary. Only values that changed are repainted.
class LiveValues : public QWidget {
  Q_OBJECT

 public:
  struct Cell {
    QString name, value;
    bool operator==(const Cell&) const = default;
  };

  explicit LiveValues(QWidget* parent);

  /// Cells change rarely; their values change often.
  void set_cells(const QList<Cell>& cells);
  const QList<Cell>& cells() const { return cells_; }
  int heightForWidth(int width) const override { return places(width).back().bottom() + 1; }
  QSize sizeHint() const override { return {320, heightForWidth(std::max(width(), 320))}; }
  QSize minimumSizeHint() const override { return {180, places(180).front().height()}; }

 protected:
  /// Where the cells are on a widget of this width; at least one place.
  virtual QList<QRect> places(int width) const = 0;
  /// The same in columns of equal width.
  QList<QRect> in_columns(int width, int columns, int line_height, int line_space) const;
  virtual void paint_cell(QPainter& painter, const Cell& cell, const QRect& rect) const = 0;
  void paintEvent(QPaintEvent* event) override;

 private:
  QList<Cell> cells_;
};

/// Large figures side by side, each above its caption, in columns as wide as the captions; on two lines if
/// there is no room for one.
class LiveFigures : public LiveValues {
  Q_OBJECT

 public:
  using LiveValues::LiveValues;

 protected:
  QList<QRect> places(int width) const override;
  void paint_cell(QPainter& painter, const Cell& cell, const QRect& rect) const override;
};

/// Legend entries: stages in their colours, with their shares.
class LiveLegend : public LiveValues {
  Q_OBJECT

 public:
  using LiveValues::LiveValues;

 protected:
  QList<QRect> places(int width) const override;
  void paint_cell(QPainter& painter, const Cell& cell, const QRect& rect) const override;
};

/// A part of a whole: a title, the figure, a bar, and the meaning of the bar's parts.
class LiveMeter : public QWidget {
  Q_OBJECT

 public:
  struct Part {
    double share = 0.0;  // of the whole bar, 0…1
    QString text;        // empty: no explanation
    bool operator==(const Part&) const = default;
  };
  LiveMeter(const QString& title, QWidget* parent);

  void set(const QString& figure, const QList<Part>& parts);
  const QString& figure() const { return figure_; }
  const QList<Part>& parts() const { return parts_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString title_, figure_;
  QList<Part> parts_;
};

}  // namespace tilescribe::ui
