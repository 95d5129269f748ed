// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "inference/api/capture.h"

namespace tilescribe {

/// This machine's sound and recordings: the functions of the same names in inference/api/capture.h. Tests
/// replace them. Any thread may call them.
struct Capture {
  std::function<decltype(tilescribe::list_sources)> list_sources = tilescribe::list_sources;
  std::function<decltype(tilescribe::watch_sources)> watch_sources = tilescribe::watch_sources;
  std::function<decltype(tilescribe::probe_level)> probe_level = tilescribe::probe_level;
  std::function<decltype(tilescribe::start_recording)> start_recording = tilescribe::start_recording;
  std::function<decltype(tilescribe::recordings)> recordings = tilescribe::recordings;
  std::function<decltype(tilescribe::settle_recording)> settle_recording = tilescribe::settle_recording;
  std::function<decltype(tilescribe::remove_old_recordings)> remove_old_recordings =
      tilescribe::remove_old_recordings;
};

}  // namespace tilescribe
