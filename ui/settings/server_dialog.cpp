// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/server_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>
#include <algorithm>
#include <exception>

#include "inference/api/clean_up.h"
#include "inference/api/error.h"
#include "inference/api/remote.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/kept_key.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

ServerDialog::ServerDialog(const RemoteOptions& options, QWidget* parent)
    : QDialog(parent),
      before_(options),
      address_(named("serverAddress", new QLineEdit(QString::fromStdString(options.address), this))),
      key_(named("serverKey", new QLineEdit(QString::fromStdString(options.key), this))),
      test_(named("testServer", new QPushButton(tr("&Test"), this))),
      use_(named("useServer", new QPushButton(tr("&Use this server"), this))),
      outcome_(named("serverOutcome", new QLabel(this))),
      sent_(named("serverSent", new QLabel(this))),
      unprotected_(named("serverUnprotected", new QLabel(this))),
      kept_(named("serverKept", make_note({}, this))) {
  setObjectName(QStringLiteral("serverDialog"));
  setWindowTitle(tr("Remote server"));
  address_->setPlaceholderText(QStringLiteral("http://localhost:8000"));
  key_->setEchoMode(QLineEdit::Password);
  key_->setPlaceholderText(tr("Only if the server wants one"));
  test_->setAutoDefault(false);
  test_->setToolTip(tr("Asks the server for its models, and sends no sound"));
  unprotected_->setText(tr(
      "Nothing protects the connection to this address (no https): others may read the audio, the text and "
      "the key on their way."));
  unprotected_->setForegroundRole(QPalette::BrightText);
  for (QLabel* one : {outcome_, sent_, unprotected_}) {
    one->setWordWrap(true);
    one->setTextFormat(Qt::PlainText);
    one->setMinimumWidth(1);  // whatever a server wrote, it does not widen the dialog
  }
  outcome_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  setTabOrder(address_, test_);
  setTabOrder(test_, key_);
  auto* form = new FormLayout;
  auto* label = new QLabel(tr("&Address"), this);
  label->setBuddy(address_);  // which has its name from it
  form->addRow(label, make_row(nullptr, {}, 8, {{address_, 1}, test_}));
  form->addRow(tr("&Key"), key_);
  QLabel* which = make_note(
      tr("The server is tilescribe-cli serve, or another that speaks OpenAI's API, such as vLLM. There is no "
         "live text with it: a recording is transcribed once it has ended."),
      this);
  auto* buttons = new QDialogButtonBox(this);
  use_->setProperty("primary", true);  // before the box polishes it
  buttons->addButton(use_, QDialogButtonBox::AcceptRole);
  buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
  use_->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &ServerDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(test_, &QPushButton::clicked, this, &ServerDialog::test);
  connect(address_, &QLineEdit::textEdited, this, &ServerDialog::follow_address);
  for (QLineEdit* one : {address_, key_})
    connect(one, &QLineEdit::textEdited, this, &ServerDialog::forget_outcome);
  make_column(this, {20, 20, 20, 16}, 12,
              {form, outcome_, sent_, unprotected_, which, kept_, free_room(), buttons});
  resize(600, 0);
  forget_outcome();
}

QString ServerDialog::host() const {
  try {
    return QUrl(QString::fromStdString(checked_server_address(address_->text().toStdString()))).authority();
  } catch (const std::exception&) {  // still being typed
    return {};
  }
}

RemoteOptions ServerDialog::options() const {
  RemoteOptions options = before_;
  options.address = checked_server_address(address_->text().toStdString());
  options.key = checked_key(key_->text().toStdString());
  return options;
}

/// A sentence says what is wrong with them.
bool ServerDialog::checks(RemoteOptions& checked) {
  try {
    checked = options();
    return true;
  } catch (...) {
    show_problem(words(describe_failure(std::current_exception()).message));
    (host().isEmpty() ? address_ : key_)->setFocus();
    return false;
  }
}

void ServerDialog::test() {
  RemoteOptions asked;
  if (!checks(asked)) return;
  test_->setEnabled(false);
  show_outcome(tr("Asking %1…").arg(host()), false);
  emit testRequested(asked);
}

void ServerDialog::accept() {
  RemoteOptions checked;
  if (checks(checked)) QDialog::accept();
}

void ServerDialog::done(int result) {
  emit testStopped();
  QDialog::done(result);
}

void ServerDialog::follow_address() {
  ui::follow_address(*address_, *key_, before_, checked_server_address);
}

void ServerDialog::show_kept(const QString& key, const QString& problem) {
  if (before_.key.empty()) before_.key = key.toStdString();
  follow_address();
  kept_->setText(problem.isEmpty()
                     ? tr("The key is kept in the system's keyring, and not in the settings file.")
                     : tr("%1 The key is kept nowhere: it is known until Tilescribe ends.").arg(problem));
  fit_width(*this, width());
}

void ServerDialog::show_answer(const QString& model) {
  test_->setEnabled(true);
  show_outcome(tr("%1 answers. Its model is %2.").arg(host(), model), false);
}

void ServerDialog::show_problem(const QString& why) {
  test_->setEnabled(true);
  show_outcome(why, true);
}

void ServerDialog::show_outcome(const QString& text, bool is_error) {
  outcome_->setText(text);
  outcome_->setForegroundRole(is_error ? QPalette::BrightText : QPalette::WindowText);
  outcome_->setVisible(!text.isEmpty());
  fit_width(*this, width());
}

/// What the server said before was about something else.
void ServerDialog::forget_outcome() {
  emit testStopped();
  test_->setEnabled(true);
  update_notes();
  show_outcome({}, false);
}

void ServerDialog::update_notes() {
  const QString server = host();
  sent_->setText(server.isEmpty()
                     ? tr("The audio of files that you transcribe goes to the server that you enter.")
                     : tr("The audio of files that you transcribe goes to %1, and to no other server. The "
                          "window says so "
                          "while it does.")
                           .arg(server));
  unprotected_->setVisible(!server.isEmpty() &&
                           is_readable_on_the_way(address_->text().trimmed().toStdString()));
  for (QPushButton* one : {test_, use_}) one->setEnabled(!address_->text().trimmed().isEmpty());
}

}  // namespace tilescribe::ui
