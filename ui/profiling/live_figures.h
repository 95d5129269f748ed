// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBrush>
#include <QList>
#include <QString>
#include <QWidget>

namespace tilescribe::ui {

/// Large figures side by side, each above its caption, in columns as wide as the captions; on two lines if
/// there is no room for one. Only figures that changed are repainted.
class LiveFigures : public QWidget {
  Q_OBJECT

 public:
  explicit LiveFigures(const QStringList& captions, QWidget* parent);

  void set_value(int index, const QString& value);
  QString value(int index) const { return cells_[index].value; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Cell {
    QString caption, value;
  };
  int needed_width(int index) const;
  int columns(int width) const;
  int line_height() const;
  QRect cell_rect(int index) const;
  QFont large() const;
  QFont small() const;

  QList<Cell> cells_;
};

/// Legend entries: what a colour stands for, with its share. Uses as many lines as necessary.
class LiveLegend : public QWidget {
  Q_OBJECT

 public:
  struct Entry {
    QString stage, value;  // its colour's stage
    bool operator==(const Entry&) const = default;
  };
  explicit LiveLegend(QWidget* parent);

  /// Entries change rarely; their values change often.
  void set_entries(const QList<Entry>& entries);
  const QList<Entry>& entries() const { return entries_; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int columns(int width) const;
  QRect cell_rect(int index) const;

  QList<Entry> entries_;
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
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString title_, figure_;
  QList<Part> parts_;
};

}  // namespace tilescribe::ui
