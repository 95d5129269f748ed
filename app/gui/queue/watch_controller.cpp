// SPDX-License-Identifier: Apache-2.0
#include "app/gui/queue/watch_controller.h"

#include <QDir>

#include "ui/settings/settings.h"

namespace tilescribe {

WatchController::WatchController(QueueController& queue, ui::Shell& shell, ui::Settings& settings)
    : shell_(shell), settings_(settings), part_(shell, settings) {
  connect(&part_, &ui::WatchPart::folderChosen, this, &WatchController::choose);
  connect(&part_, &ui::WatchPart::stopRequested, this, [this] { choose({}); });
  connect(&watched_, &WatchedFolder::found, &queue, &QueueController::open_found);
  connect(&watched_, &WatchedFolder::troubleChanged, &part_, &ui::WatchPart::show_trouble);
}

void WatchController::start(const QString& folder, const SeenFiles& seen) {
  const QString chosen = settings_.watched_folder.get();
  part_.show_folder(chosen);
  if (chosen.isEmpty()) return;
  watched_.watch(chosen, chosen == folder ? std::optional(seen) : std::nullopt);
}

void WatchController::choose(const QString& folder) {
  const QString before = settings_.watched_folder.get();
  if (folder == before) return;
  settings_.watched_folder.set(folder);
  watched_.watch(folder);
  part_.show_folder(folder);
  shell_.show_message(
      folder.isEmpty()
          ? tr("%1 is not watched any more.").arg(QDir::toNativeSeparators(before))
          : tr("New recordings in %1 are transcribed from now on.").arg(QDir::toNativeSeparators(folder)));
}

}  // namespace tilescribe
