// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "inference/api/models.h"

namespace tilescribe::ui {

/// How the download of the full model stands.
enum class DownloadPhase {
  none,  // nothing has come
  running,
  stopping,
  stopped,  // a part is there
};

/// What the page of models shows.
struct ModelsState {
  PublishedModel published;               // the full model
  std::filesystem::path folder;           // in which it comes
  std::optional<MemoryFit> fit;           // of it; nothing: not known yet
  std::vector<InstalledModel> installed;  // empty: not known yet
  std::filesystem::path in_use;           // the folder of the opened model; empty: none is open
  DownloadPhase phase = DownloadPhase::none;
  DownloadProgress progress;
  Message problem;  // why the last attempt ended; empty: it did not fail

  bool has_full() const {
    for (const InstalledModel& model : installed) {
      if (model.name == published.name && model.problem.message.empty()) return true;
    }
    return false;
  }
};

}  // namespace tilescribe::ui
