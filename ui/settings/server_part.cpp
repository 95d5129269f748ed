// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/server_part.h"

#include "ui/shell/shell.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/open_dialog.h"

namespace tilescribe::ui {

namespace {

constexpr int lingers_ms = 600;  // more than it takes until the next file begins

}  // namespace

ServerPart::ServerPart(Shell& shell)
    : shell_(shell), banner_(new Banner(QStringLiteral("export"), tr("Audio leaves this computer"), false)) {
  banner_->setProperty("role", QStringLiteral("sending"));
  shell_.put(banner_, Place::banner);
  going_.setSingleShot(true);
  going_.setInterval(lingers_ms);
  connect(&going_, &QTimer::timeout, banner_, &QWidget::hide);
}

void ServerPart::choose(const RemoteOptions& known) {
  dialog_ = new ServerDialog(known, &shell_.widget());
  connect(dialog_, &ServerDialog::testRequested, this, &ServerPart::testRequested);
  connect(dialog_, &ServerDialog::testStopped, this, &ServerPart::testStopped);
  connect(dialog_, &QDialog::accepted, this,
          [this, dialog = dialog_.data()] { emit chosen(dialog->options()); });
  open_dialog(dialog_.data());
}

void ServerPart::show_kept(const QString& key, const QString& problem) {
  if (dialog_) dialog_->show_kept(key, problem);
}

void ServerPart::show_answer(const QString& model) {
  if (dialog_) dialog_->show_answer(model);
}

void ServerPart::show_problem(const QString& why) {
  if (dialog_) dialog_->show_problem(why);
}

void ServerPart::set_sending(const QString& server) {
  if (server.isEmpty()) {
    if (!banner_->isHidden() && !going_.isActive()) going_.start();
    return;
  }
  going_.stop();
  banner_->set_text(tr("Audio is being sent to %1.").arg(server));
  banner_->show();
}

}  // namespace tilescribe::ui
