// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/watch_part.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QPushButton>

#include "ui/format.h"
#include "ui/queue/queue_item.h"
#include "ui/settings/settings.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

constexpr int widest_name = 200;  // in the menu, logical pixels

WatchPart::WatchPart(Shell& shell, Settings& settings)
    : shell_(shell),
      settings_(settings),
      row_(named("watchRow", new QWidget)),
      watched_(named("watchedFolder", new ElidedLabel(Qt::ElideMiddle, row_))),
      banner_(new Banner(QStringLiteral("alert"), tr("Watched folder"), true)),
      watch_(make_action(&shell.widget(), "watchFolder", tr("&Watch a folder…"), {}, "open")),
      stop_(make_action(&shell.widget(), "stopWatching", tr("&Stop watching"))),
      skip_(make_action(&shell.widget(), "skipDone", tr("S&kip what this model has transcribed"))) {
  watched_->set_color(QPalette::PlaceholderText);
  watched_->setMinimumWidth(32);
  make_row(row_, {16, 0, 12, 8}, 8, {{watched_, 1}});
  shell_.put(row_, Place::list_row);
  banner_->setProperty("role", QStringLiteral("watch"));
  banner_->hide();
  connect(banner_->add_button("watchStop", tr("Stop watching")), &QPushButton::clicked, this,
          &WatchPart::stopRequested);
  shell_.put(banner_, Place::banner);
  skip_->setCheckable(true);
  skip_->setChecked(settings_.skips_done.get());
  connect(skip_, &QAction::toggled, this, [this](bool skips) { settings_.skips_done.set(skips); });
  connect(watch_, &QAction::triggered, this, &WatchPart::ask);
  connect(stop_, &QAction::triggered, this, &WatchPart::stopRequested);
  shell_.add_actions({Menu::queue, 3, {watch_, stop_, skip_}});
  show_folder({});
}

void WatchPart::ask() {
  const QString now = settings_.watched_folder.get();
  auto* dialog =
      named("watchDialog", new QFileDialog(&shell_.widget(), tr("Watch a folder for new recordings"),
                                           now.isEmpty() ? settings_.open_folder.get() : now));
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this, &WatchPart::folderChosen);
  open_dialog(dialog);
}

void WatchPart::show_folder(const QString& folder) {
  row_->setVisible(!folder.isEmpty());
  watched_->set_text(tr("New files in %1 are transcribed").arg(file_name(folder)));
  row_->setToolTip(tip_text(QDir::toNativeSeparators(folder)));
  stop_->setEnabled(!folder.isEmpty());
  const QString name =
      shell_.widget().fontMetrics().elidedText(file_name(folder), Qt::ElideMiddle, widest_name);
  stop_->setText(folder.isEmpty() ? tr("&Stop watching") : tr("&Stop watching %1").arg(button_text(name)));
  if (folder.isEmpty()) banner_->hide();
}

void WatchPart::show_trouble(const QString& sentence) {
  banner_->set_text(sentence);
  banner_->setVisible(!sentence.isEmpty());
}

}  // namespace tilescribe::ui
