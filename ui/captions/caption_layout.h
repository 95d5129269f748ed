// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <functional>
#include <vector>

namespace tilescribe::ui {

struct CaptionLine {
  QString text = {};
  qsizetype fixed = 0;  // so many characters no longer change; those behind them are provisional

  bool operator==(const CaptionLine&) const = default;
};

/// The last lines of a growing text, for reading along. A fixed word stays where it was put: on its line, and
/// at its place in the line. A new line pushes the others up, and none ever comes down. Knows no window.
class CaptionLayout {
 public:
  using Measure = std::function<double(const QString&)>;  // the width of a text on one line

  /// What there is room for: lines of this width, and so many of them. Punctuation that belongs to the last
  /// word of a line, but comes later, may reach out by `hang`. Text that is there is broken anew.
  void set_room(Measure measure, double width, double hang, int lines);

  /// Fixed text that follows, with the space before it if there is one.
  void append(const QString& text);
  /// What follows it for now, in the same way.
  void set_tail(const QString& text);
  /// Takes everything away. What comes then begins on a line of its own, at the top.
  void clear();

  /// The oldest first, at most as many as there is room for. Lines that a longer tail had needed are empty.
  std::vector<CaptionLine> shown() const;
  /// The same as one text.
  QString text() const;
  bool empty() const { return lines_.empty() && tail_.isEmpty(); }

 private:
  void flow(std::vector<QString>& lines, const QString& text) const;
  void place(std::vector<QString>& lines, const QString& unit, bool may_break) const;
  bool fits(const QString& line, double more = 0.0) const;
  void lay_out();

  Measure measure_;
  double width_ = 0.0;
  double hang_ = 0.0;
  int most_ = 0;
  std::vector<QString> lines_;  // the fixed text; the last one grows
  QString tail_;
  std::vector<QString> raw_;      // both, each with the space at its end
  std::vector<CaptionLine> all_;  // without that
  int top_ = 0;                   // of these, the first that is shown
};

}  // namespace tilescribe::ui
