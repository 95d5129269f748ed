// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QMutex>
#include <QSet>
#include <QStringList>
#include <QTranslator>
#include <utility>

namespace tilescribe::test {

/// A text with an accent on every letter, in ⟦ ⟧: "Open %1…" becomes "⟦Óṕéñ %1…⟧". Places, mnemonics, tags
/// and the file endings of a dialog's filter stay.
QString accented(const QString& text);

/// The words of a text that no translation has touched: two or more letters of ASCII in a row. File endings
/// and names with digits are none.
QStringList plain_words(const QString& text);

/// A text that lupdate found; its context and the English words.
using FoundText = std::pair<QString, QString>;

/// All texts that lupdate finds in ui/, app/ and the templates of messages, and whether they have plural
/// forms. Empty with a reason in `problem` if it could not be run.
QHash<FoundText, bool> found_texts(const QString& lupdate, const QString& cmake, const QString& source_folder,
                                   QString& problem);

/// A translation of all texts that lupdate found, and of Qt's own. Remembers what is asked for and not there,
/// by any thread.
class PseudoTranslation : public QTranslator {
 public:
  explicit PseudoTranslation(QHash<FoundText, bool> found) : found_(std::move(found)) {}
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* text, const char* disambiguation, int n) const override;
  QStringList missing() const;  // "context: text"

 private:
  QHash<FoundText, bool> found_;
  mutable QMutex mutex_;
  mutable QSet<QString> missing_;
};

}  // namespace tilescribe::test
