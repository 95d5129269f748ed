// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRegularExpression>
#include <QString>
#include <vector>

namespace tilescribe::ui {

/// A part of a text, in UTF-16 units.
struct TextRange {
  qsizetype begin = 0;
  qsizetype length = 0;  // 0: none
  qsizetype end() const { return begin + length; }
  bool operator==(const TextRange&) const = default;
};

/// What somebody looks for.
struct SearchTerms {
  SearchTerms(QString what = {}, bool is_regular = false, bool with_case = false)
      : text(std::move(what)), regular(is_regular), cases(with_case) {}
  QString text;
  bool regular;  // a regular expression (Perl's)
  bool cases;    // upper and lower case differ
};

/// Finds and replaces in one line of text. Matches without any text are left out.
class TextSearch {
 public:
  explicit TextSearch(const SearchTerms& terms = {});

  /// Whether there is nothing to look for: no text, or no regular expression.
  bool empty() const { return empty_; }
  /// Where the text is no regular expression: why, as the library says it. Empty: it is one.
  QString problem() const {
    return regular_ && !expression_.isValid() ? expression_.errorString() : QString();
  }
  int problem_at() const { return static_cast<int>(expression_.patternErrorOffset()); }  // character, from 0

  /// The first match from this place on.
  TextRange next(const QString& text, qsizetype from) const;
  /// The last match that ends at this place or before.
  TextRange last(const QString& text, qsizetype until) const;
  std::vector<TextRange> all(const QString& text) const;
  int count(const QString& text) const;

  /// What takes the place of this match: `with`, in which \0 to \9 stand for the match and its groups where
  /// the search is a regular expression, and \\ for a backslash.
  QString replacement(const QString& text, const TextRange& match, const QString& with) const;
  /// The text with every match replaced; `count` rises by their number.
  QString replaced(const QString& text, const QString& with, int& count) const;

 private:
  QString filled(const QRegularExpressionMatch& match, const QString& with) const;
  template <class Each>
  void for_each(const QString& text, qsizetype from, const Each& each) const;

  bool empty_;
  bool regular_;
  QRegularExpression expression_;
};

}  // namespace tilescribe::ui
