// SPDX-License-Identifier: Apache-2.0
#include "ui/window/failure_banner.h"

#include <QPushButton>

#include "ui/widgets/failure_dialog.h"
#include "ui/widgets/open_dialog.h"
#include "ui/words.h"

namespace tilescribe::ui {

constexpr int most_entries = 20;  // a full disk fails every file

FailureBanner::FailureBanner(QWidget* parent)
    : Banner(QStringLiteral("alert"), tr("Something went wrong"), true, parent) {
  setProperty("role", QStringLiteral("failure"));
  connect(add_button("failureDetails", tr("Details…")), &QPushButton::clicked, this,
          &FailureBanner::show_details);
  connect(this, &Banner::dismissed, this, [this] {
    entries_.clear();
    times_.clear();
  });
}

void FailureBanner::add(const QString& title, const Failure& failure) {
  entries_.append({title, failure});
  const int times = ++times_[title];
  if (entries_.size() > most_entries) entries_.removeFirst();
  const QString what = times == 1 ? title : tr("%1 (%n times)", nullptr, times).arg(title);
  set_text(tr("%1. %2").arg(what, words(failure.message)));
  show();
}

void FailureBanner::show_details() {
  const Entry& last = entries_.back();
  Failure shown = last.failure;
  for (auto entry = entries_.rbegin() + 1; entry != entries_.rend(); ++entry) {
    const QStringList lines{entry->title, words(entry->failure.message),
                            QString::fromStdString(entry->failure.details)};
    shown.details +=
        (shown.details.empty() ? "" : "\n\n") + lines.join(QLatin1Char('\n')).trimmed().toStdString();
  }
  open_dialog(new FailureDialog(last.title, shown, window()));
}

}  // namespace tilescribe::ui
