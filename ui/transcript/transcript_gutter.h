// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTextBlock>
#include <QWidget>

namespace tilescribe::ui {

class TranscriptView;

inline constexpr double time_scale = 0.85;  // of the column of times, to the text

/// The time column's data for a block.
struct BlockMark : QTextBlockUserData {
  BlockMark(double start, bool loop, bool unfinished) : start_s(start), looped(loop), partial(unfinished) {}
  double start_s;
  bool looped;
  bool partial;
};

inline const BlockMark* mark_of(const QTextBlock& block) {
  return static_cast<const BlockMark*>(block.userData());
}

/// The column of times on the left of a transcript.
class Gutter : public QWidget {
 public:
  explicit Gutter(TranscriptView& view);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  TranscriptView& view_;
};

}  // namespace tilescribe::ui
