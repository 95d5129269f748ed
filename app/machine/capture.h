// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/capture.h"

namespace tilescribe {

/// This machine's sound and recordings: the functions of the same names in inference/api/capture.h. Tests
/// override them. Any thread may call them.
class Capture {
 public:
  virtual ~Capture() = default;
  virtual SourceList list_sources() { return tilescribe::list_sources(); }
  virtual std::unique_ptr<SourceWatch> watch_sources(std::function<void(const SourceList&)> changed) {
    return tilescribe::watch_sources(std::move(changed));
  }
  virtual std::unique_ptr<LevelProbe> probe_level(const std::string& source) {
    return tilescribe::probe_level(source);
  }
  virtual std::unique_ptr<Recorder> start_recording(const RecordOptions& options) {
    return tilescribe::start_recording(options);
  }
  virtual std::vector<RecordingFile> recordings(const std::filesystem::path& folder) {
    return tilescribe::recordings(folder);
  }
  virtual void settle_recording(const std::filesystem::path& file) { tilescribe::settle_recording(file); }
  virtual int remove_old_recordings(const std::filesystem::path& folder, int days) {
    return tilescribe::remove_old_recordings(folder, days);
  }
};

}  // namespace tilescribe
