// SPDX-License-Identifier: Apache-2.0
#include "ui/window/failure_banner.h"

#include <QPushButton>
#include <algorithm>

#include "ui/widgets/failure_dialog.h"
#include "ui/widgets/open_dialog.h"
#include "ui/words.h"

namespace tilescribe::ui {

FailureBanner::FailureBanner(QWidget* parent)
    : Banner(QStringLiteral("alert"), tr("Something went wrong"), true, parent) {
  setProperty("role", QStringLiteral("failure"));
  connect(add_button("failureDetails", tr("Details…")), &QPushButton::clicked, this,
          &FailureBanner::show_details);
  connect(this, &Banner::dismissed, this, [this] { entries_.clear(); });
}

/// A full disk fails many files in the same way: each way is one entry.
void FailureBanner::add(const QString& title, const Failure& failure) {
  Entry entry{title, failure};
  const auto same = std::find_if(entries_.begin(), entries_.end(),
                                 [&](const Entry& before) { return before.title == title; });
  if (same != entries_.end()) {
    entry.times += same->times;
    entries_.erase(same);
  }
  entries_.append(entry);
  const QString what = entry.times == 1 ? title : tr("%1 (%2 times)").arg(title).arg(entry.times);
  set_text(tr("%1. %2").arg(what, words(failure.message)));
  show();
}

void FailureBanner::show_details() {
  const Entry& last = entries_.back();
  Failure shown = last.failure;
  for (auto entry = entries_.rbegin() + 1; entry != entries_.rend(); ++entry) {
    const QStringList lines{entry->title, words(entry->failure.message),
                            QString::fromStdString(entry->failure.details)};
    shown.details += "\n\n" + lines.join(QLatin1Char('\n')).trimmed().toStdString();
  }
  open_dialog(new FailureDialog(last.title, shown, window()));
}

}  // namespace tilescribe::ui
