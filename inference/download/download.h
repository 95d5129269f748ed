// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

#include "inference/api/models.h"

namespace tilescribe::download {

using ProgressFunction = std::function<void(const DownloadProgress&)>;

/// What must be right about a folder before it becomes a model's: throws Error if it is not.
using FolderCheck = std::function<void(const std::filesystem::path&)>;

/// What download_model does, with its check of the folder.
std::filesystem::path download(const PublishedModel& model, const DownloadOptions& options,
                               const FolderCheck& check, const ProgressFunction& progress,
                               const std::stop_token& stop);

}  // namespace tilescribe::download
