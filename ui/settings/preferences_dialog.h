// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QComboBox;
class QLabel;

namespace tilescribe::ui {

class FormLayout;
class Settings;
class Shell;

/// What can be chosen, in one place. Every choice counts at once. It does what the actions of the menus do,
/// and leads to the dialogs that they open.
class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  PreferencesDialog(Shell& shell, Settings& settings, QWidget* parent);

 protected:
  bool event(QEvent* event) override;

 private:
  void add_appearance();
  void add_links();
  void add_section(const QString& title);
  void add_check(const char* action, const char* name, const QString& text);
  QLabel* add_link(const char* action, const QString& label, const QString& text, bool leads_away = false);
  void update_values();
  void choose_theme();
  void choose_language();

  Shell& shell_;
  Settings& settings_;
  FormLayout* form_;
  QComboBox* theme_ = nullptr;
  QComboBox* language_ = nullptr;
  QLabel* later_ = nullptr;  // the language changes at the next start
  QLabel* model_ = nullptr;
  QLabel* recordings_ = nullptr;
  QLabel* transcripts_ = nullptr;
};

/// Edit > Preferences.
void add_preferences(Shell& shell, Settings& settings);

}  // namespace tilescribe::ui
