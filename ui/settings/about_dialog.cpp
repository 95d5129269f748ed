// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/about_dialog.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QScrollArea>

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/translations.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

struct ModelTexts {
  Q_DECLARE_TR_FUNCTIONS(ModelTexts)
};

QString paragraph(const QString& text) {
  return QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

}  // namespace

QString model_description(const ModelInfo& model) {
  QString text = QStringLiteral("<p><b>%1</b>").arg(QString::fromStdString(model.name).toHtmlEscaped());
  if (model.parameters > 0)  // a server tells none
    text += QStringLiteral("<br>") +
            ModelTexts::tr("%1 parameter(s), %2 in memory", nullptr, plural(model.parameters))
                .arg(count_text(model.parameters), bytes_text(model.memory_bytes));
  text += QStringLiteral("</p>");
  if (!model.limits.empty()) text += paragraph(words(model.limits));
  if (!model.path.empty())
    text += paragraph(ModelTexts::tr("Folder: %1").arg(QString::fromStdString(model.path.string())));
  return text;
}

AboutDialog::AboutDialog(const ModelInfo* model, const EngineInfo* engine, QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(tr("About Tilescribe"));
  auto* icon = new QLabel(this);
  icon->setPixmap(application_icon().pixmap(QSize(64, 64), devicePixelRatioF()));
  auto* heading = new QLabel(tr("<h2>Tilescribe %1</h2>Speech to text on your own machine.")
                                 .arg(QCoreApplication::applicationVersion()),
                             this);
  heading->setTextFormat(Qt::RichText);
  QLayout* head = make_row(nullptr, {}, 16, {{icon, 0, Qt::AlignTop}, {heading, 1}});

  QString facts = tr("<p>Built with Qt %1, running on Qt %2.</p>")
                      .arg(QStringLiteral(QT_VERSION_STR), QString::fromLatin1(qVersion()));
  facts += tr(
      "<p>Licences: Tilescribe, the demo model and the samples are under Apache-2.0. This program links "
      "Qt 6, which is under LGPL-3.0, and for its charts QCustomPlot, which is under GPL-3.0; so the program "
      "as a whole is under GPL-3.0.</p>");
  if (model != nullptr) facts += model_description(*model);
  if (engine != nullptr)
    facts += paragraph(words(Message("{1}. {2}", engine->description(), engine->reason)));
  auto* text = named("aboutText", new QLabel(facts, this));
  text->setTextFormat(Qt::RichText);
  text->setWordWrap(true);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  text->setAlignment(Qt::AlignTop);
  auto* scroll = make_scrolled(text, tr("About this program"), this);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  make_column(this, {24, 24, 24, 16}, 12, {head, {scroll, 1}, buttons});
  resize(520, 420);
}

}  // namespace tilescribe::ui
