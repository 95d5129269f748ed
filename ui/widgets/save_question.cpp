// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/save_question.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStringList>

#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

struct SaveTexts {
  Q_DECLARE_TR_FUNCTIONS(SaveTexts)
};

/// Whether the existing file may be replaced: `then` is called with the answer.
void ask_to_replace(QWidget* parent, const QString& path, const std::function<void(bool)>& then) {
  const QFileInfo file(path);
  auto* box = new QMessageBox(QMessageBox::Warning, SaveTexts::tr("Replace the file?"),
                              SaveTexts::tr("There is a file named \"%1\" already.").arg(file.fileName()),
                              QMessageBox::NoButton, parent);
  box->setObjectName(QStringLiteral("replaceQuestion"));
  box->setTextFormat(Qt::PlainText);
  box->setInformativeText(SaveTexts::tr("It is in %1. Replacing it overwrites its contents.")
                              .arg(QDir::toNativeSeparators(file.absolutePath())));
  QPushButton* replace =
      named("replace", box->addButton(SaveTexts::tr("Replace"), QMessageBox::DestructiveRole));
  QPushButton* stay =
      named("stay", box->addButton(SaveTexts::tr("Choose another name"), QMessageBox::RejectRole));
  box->setDefaultButton(stay);
  QObject::connect(box, &QDialog::finished, box,
                   [box, replace, then] { then(box->clickedButton() == replace); });
  open_dialog(box);
}

/// The form that the name's own extension indicates; else the chosen filter's, whose extension is added.
SaveTarget complete(const QString& path, const QString& filter, const std::vector<SaveForm>& forms) {
  for (std::size_t form = 0; form < forms.size(); ++form) {
    if (path.endsWith(forms[form].ending, Qt::CaseInsensitive)) return {path, form};
  }
  std::size_t chosen = 0;
  for (std::size_t form = 0; form < forms.size(); ++form) {
    if (forms[form].filter == filter) chosen = form;
  }
  return {path + forms[chosen].ending, chosen};
}

}  // namespace

void ask_where_to_save(const SaveQuestion& question, const QString& suggestion,
                       const std::function<void(const SaveTarget&)>& then) {
  auto* dialog = new QFileDialog(question.parent, question.title, QFileInfo(suggestion).absolutePath());
  QStringList filters;
  for (const SaveForm& form : question.forms) filters.append(form.filter);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilters(filters);
  dialog->selectNameFilter(filters.at(static_cast<int>(question.first)));
  dialog->selectFile(QFileInfo(suggestion).fileName());
  // Desktops ask about the name as typed, not with its extension.
  dialog->setOption(QFileDialog::DontConfirmOverwrite);
  QObject::connect(dialog, &QFileDialog::fileSelected, question.parent, [=](const QString& path) {
    const SaveTarget target = complete(path, dialog->selectedNameFilter(), question.forms);
    // A broken link would be replaced too.
    const QFileInfo there(target.path);
    if (!there.exists() && !there.isSymLink()) return then(target);
    SaveQuestion again = question;
    again.first = target.form;
    ask_to_replace(question.parent, target.path, [again, target, then](bool replace) {
      replace ? then(target) : ask_where_to_save(again, target.path, then);
    });
  });
  open_dialog(dialog);
}

}  // namespace tilescribe::ui
