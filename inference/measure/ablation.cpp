// SPDX-License-Identifier: Apache-2.0
#include "inference/api/ablation.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

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
    row.encoder_error = row.projector_error = row.logits_error = {};
    row.seconds.clear();
    row.text.clear();
    measured.transcriber.reset();
  }
}

// Compares a set's outputs with the exact ones. Its model is open only meanwhile.
void measure_errors(const AblationSet& set, const Ablation& ablation, const AblationTools& tools,
                    const ModelOutputs& exact, AblationRow& row) {
  const ModelOutputs found = tools.outputs(set.engine, ablation.audio, exact.tokens);
  row.encoder_error = largest_difference(found.encoder, exact.encoder);
  row.projector_error = largest_difference(found.projector, exact.projector);
  row.logits_error = largest_difference(found.logits, exact.logits);
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

/// The sets while they are measured.
class Runs {
 public:
  Runs(const Ablation& ablation, const AblationTools& tools, std::stop_token stop)
      : ablation_(ablation), tools_(tools), stop_(std::move(stop)), measured_(ablation.sets.size()) {
    result_.rows.resize(ablation.sets.size());
    for (std::size_t i = 0; i < ablation.sets.size(); ++i) {
      result_.rows[i].name = ablation.sets[i].name;
      result_.rows[i].switches = ablation.sets[i].switches;
    }
  }

  AblationResult take() { return std::move(result_); }

  void measure_errors() {
    if (!ablation_.exact) return;
    const ModelOutputs exact = tools_.outputs(*ablation_.exact, ablation_.audio, {});
    for (std::size_t i = 0; i < measured_.size(); ++i)
      if (ablation_.sets[i].kernel_op.empty())
        work(i, [&] { tilescribe::measure_errors(ablation_.sets[i], ablation_, tools_, exact, row(i)); });
  }

  /// Opens each set beside the first and closes it again.
  void time_in_pairs() {
    open(0);
    std::vector<double> all;  // the first's times, of all pairs
    for (std::size_t i = 1; i < measured_.size(); ++i) {
      row(0).seconds.clear();
      measured_[0].texts.clear();
      open(i);
      if (measured_[i].transcriber == nullptr) continue;
      time({0, i});
      sum_up(i);
      measured_[i].transcriber.reset();
      all.insert(all.end(), row(0).seconds.begin(), row(0).seconds.end());
    }
    row(0).seconds = std::move(all);
    sum_up(0);
  }
  void time_together() {
    std::vector<std::size_t> all(measured_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (const std::size_t i : all) open(i);
    time(all);
    for (const std::size_t i : all) sum_up(i);
  }

 private:
  void open(std::size_t i) {
    if (!row(i).complaint.empty()) return;
    work(i, [&] {
      measured_[i].transcriber = opened(ablation_.sets[i]);
      row(i).engine = measured_[i].transcriber->engine().summary();
      if (i == 0) result_.model = measured_[i].transcriber->model().name;
    });
  }

  std::unique_ptr<Transcriber> opened(const AblationSet& set) const {
    if (set.kernel_op.empty()) return tools_.open(set.engine);
    if (!tools_.open_kernel) throw Error("A kernel of the user's own runs in bench ablate only.");
    return tools_.open_kernel(set.kernel, set.kernel_op, set.engine);
  }

  /// In turn; those that failed are left out.
  void time(const std::vector<std::size_t>& sets) {
    for (int round = 0; round <= ablation_.rounds; ++round) {
      for (const std::size_t i : sets) {
        if (measured_[i].transcriber == nullptr) continue;
        if (tools_.begins) tools_.begins(round, ablation_.rounds, ablation_.sets[i].name);
        work(i, [&] {
          run_once(ablation_.sets[i], ablation_, tools_, round > 0, measured_[i], row(i), result_.audio_s,
                   stop_);
        });
      }
    }
  }

  void sum_up(std::size_t i) {
    if (measured_[i].transcriber == nullptr) return;
    const Estimate mean = estimate(row(i).seconds);
    row(i).mean_s = mean.mean;
    row(i).interval_s = mean.half_width;
    if (i > 0) compare(row(0), measured_[0], measured_[i], row(i));
  }

  AblationRow& row(std::size_t i) { return result_.rows[i]; }
  template <class Work>
  void work(std::size_t i, const Work& work) {
    attempt(i == 0, measured_[i], row(i), work);
  }

  const Ablation& ablation_;
  const AblationTools& tools_;
  std::stop_token stop_;
  std::vector<Measured> measured_;
  AblationResult result_;
};

}  // namespace

AblationResult ablate(const Ablation& ablation, const AblationTools& tools, const std::stop_token& stop) {
  Runs runs(ablation, tools, stop);
  runs.measure_errors();
  ablation.in_pairs ? runs.time_in_pairs() : runs.time_together();
  return runs.take();
}

}  // namespace tilescribe
