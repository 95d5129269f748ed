// SPDX-License-Identifier: Apache-2.0
#include "ui/models/models_part.h"

#include <QDesktopServices>
#include <QFile>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QUrl>

#include "ui/format.h"
#include "ui/models/full_model_card.h"
#include "ui/models/models_page.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr QLatin1String page_name("models");

QString path_text(const std::filesystem::path& path) {
  return QFile::decodeName(QByteArray::fromStdString(path.string()));
}

}  // namespace

ModelsPart::ModelsPart(Shell& shell) : shell_(shell), page_(new ModelsPage) {
  QAction* show =
      make_action(&shell_.widget(), "models", tr("&Models"), Qt::CTRL | Qt::SHIFT | Qt::Key_M, "open");
  connect(show, &QAction::triggered, this, &ModelsPart::show_page);
  connect(page_, &ModelsPage::closeClicked, this, [this] { shell_.show_home(); });
  connect(page_, &ModelsPage::addClicked, this, &ModelsPart::choose_folder);
  connect(page_, &ModelsPage::useClicked, this, &ModelsPart::useRequested);
  connect(page_, &ModelsPage::removeClicked, this, &ModelsPart::ask_to_remove);
  connect(page_, &ModelsPage::folderClicked, this, [](const InstalledModel& model) {
    QDesktopServices::openUrl(QUrl::fromLocalFile(path_text(model.folder)));
  });
  connect(&page_->full(), &FullModelCard::getClicked, this, &ModelsPart::getRequested);
  connect(&page_->full(), &FullModelCard::pauseClicked, this, &ModelsPart::pauseRequested);
  connect(&page_->full(), &FullModelCard::cancelClicked, this, &ModelsPart::ask_to_discard);
  Page page;
  page.id = page_name;
  page.title = tr("Models");
  page.widget = page_;
  page.actions = {{Menu::queue, 4, {show}}};
  page.state = {{QStringLiteral("mirror"), [this] { return QVariant(page_->full().mirror()); },
                 [this](const QVariant& kept) { page_->full().set_mirror(kept.toString()); }}};
  page.turned = [this](bool visible) { emit turned(visible); };
  shell_.add_page(page);
}

void ModelsPart::show_page() {
  shell_.show_page(page_name);
  page_->first()->setFocus();
}

bool ModelsPart::is_shown() const {
  return shell_.shows_page(page_name);
}

void ModelsPart::choose_folder() {
  auto* dialog = new QFileDialog(&shell_.widget(), tr("Folder of the model"));
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this, &ModelsPart::addRequested);
  open_dialog(dialog);
}

void ModelsPart::ask_to_discard() {
  ask("discardDownload", tr("Cancel the download?"),
      tr("What has come of it is deleted. To continue it another time, pause it instead."), tr("Delete it"),
      [this] { emit discardRequested(); });
}

void ModelsPart::ask_to_remove(const InstalledModel& model) {
  const QString name = QString::fromStdString(model.name);
  const auto then = [this, model] { emit removeRequested(model); };
  if (model.origin == ModelOrigin::downloaded)
    return ask("removeQuestion", tr("Delete %1?").arg(name),
               tr("The downloaded files in %1 are deleted, %2. You can download them again.")
                   .arg(path_text(model.folder), bytes_text(model.bytes)),
               tr("Delete"), then);
  ask("removeQuestion", tr("Take %1 from the list?").arg(name),
      tr("The files in %1 stay as they are.").arg(path_text(model.folder)), tr("Take from the list"), then);
}

void ModelsPart::ask(const char* name, const QString& text, const QString& more, const QString& yes,
                     const std::function<void()>& then) {
  auto* box = named(name, new QMessageBox(QMessageBox::NoIcon, tr("Models"), text, QMessageBox::NoButton,
                                          &shell_.widget()));
  box->setTextFormat(Qt::PlainText);
  box->setInformativeText(more);
  QPushButton* agree = named("agree", box->addButton(yes, QMessageBox::AcceptRole));
  QPushButton* keep = box->addButton(QMessageBox::Cancel);
  keep->setText(tr("Cancel"));
  box->setDefaultButton(keep);
  box->setEscapeButton(keep);
  connect(box, &QMessageBox::buttonClicked, this, [agree, then](const QAbstractButton* clicked) {
    if (clicked == agree) then();
  });
  open_dialog(box);
}

}  // namespace tilescribe::ui
