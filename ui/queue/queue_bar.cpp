// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queue_bar.h"

#include <QAction>
#include <QLabel>
#include <QToolButton>

#include "ui/format.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"

namespace tilescribe::ui {

QString remaining_text(const QueueModel::Remaining& remaining) {
  if (!remaining.seconds) return QueueBar::tr("Time left: not known yet");
  const QString time = clock_text(*remaining.seconds);
  return remaining.at_least ? QueueBar::tr("More than %1 left in all").arg(time)
                            : QueueBar::tr("%1 left in all").arg(time);
}

QueueBar::QueueBar(QAction& pause)
    : remaining_(named("queueRemaining", new ElidedLabel(Qt::ElideRight, this))),
      note_(named("queuePaused", new WrappedLabel(this))) {
  remaining_->set_color(QPalette::PlaceholderText);
  remaining_->setMinimumWidth(32);  // it shrinks before the button does
  auto* button = named("queuePause", new QToolButton(this));
  button->setDefaultAction(&pause);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setFocusPolicy(Qt::StrongFocus);
  QLayout* row = make_row(nullptr, {}, 8, {{remaining_, 1}, button});
  make_column(this, {16, 0, 12, 8}, 4, {row, note_});
}

void QueueBar::show_state(const QueueModel::Overall& overall, const QueueModel::Remaining& remaining,
                          bool paused) {
  setVisible(overall.active > 0 || paused);
  remaining_->setVisible(overall.active > 0);
  remaining_->set_text(remaining_text(remaining));
  note_->setVisible(paused);
  note_->setText(overall.running > 0 ? tr("Pauses after the running file.") : tr("Paused: no file begins."));
}

}  // namespace tilescribe::ui
