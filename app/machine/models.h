// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "inference/api/models.h"

namespace tilescribe {

/// The models on this computer and the one that can be had: the functions of inference/api/models.h for the
/// user's folder of models. Tests override them. Any thread may call them.
class Models {
 public:
  virtual ~Models() = default;
  virtual std::filesystem::path folder() { return models_folder(); }
  virtual const PublishedModel& published() { return full_model(); }
  virtual std::vector<InstalledModel> installed() { return installed_models(folder()); }
  /// Of the published model.
  virtual MemoryFit fit() { return memory_fit(published().parameters); }
  virtual std::optional<PartialDownload> partial() { return partial_download(published(), folder()); }
  /// Gets the published model. If `options.folder` is empty, it comes into the user's folder of models.
  virtual std::filesystem::path download(DownloadOptions options,
                                         const std::function<void(const DownloadProgress&)>& progress,
                                         const std::stop_token& stop) {
    if (options.folder.empty()) options.folder = folder();
    return download_model(published(), options, progress, stop);
  }
  virtual void discard() { discard_download(published(), folder()); }
  virtual void add(const std::filesystem::path& model) { add_model(folder(), model); }
  virtual void remove(const InstalledModel& model) { remove_model(folder(), model); }
};

}  // namespace tilescribe
