// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QTextBlock>
#include <QWidget>
#include <utility>

namespace tilescribe::ui {

class TranscriptView;

inline constexpr double time_scale = 0.85;  // of the column of times, to the text

/// The time column's data for a block.
struct BlockMark : QTextBlockUserData {
  BlockMark(double start, bool loop, bool unfinished, QString who = {})
      : start_s(start), looped(loop), partial(unfinished), speaker(std::move(who)) {}
  double start_s;
  bool looped;
  bool partial;
  QString speaker;  // empty: not known
};

inline const BlockMark* mark_of(const QTextBlock& block) {
  return static_cast<const BlockMark*>(block.userData());
}

/// The name beside a block: where another speaks than before, or a dash where it is not known who.
QString name_beside(const QTextBlock& block);

/// The columns of times and names on the left of a transcript.
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
