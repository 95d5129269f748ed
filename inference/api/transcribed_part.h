// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "inference/api/transcript.h"

namespace tilescribe {

/// Which model wrote a text, and in which arithmetic: only the same one continues it.
struct TextOrigin {
  std::string model;       // ModelInfo::name
  std::string model_path;  // its folder; empty for random weights
  std::string compute;     // EngineInfo::compute
  bool operator==(const TextOrigin&) const = default;
};

/// By what a file is known to be still the same.
struct FileStamp {
  std::uint64_t bytes = 0;
  std::int64_t changed_ns = 0;  // since 1970
  bool operator==(const FileStamp&) const = default;
};
/// All zeros where there is no such file.
FileStamp file_stamp(const std::filesystem::path& file);

/// Between two windows of an audio file: where the next one begins.
struct WindowBoundary {
  std::int64_t sample = 0;  // of the audio at 16 kHz
  int window = 0;           // the next one's number, from 0
  double seconds() const { return static_cast<double>(sample) / 16000.0; }
};

/// The beginning of a file's text, which an earlier run wrote.
struct TranscribedPart {
  std::vector<Segment> segments = {};
  WindowBoundary end = {};  // everything before it is in the segments; window 0: nothing is transcribed
  double elapsed_s = 0.0;   // time that it took
  TextOrigin origin = {};
  FileStamp audio = {};  // of the file, when it was begun
};

}  // namespace tilescribe
