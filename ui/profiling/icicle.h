// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/profile/profile_document.h"
#include "ui/profiling/icicle_layout.h"

namespace tilescribe::ui {

/// Where the time goes, from the whole run through stages and layers to ops. The width of a bar is its share
/// of the time. A click selects what the bar stands for. A double click zooms into it; clicking a bar above
/// zooms out again. Keys: arrows move, Enter selects, plus and minus zoom, Esc zooms out and then selects
/// everything.
class Icicle : public QWidget {
  Q_OBJECT

 public:
  /// Counts only records in the selection's range, and dims everything else that is not selected.
  explicit Icicle(ProfileDocument& document, QWidget* parent = nullptr);

  const ProfileNode& tree() const { return *tree_; }
  /// The painted bars, from the top.
  const std::vector<IcicleBar>& bars() const { return bars_; }
  /// The names of the zoomed node and those above it, from the outermost: "decode", "layer 3".
  QStringList breadcrumb() const;
  QString details_of(const IcicleBar& bar) const;

  QSize sizeHint() const override { return {720, 200}; }
  QSize minimumSizeHint() const override { return {240, rows * least_row_height}; }

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  using Path = std::vector<std::size_t>;
  static constexpr int rows = 4;               // all, stage, layer, op
  static constexpr int least_row_height = 20;  // logical pixels

  void clear();
  void refresh();
  void lay_out();
  void zoom_to(Path path);
  void zoom_out();
  void choose(const IcicleBar& bar);
  void set_current(const Path& path);
  void move_current(int key);
  bool is_dimmed(const IcicleBar& bar) const;
  void paint_bar(QPainter& painter, const IcicleBar& bar) const;
  void outline(QPainter& painter, const Path& path) const;
  const IcicleBar* bar_of(const Path& path) const;

  ProfileDocument& document_;
  std::shared_ptr<const ProfileNode> tree_;  // never null
  Path zoomed_;
  Path current_;  // where the keyboard is
  std::optional<Path> hovered_;
  std::vector<IcicleBar> bars_;
  bool pressed_ = false;  // false when a double click ends
};

}  // namespace tilescribe::ui
