// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <functional>
#include <vector>

#include "ui/vocabulary/compare_dialog.h"
#include "ui/vocabulary/words_dialog.h"

class QAction;

namespace tilescribe::ui {

class Shell;

/// The transcript that is shown.
struct ShownText {
  DocumentId id = 0;  // 0: none with text
  QString title = {};
  bool editable = false;  // no job writes it
};

/// Words of the user's own in the window: their dialog, and the comparison of two transcripts.
class VocabularyPart : public QObject {
  Q_OBJECT

 public:
  explicit VocabularyPart(Shell& shell);

  void set_words(const std::vector<WordProfile>& profiles, const QString& chosen);
  void set_demo(bool demo);
  void set_shown(const ShownText& shown);
  /// Whether there may be two transcripts to be compared.
  void set_comparable(bool several);
  std::function<std::vector<ComparableText>()> comparable;  // those of now

  /// Whether the dialog is open with profiles that were changed there.
  bool has_unapplied() const;
  void show_preview(const WordsPreview& preview);
  void show_comparison(const TextComparison& comparison);
  /// Profiles that were read from a file.
  void add(const std::vector<WordProfile>& profiles);

 signals:
  void wordsChanged(const std::vector<tilescribe::WordProfile>& profiles, const QString& chosen);
  // For this text, whatever is shown by now; 0: for none.
  void previewWanted(const tilescribe::WordRules& rules, tilescribe::ui::DocumentId text);
  void applyRequested(const tilescribe::WordRules& rules, tilescribe::ui::DocumentId text);
  void restoreRequested();  // what the model wrote, in the text that is shown
  void importRequested(const QString& path);
  void exportRequested(const QString& path, const tilescribe::WordProfile& profile);
  void comparisonWanted(tilescribe::ui::DocumentId before, tilescribe::ui::DocumentId after);

 private:
  void edit();
  void compare();
  void update();

  Shell& shell_;
  std::vector<WordProfile> profiles_;
  QString chosen_;
  bool demo_ = false;
  ShownText shown_;
  bool several_ = false;
  QAction* words_;
  QAction* restore_;
  QAction* compare_;
  QPointer<WordsDialog> dialog_;
  QPointer<CompareDialog> comparison_;
};

}  // namespace tilescribe::ui
