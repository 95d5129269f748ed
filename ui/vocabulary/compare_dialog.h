// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <vector>

#include "ui/document/transcript_document.h"
#include "ui/vocabulary/difference_view.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace tilescribe::ui {

/// A transcript that can be compared.
struct ComparableText {
  DocumentId id = 0;
  QString title;
  QString file = {};  // its recording
};

/// Two transcripts, word by word.
struct TextComparison {
  DocumentId before = 0, after = 0;
  std::vector<DifferenceLine> lines;  // of the second, and what only the first has
  WordErrors errors;
};

/// Shows two transcripts in one, with the words that differ marked.
class CompareDialog : public QDialog {
  Q_OBJECT

 public:
  CompareDialog(const std::vector<ComparableText>& texts, DocumentId before, DocumentId after,
                QWidget* parent);

  void show_comparison(TextComparison comparison);

 signals:
  void comparisonWanted(tilescribe::ui::DocumentId before, tilescribe::ui::DocumentId after);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void ask();
  DocumentId before() const;
  DocumentId after() const;

  QComboBox *before_, *after_;
  QLabel* sum_;
  DifferenceView* view_;
  QPushButton *next_, *previous_;
};

}  // namespace tilescribe::ui
