// SPDX-License-Identifier: Apache-2.0
#include "ui/captions/caption_layout.h"

#include <QTextBoundaryFinder>
#include <algorithm>
#include <utility>

namespace tilescribe::ui {

namespace {

// More than is ever shown: a wider window shows it again.
constexpr std::size_t kept_lines = 24;
constexpr qsizetype kept_characters = 600;

QString without_space_before(const QString& text) {
  const auto first = std::find_if(text.begin(), text.end(), [](QChar letter) { return !letter.isSpace(); });
  return text.mid(first - text.begin());
}

QString without_space_behind(QString text) {
  while (!text.isEmpty() && text.back().isSpace()) text.chop(1);
  return text;
}

bool is_punctuation(const QString& unit) {
  return !unit.isEmpty() &&
         std::all_of(unit.begin(), unit.end(), [](QChar letter) { return letter.isPunct(); });
}

}  // namespace

void CaptionLayout::set_room(Measure measure, double width, double hang, int lines) {
  measure_ = std::move(measure);
  width_ = width;
  hang_ = hang;
  most_ = lines;
  QString text;
  for (const QString& line : std::exchange(lines_, {})) text += line;  // each has the space at its end
  flow(lines_, text);
  top_ = 0;
  lay_out();
}

void CaptionLayout::append(const QString& text) {
  flow(lines_, text);
  tail_.clear();
  qsizetype characters = 0;
  for (const QString& line : lines_) characters += line.size();
  while (lines_.size() > kept_lines && characters - lines_.front().size() >= kept_characters) {
    characters -= lines_.front().size();
    lines_.erase(lines_.begin());
    top_ = std::max(0, top_ - 1);
  }
  lay_out();
}

void CaptionLayout::set_tail(const QString& text) {
  tail_ = text;
  lay_out();
}

void CaptionLayout::clear() {
  lines_.clear();
  tail_.clear();
  top_ = 0;
  lay_out();
}

std::vector<CaptionLine> CaptionLayout::shown() const {
  return {all_.begin() + top_, all_.end()};
}

QString CaptionLayout::text() const {
  QString text;
  for (auto line = raw_.begin() + top_; line != raw_.end(); ++line) text += *line;
  return without_space_behind(text);
}

void CaptionLayout::lay_out() {
  raw_ = lines_;
  flow(raw_, tail_);
  all_.clear();
  for (std::size_t i = 0; i < raw_.size(); ++i) {
    const QString text = without_space_behind(raw_[i]);
    const qsizetype fixed = i < lines_.size() ? std::min(text.size(), lines_[i].size()) : 0;
    all_.push_back({text, fixed});
  }
  const int count = static_cast<int>(all_.size());
  top_ = std::clamp(std::max(top_, count - most_), 0, std::max(0, count - 1));
}

/// Adds text behind the last line, which stays as it is. Where lines may break, Unicode's rules say (UAX 14):
/// between words, or between the characters of Chinese.
void CaptionLayout::flow(std::vector<QString>& lines, const QString& text) const {
  if (!measure_ || text.isEmpty()) return;
  const QString before = lines.empty() ? QString() : lines.back();
  const QString whole = before + text;
  QTextBoundaryFinder finder(QTextBoundaryFinder::Line, whole);
  finder.setPosition(before.size());
  bool may_break = finder.isAtBoundary();
  for (qsizetype from = before.size(); from < whole.size();) {
    qsizetype to = finder.toNextBoundary();
    if (to < 0) to = whole.size();
    place(lines, whole.mid(from, to - from), may_break);
    may_break = true;
    from = to;
  }
}

/// Puts a unit on the last line, or on a new one. One that is wider than a line is broken anywhere.
void CaptionLayout::place(std::vector<QString>& lines, const QString& unit, bool may_break) const {
  const QString words = without_space_before(unit);
  if (lines.empty()) lines.emplace_back();
  QString& last = lines.back();
  const QString joined = last.isEmpty() ? words : last + unit;
  if (words.isEmpty() || fits(joined) ||
      (!may_break && is_punctuation(without_space_behind(unit)) && fits(joined, hang_))) {
    last = joined;
  } else if (fits(words)) {
    if (last.isEmpty()) {
      last = words;
    } else {
      lines.push_back(words);
    }
  } else {
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, words);
    for (qsizetype from = 0; from < words.size();) {
      const qsizetype to = finder.toNextBoundary();
      const QString letter = words.mid(from, to - from);
      if (lines.back().isEmpty() || fits(lines.back() + letter)) {
        lines.back() += letter;
      } else {
        lines.push_back(letter);
      }
      from = to;
    }
  }
}

bool CaptionLayout::fits(const QString& line, double more) const {
  return measure_(without_space_behind(line)) <= width_ + more;
}

}  // namespace tilescribe::ui
