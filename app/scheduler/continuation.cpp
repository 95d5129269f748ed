// SPDX-License-Identifier: Apache-2.0
#include "app/scheduler/continuation.h"

#include <filesystem>
#include <system_error>

namespace tilescribe {
namespace {

Message why_anew(const std::filesystem::path& file, const TranscribedPart& part, const TextOrigin& origin,
                 const FileStamp& audio) {
  const std::string name = file.filename().string();
  if (part.end.window == 0) return {};
  if (audio != FileStamp{} && audio != part.audio)
    return Message(
        "{1} has changed since its transcription was interrupted, so it is transcribed from its beginning.",
        name);
  if (origin == part.origin) return {};
  const bool same_name = origin.model == part.origin.model && origin.model_path != part.origin.model_path;
  const auto called = [&](const TextOrigin& written_by) {
    return same_name
               ? Message("{1} in {2} ({3})", written_by.model, written_by.model_path, written_by.compute)
               : Message("{1} ({2})", written_by.model, written_by.compute);
  };
  return Message(
      "The text of {1} was begun by {2}, and {3} is open now, so it is transcribed from its beginning.", name,
      called(part.origin), called(origin));
}

}  // namespace

JobBegins beginning_of(const JobTask& job, const EngineInfo& engine, const ModelInfo& model) {
  std::error_code unknown;  // a folder can have several names
  const std::filesystem::path folder = std::filesystem::weakly_canonical(model.path, unknown);
  const TextOrigin origin{model.name, (unknown ? model.path : folder).string(), engine.arithmetic()};
  const FileStamp audio = file_stamp(job.file);
  JobBegins begins{
      .id = job.id,
      .text = {.file = job.file, .options = job.options, .engine = engine.summary(), .kept_in = {}},
      .anew = why_anew(job.file, job.options.from, origin, audio)};
  TranscribedPart& from = begins.text.options.from;
  if (!begins.anew.empty()) from = {};
  from.origin = origin;
  from.audio = audio;
  return begins;
}

}  // namespace tilescribe
