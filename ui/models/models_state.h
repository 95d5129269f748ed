// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "inference/api/models.h"

namespace tilescribe::ui {

/// How the download of the full model stands.
enum class DownloadPhase {
  none,  // nothing has come
  running,
  stopping,  // and perhaps being deleted
  stopped,   // a part is there
};

/// What the page of models shows.
struct ModelsState {
  PublishedModel published;                     // the full model
  std::filesystem::path folder;                 // in which it comes
  std::optional<MemoryFit> fit;                 // of it; nothing: not known yet
  std::vector<InstalledModel> installed;        // empty: not known yet
  std::vector<std::filesystem::path> in_use;    // folders of installed models that are open or being opened
  std::vector<std::filesystem::path> removing;  // folders of those that are being removed
  DownloadPhase phase = DownloadPhase::none;
  DownloadProgress progress;
  Message problem;  // why the last attempt ended; empty: it did not fail

  bool has_full() const {
    return std::ranges::any_of(installed, [this](const auto& model) { return is_whole(model, published); });
  }
};

}  // namespace tilescribe::ui
