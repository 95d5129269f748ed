// SPDX-License-Identifier: Apache-2.0
#include "app/scheduler/continuation.h"

#include <filesystem>
#include <system_error>

namespace tilescribe {
namespace {

std::string why_anew(const std::filesystem::path& file, const TranscribedPart& part, const TextOrigin& origin,
                     const FileStamp& audio) {
  const std::string name = file.filename().string();
  if (part.end.window == 0) return {};
  if (audio != FileStamp{} && audio != part.audio) {
    return name +
           " has changed since its transcription was interrupted, so it is transcribed from its beginning.";
  }
  if (origin == part.origin) return {};
  const auto called = [&](const TextOrigin& written_by) {
    const bool same_name = origin.model == part.origin.model && origin.model_path != part.origin.model_path;
    return written_by.model + (same_name ? " in " + written_by.model_path : "") + " (" + written_by.compute +
           ")";
  };
  return "The text of " + name + " was begun by " + called(part.origin) + ", and " + called(origin) +
         " is open now, so it is transcribed from its beginning.";
}

}  // namespace

Beginning beginning_of(const std::filesystem::path& file, const TranscribeOptions& options,
                       const EngineInfo& engine, const ModelInfo& model) {
  std::error_code unknown;  // a folder can have several names
  const std::filesystem::path folder = std::filesystem::weakly_canonical(model.path, unknown);
  const TextOrigin origin{model.name, (unknown ? model.path : folder).string(), engine.compute};
  const FileStamp audio = file_stamp(file);
  Beginning beginning;
  beginning.anew = why_anew(file, options.from, origin, audio);
  beginning.text.file = file;
  beginning.text.options = options;
  beginning.text.engine = engine.summary();
  TranscribedPart& from = beginning.text.options.from;
  if (!beginning.anew.empty()) from = {};
  from.origin = origin;
  from.audio = audio;
  return beginning;
}

}  // namespace tilescribe
