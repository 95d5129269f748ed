// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QSet>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "ui/vocabulary/found_texts.h"

namespace tilescribe {

/// A text that a row of the list shows, and that can be corrected.
struct ShownTranscript {
  ui::DocumentId id = 0;
  QString path = {};  // of its file; empty: not known
  QString title = {};
  std::shared_ptr<const Transcript> text = nullptr;
};

/// Looks through these texts, and through the files of the folder that none of them has. `tell(done, total)`
/// is called on this thread. What can't be read is named.
ui::FoundTexts find_in_texts(const ui::ReplaceRequest& request, const std::vector<ShownTranscript>& shown,
                             const QDir& folder, const std::function<void(int, int)>& tell,
                             const std::stop_token& stop);

/// The title of a kept text, and when it was kept.
QString title_of_kept(const QDir& folder, const QString& name);

}  // namespace tilescribe
