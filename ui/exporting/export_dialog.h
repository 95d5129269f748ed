// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "ui/exporting/cue_model.h"
#include "ui/settings/settings.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableView;

namespace tilescribe::ui {

class FormLayout;

/// ".srt"
QString ending_of(ExportFormat format);

/// What is exported: one transcript, or several into a folder.
struct ExportScope {
  int files = 0;        // into a folder; 0: one transcript, and its name is asked for later
  QString folder = {};  // suggested
  QString first = {};   // the first file's name, for the example
  bool kept = false;    // they are the library's
};

/// How transcripts are written: the format, the rules of subtitles with a preview of them, the layout of
/// text, and the folder and names of many files.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  ExportDialog(const ExportSettings& now, const ExportScope& scope, QWidget* parent = nullptr);

  /// The format's name for people: "SubRip subtitles".
  static QString title_of(ExportFormat format);

  ExportSettings chosen() const;
  QString folder() const;  // of many files

  /// The preview, by the rules that were asked for. Ignored if they changed since.
  void show_cues(const CueModel::Cues& cues, const CueRules& rules);
  /// Asks for the first preview.
  void showEvent(QShowEvent* event) override;

 signals:
  void previewWanted(const tilescribe::CueRules& rules);

 private:
  struct Number {
    QDoubleSpinBox* box;
    double CueRules::*real;
    int CueRules::*whole;
  };

  void make_format(ExportFormat format);
  void make_rules(const CueRules& rules);
  void make_preview();
  void add_rule(const char* name, const QString& label, const QString& suffix, int decimals, double least,
                double most, double CueRules::*real, int CueRules::*whole, const QString& none = {});
  void make_many(const ExportSettings& now);
  void lay_out(const ExportSettings& now);
  void order_tabs(QPushButton* choose);
  CueRules rules() const;
  ExportFormat format() const;
  void set_preset(int index);
  void show_rules(const CueRules& rules);
  void update_format();
  void update_rules();
  QString contradiction() const;
  void show_contradiction(const QString& sentence);
  void update_apply();
  void update_names();
  void choose_folder();
  void go_to_problem();

  bool setting_ = false;  // fields follow a preset
  ExportScope scope_;
  QString pattern_before_;
  CueModel* model_;
  FormLayout* form_;
  QComboBox* format_;
  QComboBox* preset_;
  QSpinBox* words_;
  QComboBox* text_;
  QDoubleSpinBox* pause_;
  std::vector<Number> numbers_;
  QWidget* preview_;
  QTableView* table_;
  QLabel* sum_;
  QPushButton* next_;
  QLineEdit* folder_ = nullptr;
  QLineEdit* pattern_ = nullptr;
  QLabel* example_ = nullptr;
  QPushButton* apply_ = nullptr;
};

}  // namespace tilescribe::ui
