// SPDX-License-Identifier: Apache-2.0
#include "ui/save_question.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStringList>

namespace tilescribe::ui {

namespace {

struct SaveTexts {
  Q_DECLARE_TR_FUNCTIONS(SaveTexts)
};

bool ask_to_replace(QWidget* parent, const QString& path) {
  const QFileInfo file(path);
  QMessageBox box(QMessageBox::Warning, SaveTexts::tr("Replace the file?"),
                  SaveTexts::tr("There is a file named \"%1\" already.").arg(file.fileName()),
                  QMessageBox::NoButton, parent);
  box.setTextFormat(Qt::PlainText);
  box.setInformativeText(SaveTexts::tr("It is in %1. Replacing it overwrites its contents.")
                             .arg(QDir::toNativeSeparators(file.absolutePath())));
  const QPushButton* replace = box.addButton(SaveTexts::tr("Replace"), QMessageBox::DestructiveRole);
  box.setDefaultButton(box.addButton(SaveTexts::tr("Choose another name"), QMessageBox::RejectRole));
  box.exec();
  return box.clickedButton() == replace;
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

SaveQuestions save_questions(QWidget* parent, const QString& title) {
  return {[parent, title](const QString& suggestion, const QString& filters, QString& filter) {
            // Desktops ask about the name as typed, not with its extension.
            return QFileDialog::getSaveFileName(parent, title, suggestion, filters, &filter,
                                                QFileDialog::DontConfirmOverwrite);
          },
          [parent](const QString& path) { return ask_to_replace(parent, path); }};
}

std::optional<SaveTarget> ask_where_to_save(const QString& suggestion, const std::vector<SaveForm>& forms,
                                            std::size_t first, const SaveQuestions& ask) {
  QStringList filters;
  for (const SaveForm& form : forms) filters.append(form.filter);
  QString filter = forms.at(first).filter;
  QString wanted = suggestion;
  for (;;) {
    const QString path = ask.path(wanted, filters.join(QStringLiteral(";;")), filter);
    if (path.isEmpty()) return {};
    const SaveTarget target = complete(path, filter, forms);
    // A broken link would be replaced too.
    const QFileInfo there(target.path);
    if ((!there.exists() && !there.isSymLink()) || ask.replace(target.path)) return target;
    wanted = target.path;
  }
}

}  // namespace tilescribe::ui
