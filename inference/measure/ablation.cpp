// SPDX-License-Identifier: Apache-2.0
#include "inference/api/ablation.h"

#include <algorithm>
#include <optional>

#include "inference/api/transcriber.h"
#include "inference/api/word_errors.h"
#include "kernels/core/error.h"
#include "kernels/core/statistics.h"

namespace tilescribe {
namespace {

/// A set while it is measured.
struct Measured {
  std::unique_ptr<Transcriber> transcriber;  // null: it failed
  std::vector<std::string> texts;            // of each timed round
};

// One transcription. `seconds` and the text are kept if it is timed.
void run_once(const AblationSet& set, const Ablation& ablation, const AblationTools& tools, bool timed,
              Measured& measured, AblationRow& row, double& audio_s, const std::stop_token& stop) {
  const double begin_s = tools.now_s();
  const Transcript transcript = measured.transcriber->transcribe(ablation.audio, set.options, {}, stop);
  const double took_s = tools.now_s() - begin_s;
  if (transcript.cancelled) throw Cancelled();
  audio_s = transcript.duration_s;
  if (!timed) return;
  row.seconds.push_back(took_s);
  measured.texts.push_back(transcript.text());
  row.text = measured.texts.back();
}

// Calls work(); what it throws, except for a cancellation, becomes the row's complaint.
template <class Work>
void attempt(bool first, Measured& measured, AblationRow& row, const Work& work) {
  try {
    work();
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& failure) {
    if (first) throw;
    row.complaint = message_of(failure, Message::verbatim(failure.what()));
    row.seconds.clear();
    row.text.clear();
    measured.transcriber.reset();
  }
}

void compare(const AblationRow& first, const Measured& first_measured, const Measured& measured,
             AblationRow& row) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < row.seconds.size(); ++i)
    differences.push_back(100.0 * (row.seconds[i] / first.seconds[i] - 1.0));
  const Estimate difference = estimate(differences);
  row.difference_percent = difference.mean;
  row.interval_percent = difference.half_width;
  row.differs = difference.differs_from(0.0);
  row.same_text = true;
  for (std::size_t i = 0; i < measured.texts.size(); ++i) {
    if (measured.texts[i] == first_measured.texts[i]) continue;
    row.same_text = false;
    row.word_difference =
        std::max(row.word_difference, word_errors(first_measured.texts[i], measured.texts[i]).rate());
  }
}

}  // namespace

AblationResult ablate(const Ablation& ablation, const AblationTools& tools, const std::stop_token& stop) {
  const std::size_t count = ablation.sets.size();
  AblationResult result;
  result.rows.resize(count);
  std::vector<Measured> measured(count);
  for (std::size_t i = 0; i < count; ++i) {
    AblationRow& row = result.rows[i];
    row.name = ablation.sets[i].name;
    row.switches = ablation.sets[i].switches;
    attempt(i == 0, measured[i], row, [&] {
      measured[i].transcriber = tools.open(ablation.sets[i].engine);
      row.engine = measured[i].transcriber->engine().summary();
      if (i == 0) result.model = measured[i].transcriber->model().name;
    });
  }
  for (int round = 0; round <= ablation.rounds; ++round) {
    for (std::size_t i = 0; i < count; ++i) {
      if (measured[i].transcriber == nullptr) continue;
      if (tools.begins) tools.begins(round, ablation.rounds, ablation.sets[i].name);
      attempt(i == 0, measured[i], result.rows[i], [&] {
        run_once(ablation.sets[i], ablation, tools, round > 0, measured[i], result.rows[i], result.audio_s,
                 stop);
      });
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    AblationRow& row = result.rows[i];
    if (measured[i].transcriber == nullptr) continue;
    const Estimate mean = estimate(row.seconds);
    row.mean_s = mean.mean;
    row.interval_s = mean.half_width;
    if (i > 0) compare(result.rows.front(), measured.front(), measured[i], row);
  }
  return result;
}

}  // namespace tilescribe
