// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "inference/api/transcript.h"

namespace tilescribe {

/// Which model wrote a text, and in which arithmetic: only the same model in the same arithmetic may continue
/// it.
struct TextOrigin {
  std::string model;       // ModelInfo::name
  std::string model_path;  // its folder; empty for random weights
  std::string compute;     // EngineInfo::arithmetic()
  bool operator==(const TextOrigin&) const = default;
};

/// Identifies a file's contents: a file with another stamp has changed.
struct FileStamp {
  std::uint64_t bytes = 0;
  std::int64_t changed_ns = 0;  // since 1970
  bool operator==(const FileStamp&) const = default;
};
/// All zeros if there is no such file.
FileStamp file_stamp(const std::filesystem::path& file);

/// A boundary between two windows of an audio file: where the next one begins.
struct WindowBoundary {
  std::int64_t sample = 0;  // of the audio at 16 kHz
  int window = 0;           // number of the next window, from 0
  double seconds() const { return static_cast<double>(sample) / 16000.0; }
};

/// The beginning of a file's text, written by an earlier run.
struct TranscribedPart {
  std::vector<Segment> segments = {};
  WindowBoundary end = {};  // the segments hold everything before this; window 0: nothing is transcribed
  double elapsed_s = 0.0;   // time spent on it
  TextOrigin origin = {};
  FileStamp audio = {};  // of the file, when the transcription began
};

}  // namespace tilescribe
