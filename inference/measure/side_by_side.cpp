// SPDX-License-Identifier: Apache-2.0
#include "inference/api/side_by_side.h"

#include <memory>

#include "inference/api/engine_names.h"
#include "inference/api/profile_analysis.h"
#include "inference/api/transcriber.h"
#include "inference/api/word_errors.h"
#include "inference/measure/transformers_peer.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

std::vector<SideBySideRow::Stage> stages_of(const ProfileSession& session) {
  std::vector<SideBySideRow::Stage> found;
  for (const ProfileStage& stage : profile_stages(session)) {
    if (stage.busy_ns > 0 && !stage.stage.empty() && stage.stage != "audio")
      found.push_back({stage.stage, static_cast<double>(stage.busy_ns) * 1e-6});
  }
  return found;
}

void hear(const EngineOptions& engine, const std::filesystem::path& audio, const AblationTools& tools,
          SideBySideRow& row, const std::stop_token& stop) {
  const auto begins = [&](int round) {
    if (tools.begins) tools.begins(round, 1, row.engine);
  };
  const auto transcribe = [&](Transcriber& transcriber) {
    Transcript transcript = transcriber.transcribe(audio, {}, {}, stop);
    if (transcript.cancelled) throw Cancelled();
    return transcript;
  };
  begins(0);
  const std::unique_ptr<Transcriber> transcriber = tools.open(engine);
  row.description = transcriber->engine().description();
  transcribe(*transcriber);
  begins(1);
  const std::unique_ptr<Profiler> profiler = transcriber->profile({});
  const double begin_s = tools.now_s();
  const Transcript transcript = transcribe(*transcriber);
  row.seconds = tools.now_s() - begin_s;
  if (profiler != nullptr) row.stages = stages_of(profiler->finish());
  row.text = transcript.text();
  row.audio_s = transcript.duration_s;
}

/// Compares the rows that succeed as they come.
class Comparison {
 public:
  explicit Comparison(const std::string& reference) : reference_(reference), given_(!reference.empty()) {}

  void compare(SideBySideRow& row) {
    if (!row.complaint.empty()) return;
    if (given_ || first_s_) row.word_error_rate = word_errors(reference_, row.text).rate();
    if (!given_ && !first_s_) reference_ = row.text;
    if (first_s_ && row.seconds > 0.0) row.times_as_fast = *first_s_ / row.seconds;
    if (!first_s_) first_s_ = row.seconds;
  }

 private:
  std::string reference_;
  bool given_;
  std::optional<double> first_s_;
};

template <class Work>
void attempt(SideBySideRow& row, const std::stop_token& stop, const Work& work) {
  if (stop.stop_requested()) throw Cancelled();
  try {
    work();
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& failure) {
    row = {.engine = row.engine,
           .description = row.description,
           .complaint = message_of(failure, Message::verbatim(failure.what()))};
  }
}

}  // namespace

void hear_side_by_side(const SideBySide& wanted, const AblationTools& tools,
                       const std::function<void(const SideBySideRow&)>& row, const std::stop_token& stop) {
  Comparison comparison(wanted.reference);
  const auto give = [&](SideBySideRow& found) {
    comparison.compare(found);
    row(found);
  };
  for (const EngineOptions& engine : wanted.engines) {
    SideBySideRow found{.engine = std::string(name_of(all_engine_names, engine.engine))};
    attempt(found, stop, [&] { hear(engine, wanted.audio, tools, found, stop); });
    give(found);
  }
  if (wanted.python.empty()) return;
  SideBySideRow found{.engine = "transformers"};
  attempt(found, stop, [&] {
    if (tools.begins) tools.begins(1, 1, found.engine);
    hear_with_transformers(wanted.python, wanted.engines.empty() ? "" : wanted.engines.front().model,
                           wanted.audio, found, stop);
  });
  give(found);
}

}  // namespace tilescribe
