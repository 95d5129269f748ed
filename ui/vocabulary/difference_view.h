// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTextEdit>
#include <QTimer>
#include <utility>
#include <vector>

#include "inference/api/word_errors.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

/// A segment with what differs marked.
struct DifferenceLine {
  double start_s = 0.0;
  std::vector<MarkedPiece> pieces;
};

/// Writes a line at the cursor: its time, then its pieces, what goes struck out and what comes underlined, in
/// colours besides. Returns begin and end of each piece that differs.
std::vector<std::pair<int, int>> insert_difference(QTextCursor& cursor, const DifferenceLine& line,
                                                   const ThemeColors& colors);

/// Texts with what goes struck out and what comes underlined, in colours besides. Long ones come a piece at a
/// time, so that the window stays quick.
class DifferenceView : public QTextEdit {
  Q_OBJECT

 public:
  explicit DifferenceView(QWidget* parent = nullptr);

  void show_lines(std::vector<DifferenceLine> lines);
  /// Whether all lines are there.
  bool complete() const { return next_ == lines_.size(); }
  /// Selects the next piece that differs behind the cursor, or the one before it, from the other end at last.
  void go(bool forward);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void append_some();
  void start_again();

  std::vector<DifferenceLine> lines_;
  std::size_t next_ = 0;                        // of the lines: not shown yet
  std::vector<std::pair<int, int>> differing_;  // begin and end of each piece that differs
  QTimer more_;
};

}  // namespace tilescribe::ui
