// SPDX-License-Identifier: Apache-2.0
#include "ui/models/model_card.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>

#include "ui/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"
#include "ui/words.h"

namespace tilescribe::ui {

Card::Card(const QString& accessible_name, QWidget* parent) : QFrame(parent) {
  setProperty("card", true);
  setAccessibleName(accessible_name);
}

QString breakable(QString text) {
  return text.replace(QLatin1Char('/'), QStringLiteral("/\u200B"));
}

QLabel* card_text(const char* name, const QString& text, QWidget* parent) {
  auto* label = named(name, new WrappedLabel(text, parent));
  label->setTextFormat(Qt::PlainText);
  return label;
}

ModelCard::ModelCard(const InstalledModel& model, bool in_use, QWidget* parent)
    : Card(QString::fromStdString(model.name), parent), model_(model) {
  const QString name = QString::fromStdString(model.name);
  auto* title = named("modelName", new ElidedLabel(Qt::ElideRight, this));
  title->setFont(heading_font(title->font(), 1.1));
  title->set_text(name);
  auto* mark = named("modelMark", new QLabel(tr("In use"), this));
  mark->setVisible(in_use);
  mark->setProperty("quiet", true);

  const QString path = QFile::decodeName(QByteArray::fromStdString(model.folder.string()));
  auto* place = named("modelPlace", new ElidedLabel(Qt::ElideMiddle, this));
  place->set_color(QPalette::PlaceholderText);
  place->set_text(model.origin == ModelOrigin::bundled
                      ? tr("Comes with Tilescribe, %1").arg(bytes_text(model.bytes))
                      : tr("%1 in %2").arg(bytes_text(model.bytes), path));

  const bool broken = !model.problem.message.empty();
  QLabel* limits = card_text("modelLimits", words(model.limits), this);
  limits->setVisible(!model.limits.empty());
  QLabel* memory = card_text(
      "modelMemory", broken ? breakable(words(model.problem.message)) : words(model.fit.sentence), this);
  if (broken || !model.fit.fits) memory->setForegroundRole(QPalette::BrightText);

  auto* use = named("useModel", new QPushButton(tr("Use this model"), this));
  use->setAccessibleName(tr("Use %1").arg(name));
  use->setVisible(!in_use && !broken);
  auto* folder = named("showModelFolder", new QPushButton(tr("Show the folder"), this));
  folder->setAccessibleName(tr("Show the folder of %1").arg(name));
  auto* remove = named("removeModel", new QPushButton(tr("Remove…"), this));
  remove->setAccessibleName(tr("Remove %1…").arg(name));
  remove->setVisible(model.origin != ModelOrigin::bundled);
  remove->setEnabled(!in_use);
  remove->setToolTip(in_use ? tr("It is in use. Use another model first.") : QString());
  connect(use, &QPushButton::clicked, this, &ModelCard::useClicked);
  connect(folder, &QPushButton::clicked, this, &ModelCard::folderClicked);
  connect(remove, &QPushButton::clicked, this, &ModelCard::removeClicked);

  QLayout* head = make_row(nullptr, {}, 8, {{title, 1}, mark});
  QLayout* buttons = make_row(nullptr, {}, 8, {use, folder, remove, free_room()});
  make_column(this, {18, 16, 18, 16}, 6, {head, place, limits, memory, fixed_room(4), buttons});
}

}  // namespace tilescribe::ui
