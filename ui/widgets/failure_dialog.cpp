// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/failure_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

FailureDialog::FailureDialog(const QString& title, const Failure& failure, QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(title);
  const QString sentence_text = words(failure.message);
  const QString details_text = QString::fromStdString(failure.details);
  auto* sentence = new QLabel(sentence_text, this);
  sentence->setWordWrap(true);
  sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* details = named("details", new QPlainTextEdit(this));
  details->setReadOnly(true);
  details->setTabChangesFocus(true);
  details->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  details->setPlainText(details_text.isEmpty() ? tr("No further details.") : details_text);
  details->setAccessibleName(tr("Details"));

  auto* buttons = new QDialogButtonBox(this);
  QPushButton* close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
  QPushButton* copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
  close->setDefault(true);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(copy, &QPushButton::clicked, this, [sentence_text, details_text] {
    const QStringList lines{sentence_text, details_text};
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')).trimmed());
  });

  make_column(this, {20, 20, 20, 16}, 14, {sentence, {details, 1}, buttons});
  resize(520, 320);
}

}  // namespace tilescribe::ui
