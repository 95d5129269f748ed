// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QLabel>
#include <QToolButton>

#include "ui/format.h"
#include "ui/profile/profile_document.h"
#include "ui/profiling/selection_text.h"
#include "ui/profiling/views.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

class SelectionBar : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(tilescribe::ui::SelectionBar)

 public:
  SelectionBar(ProfileDocument& document, QWidget* parent)
      : QWidget(parent),
        document_(document),
        chips_(make_row(nullptr, {}, 6, {})),
        hint_(named("selectionHint", new QLabel(this))),
        clear_(named("clearSelection", new QToolButton(this))) {
    setAccessibleName(tr("Selection"));
    hint_->setProperty("quiet", true);
    hint_->setText(
        tr("Everything is shown. Choose a time range, a stage or a kernel in any view, and all views "
           "follow."));
    hint_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    clear_->setText(tr("Clear"));
    clear_->setToolTip(tr("Show everything again"));
    clear_->setFocusPolicy(Qt::StrongFocus);
    connect(clear_, &QToolButton::clicked, this, [this] { document_.select({}); });
    make_row(this, {12, 4, 12, 4}, -1, {chips_, {hint_, 1}, clear_, free_room(0)});
    setMinimumHeight(fontMetrics().height() + 24);
    connect(&document, &ProfileDocument::opened, this, &SelectionBar::refresh);
    connect(&document, &ProfileDocument::selectionChanged, this, &SelectionBar::refresh);
    refresh();
  }

 private:
  void refresh() {
    for (auto* chip : findChildren<QToolButton*>(QStringLiteral("selectionChip"))) {
      chip->hide();
      chip->deleteLater();  // the click that brought us here may be on it
    }
    const std::vector<SelectionPart> parts =
        document_.session() ? selection_parts(*document_.session(), document_.selection())
                            : std::vector<SelectionPart>{};
    for (const SelectionPart& part : parts) {
      auto* chip = named("selectionChip", new QToolButton(this));
      chip->setText(button_text(part.text));
      chip->setIcon(line_icon(QStringLiteral("close")));
      chip->setIconSize(QSize(14, 14));
      chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
      chip->setCheckable(true);  // looks pressed, because it is active
      chip->setChecked(true);
      chip->setFocusPolicy(Qt::StrongFocus);
      chip->setToolTip(tip_text(tr("%1\nClick to remove this").arg(part.details)));
      chip->setAccessibleName(tr("Remove: %1").arg(part.text));
      connect(chip, &QToolButton::clicked, this,
              [this, without = part.without] { document_.select(without); });
      chips_->addWidget(chip);
      chip->show();
    }
    hint_->setVisible(parts.empty());
    clear_->setVisible(!parts.empty());
  }

  ProfileDocument& document_;
  QBoxLayout* chips_;
  QLabel* hint_;
  QToolButton* clear_;
};

QWidget* make_selection_bar(ProfileDocument& document, QWidget* parent) {
  return new SelectionBar(document, parent);
}

}  // namespace tilescribe::ui
