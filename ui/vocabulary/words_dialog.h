// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <vector>

#include "ui/vocabulary/difference_view.h"
#include "ui/vocabulary/replacement_model.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace tilescribe::ui {

/// What rules change in the transcript that is shown.
struct WordsPreview {
  WordRules rules;
  int segments = 0;                   // of the transcript
  int changed = 0;                    // of them
  std::vector<DifferenceLine> lines;  // the first of those that change
  std::vector<Message> problems;      // rules that were left out
};

/// Edits the profiles of the user's words, and chooses the one for what is transcribed next.
class WordsDialog : public QDialog {
  Q_OBJECT

 public:
  /// `chosen`: a profile's name; empty: none is used.
  WordsDialog(std::vector<WordProfile> profiles, const QString& chosen, QWidget* parent);

  /// The transcript on which the rules are shown; empty: there is none. `editable`: they can be applied to
  /// it.
  void set_subject(const QString& title, bool editable);
  /// The open model follows no instruction.
  void set_demo(bool demo);
  void show_preview(const WordsPreview& preview);
  /// Adds profiles, of which the first is shown. Names that exist get a number.
  void add(std::vector<WordProfile> profiles);

  const std::vector<WordProfile>& profiles() const { return profiles_; }
  QString chosen() const;  // a profile's name; empty: none

 signals:
  void previewWanted(const tilescribe::WordRules& rules);
  void applyRequested(const tilescribe::WordRules& rules);  // to the transcript that is shown
  void importRequested(const QString& path);
  void exportRequested(const QString& path, const tilescribe::WordProfile& profile);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void make_profile_row();
  void make_fields();
  void make_table();
  void make_preview();
  void lay_out();
  int current() const;  // -1: none
  WordRules rules() const;
  void show_profile();
  void take_fields();
  void rename();
  void remove_profile();
  void update_state();
  void ask_import();
  void ask_export();
  QString free_name(const QString& wanted, int except) const;

  std::vector<WordProfile> profiles_;
  bool showing_ = false;  // fields are being set to a profile's values
  bool has_subject_ = false, editable_ = false;
  ReplacementModel* model_;
  QComboBox* choice_;
  QPushButton *new_, *delete_, *import_, *export_;
  QLineEdit *name_, *instruction_, *hotwords_;
  QLabel *demo_, *problem_;
  QCheckBox *english_, *chinese_;
  QTableView* table_;
  QLabel *subject_, *sum_;
  DifferenceView* preview_;
  QPushButton *next_, *apply_to_text_, *apply_;
  QWidget* fields_;
};

}  // namespace tilescribe::ui
