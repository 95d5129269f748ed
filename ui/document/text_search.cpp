// SPDX-License-Identifier: Apache-2.0
#include "ui/document/text_search.h"

namespace tilescribe::ui {

TextSearch::TextSearch(const SearchTerms& terms)
    : regular_(terms.regular),
      expression_(terms.regular ? terms.text : QRegularExpression::escape(terms.text),
                  QRegularExpression::UseUnicodePropertiesOption |
                      (terms.cases ? QRegularExpression::NoPatternOption
                                   : QRegularExpression::CaseInsensitiveOption)) {
  empty_ = terms.text.isEmpty() || !expression_.isValid();
}

/// Calls `each` with every match from this place on, until it returns false.
template <class Each>
void TextSearch::for_each(const QString& text, qsizetype from, const Each& each) const {
  if (empty_) return;
  QRegularExpressionMatchIterator found = expression_.globalMatch(text, from);
  while (found.hasNext()) {
    const QRegularExpressionMatch match = found.next();
    if (match.capturedLength() > 0 && !each(match)) return;
  }
}

TextRange TextSearch::next(const QString& text, qsizetype from) const {
  TextRange range;
  for_each(text, from, [&](const QRegularExpressionMatch& match) {
    range = {match.capturedStart(), match.capturedLength()};
    return false;
  });
  return range;
}

TextRange TextSearch::last(const QString& text, qsizetype until) const {
  TextRange range;
  for_each(text, 0, [&](const QRegularExpressionMatch& match) {
    if (match.capturedEnd() > until) return false;
    range = {match.capturedStart(), match.capturedLength()};
    return true;
  });
  return range;
}

std::vector<TextRange> TextSearch::all(const QString& text) const {
  std::vector<TextRange> ranges;
  for_each(text, 0, [&](const QRegularExpressionMatch& match) {
    ranges.push_back({match.capturedStart(), match.capturedLength()});
    return true;
  });
  return ranges;
}

int TextSearch::count(const QString& text) const {
  int matches = 0;
  for_each(text, 0, [&](const QRegularExpressionMatch&) { return ++matches > 0; });
  return matches;
}

QString TextSearch::filled(const QRegularExpressionMatch& match, const QString& with) const {
  if (!regular_) return with;
  QString text;
  for (qsizetype i = 0; i < with.size(); ++i) {
    const QChar next = i + 1 < with.size() ? with.at(i + 1) : QChar();
    if (with.at(i) == QLatin1Char('\\') && next >= QLatin1Char('0') && next <= QLatin1Char('9')) {
      text += match.captured(next.digitValue());
      ++i;
    } else {
      if (with.at(i) == QLatin1Char('\\') && next == QLatin1Char('\\')) ++i;
      text += with.at(i);
    }
  }
  return text;
}

QString TextSearch::replacement(const QString& text, const TextRange& range, const QString& with) const {
  QString filled_in = with;
  for_each(text, range.begin, [&](const QRegularExpressionMatch& match) {
    filled_in = filled(match, with);
    return false;
  });
  return filled_in;
}

QString TextSearch::replaced(const QString& text, const QString& with, int& count) const {
  QString result;
  qsizetype done = 0;
  for_each(text, 0, [&](const QRegularExpressionMatch& match) {
    result += QStringView(text).mid(done, match.capturedStart() - done);
    result += filled(match, with);
    done = match.capturedEnd();
    return ++count > 0;
  });
  if (done == 0) return text;
  result += QStringView(text).mid(done);
  return result;
}

}  // namespace tilescribe::ui
