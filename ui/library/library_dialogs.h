// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>
#include <vector>

#include "inference/api/library.h"

class QButtonGroup;
class QComboBox;
class QLineEdit;
class QMessageBox;

namespace tilescribe::ui {

/// How much of some entries is ours.
struct LibraryAmount {
  int texts = 0;
  int recordings = 0;
  std::uintmax_t bytes = 0;
};
LibraryAmount amount_of(const std::vector<LibraryEntry>& entries);

/// Asks what of some entries goes into the bin, and says what stays.
class DeleteDialog : public QDialog {
  Q_OBJECT

 public:
  DeleteDialog(const std::vector<LibraryEntry>& entries, QWidget* parent);
  EntryPart part() const;

 private:
  QButtonGroup* parts_;
};

/// Asks whether entries that are in the bin are removed. It is accepted where they are.
QMessageBox* make_removal_question(const std::vector<LibraryEntry>& entries, QWidget* parent);

/// Asks for tags, separated by commas.
class TagsDialog : public QDialog {
  Q_OBJECT

 public:
  TagsDialog(const QStringList& now, const QStringList& known, QWidget* parent);
  QStringList tags() const;

 private:
  QLineEdit* text_;
};

/// Asks how long transcripts are kept.
class KeepingDialog : public QDialog {
  Q_OBJECT

 public:
  KeepingDialog(int text_days, QWidget* parent);
  int text_days() const;  // 0: forever

 private:
  QComboBox* texts_;
};

}  // namespace tilescribe::ui
