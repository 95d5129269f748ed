// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "inference/api/capture.h"

namespace tilescribe {

/// The functions of inference/api/capture.h that the window records with; tests give others. All but
/// watch_sources's callback are called on background threads.
struct CaptureFunctions {
  std::function<std::unique_ptr<SourceWatch>(std::function<void(const SourceList&)>)> watch_sources;
  std::function<std::unique_ptr<LevelProbe>(const std::string&)> probe_level;
  std::function<std::unique_ptr<Recorder>(const RecordOptions&)> start_recording;
  std::function<std::vector<RecordingFile>(const std::filesystem::path&)> recordings;
  std::function<void(const std::filesystem::path&)> settle_recording;
  std::function<int(const std::filesystem::path&, int)> remove_old_recordings;
  std::filesystem::path folder;  // where recordings are kept
};

}  // namespace tilescribe
