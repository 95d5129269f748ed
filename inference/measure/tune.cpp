// SPDX-License-Identifier: Apache-2.0
#include "inference/api/tune.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>

#include "inference/api/private_files.h"
#include "inference/audio/recording/file_handle.h"
#include "inference/measure/bench_batch.h"
#include "inference/measure/bench_rates.h"
#include "inference/measure/model_problems.h"
#include "inference/measure/op_limits.h"
#include "inference/pipeline/tuned_file.h"
#include "kernels/check/check_ops.h"
#include "kernels/core/error.h"
#include "kernels/profile/hooks.h"
#include "kernels/tune/tune_problem.h"

namespace tilescribe {
namespace {

using kernels::TunedChoice;
using kernels::TunedChoices;
using kernels::TuneState;

std::string name_of(const kernels::Preference& preference) {
  return preference.variant + (preference.config.empty() ? "" : "/" + preference.config);
}

double floor_ms(const kernels::Cost& cost, const BenchSetting& setting) {
  const double gb_s = setting.ceilings.read_gb_s.value_or(0.0);
  const double tflop_s = setting.ceilings.tflop_s(setting.compute).value_or(0.0);
  const double memory = gb_s > 0.0 ? static_cast<double>(cost.bytes) / gb_s * 1e-6 : 0.0;
  const double compute = tflop_s > 0.0 ? static_cast<double>(cost.flops) / tflop_s * 1e-9 : 0.0;
  return std::max(memory, compute);
}

/// The model's run with some preferences. A recorded step keeps those that it was recorded with, so each has
/// a batch of its own.
class ModelRun {
 public:
  ModelRun(OpenedModel& opened, int tokens, std::shared_ptr<const TunedChoices> choices,
           const std::stop_token& stop)
      : backend_(*opened.engine.backend),
        choices_(std::move(choices)),
        batch_(opened, 1, window_s, tokens + 1, stop) {
    run();
  }

  /// The whole, once.
  double run() {
    backend_.prefer(choices_);
    return batch_.whole_ms();
  }
  std::uint64_t result_bits() {
    backend_.prefer(choices_);
    return batch_.result_bits();
  }
  /// The stages in which an op runs, once.
  double stages_ms(const std::set<std::string>& stages) {
    backend_.prefer(choices_);
    BenchBatch::Stages times;
    batch_.run_apart(times);
    double sum = 0.0;
    const auto add = [&](const char* stage, const std::vector<double>& ms, int count) {
      if (stages.contains(stage) && !ms.empty()) sum += ms.front() * count;
    };
    add("features", times.features, 1);
    add("encoder", times.encoder, 1);
    add("projector", times.projector, 1);
    add("prefill", times.prefill, 1);
    add("decode", times.decode, batch_.steps());
    return sum;
  }

 private:
  kernels::Backend& backend_;
  std::shared_ptr<const TunedChoices> choices_;
  BenchBatch batch_;
};

// Until the handle is closed nobody else tunes into this file: of two, the last one to save would win.
audio::FileHandle locked(const std::filesystem::path& file) {
  make_private_folder(Message("tuned choices"), file.parent_path());
  const std::string name = file.string() + ".lock";
  audio::FileHandle lock(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock) throw Error("{1} can't be opened: {2}.", name, std::generic_category().message(errno));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw Error("Another run of tune is working on {1}. Wait until it has ended.", file.string());
  return lock;
}

class Tuning {
 public:
  Tuning(const TuneOptions& options, const std::function<void(const TuneRow&)>& row,
         const std::stop_token& stop)
      : options_(options), give_(row), stop_(stop), opened_(open_model(untuned(options.engine), stop)) {
    kernels::Backend& backend = *opened_.engine.backend;
    backend.set_stop_token(stop);
    made_for_ = tuned_for(opened_.engine);
    summary_.engine = opened_.engine.info.summary();
    summary_.model = opened_.info.name;
    summary_.file = options.file.empty() ? tuned_file(made_for_) : options.file;
    lock_ = locked(summary_.file);
    LoadedChoices loaded = load_tuned(summary_.file, made_for_);
    choices_ = std::move(loaded.choices);
    summary_.set_aside = loaded.set_aside;
    rules_.rotate_bytes = opened_.engine.info.gpu >= 0 ? rotate_bytes_gpu : rotate_bytes_cpu;
    rules_.reference_flops = reference_flops;
  }

  TuneSummary run() {
    kernels::Backend& backend = *opened_.engine.backend;
    backend.prefer(nullptr);
    see_model();
    auto problems = kernels::planned_problems(backend, options_.op, rules_);
    const BenchSetting setting = bench_setting(opened_.engine, opened_.info.name);
    for (auto& problem : problems.list) {
      look_at(*problem, floor_ms(problem->cost(), setting));
      problem.reset();  // with its arguments, which are larger than the caches
    }
    summary_.problems = static_cast<int>(problems.list.size());
    summary_.left_out = problems.left_out;
    summary_.kept = choices_.kept();
    if (summary_.kept > 0) measure_gain();
    return std::move(summary_);
  }

 private:
  static EngineOptions untuned(EngineOptions engine) {
    engine.tuned = false;
    return engine;
  }

  // Plans the model's problems, and notes in which stages each op runs.
  void see_model() {
    kernels::Hooks& hooks = opened_.engine.backend->hooks();
    const kernels::CallHook seen(hooks, {.op_begins = [this](const kernels::OpLabel& label) {
                                   stages_of_[std::string(label.op)].insert(std::string(label.place.stage));
                                 }});
    plan_problems(opened_, options_.tokens, stop_);
  }

  void look_at(kernels::TuneProblem& problem, double least_ms) {
    if (stop_.stop_requested()) throw Cancelled();
    const TunedChoice* const known = choices_.get(std::string(problem.op()), problem.key());
    const bool searched = known == nullptr || options_.again;
    TunedChoice choice;
    if (searched) {
      opened_.engine.backend->prefer(nullptr);
      choice = kernels::tune_problem(problem, rules_, least_ms, stop_);
      keep(choice);
      ++summary_.searched;
    } else {
      choice = *known;
    }
    if (choice.state == TuneState::waiting) {
      confirm_in_model(choice);
      keep(choice);
    }
    give_({.op = choice.op,
           .problem = problem.text(),
           .before = name_of(choice.before),
           .best = name_of(choice.best),
           .state = std::string(name_of(choice.state)),
           .before_ms = choice.before_ms,
           .best_ms = choice.best_ms,
           .stage_percent = choice.stage_percent,
           .candidates = choice.candidates,
           .wrong = choice.wrong,
           .other_bits = choice.other_bits,
           .searched = searched});
  }

  void confirm_in_model(TunedChoice& choice) {
    const auto without = std::make_shared<TunedChoices>(choices_);
    const auto with = std::make_shared<TunedChoices>(choices_);
    choice.state = TuneState::kept;
    with->put(choice);
    ModelRun run_without(opened_, options_.tokens, without, stop_),
        run_with(opened_, options_.tokens, with, stop_);
    // The case that was checked is like the model's problem; this is the model itself.
    if (run_with.result_bits() != run_without.result_bits()) {
      choice.state = TuneState::rejected;
      ++choice.other_bits;
      return;
    }
    const std::set<std::string>& stages = stages_of_[choice.op];
    const kernels::Confirmation found = kernels::confirm(
        kernels::ConfirmRules(), [&] { return run_with.stages_ms(stages); },
        [&] { return run_without.stages_ms(stages); }, stop_);
    choice.stage_percent = 100.0 * (found.ratio.mean - 1.0);
    if (!found.confirmed) choice.state = TuneState::rejected;
  }

  void measure_gain() {
    ModelRun without(opened_, options_.tokens, std::make_shared<TunedChoices>(), stop_);
    ModelRun with(opened_, options_.tokens, std::make_shared<TunedChoices>(choices_), stop_);
    const Estimate ratio =
        kernels::confirm(
            kernels::ConfirmRules(), [&] { return with.run(); }, [&] { return without.run(); }, stop_)
            .ratio;
    summary_.whole_percent = 100.0 * (ratio.mean - 1.0);
    summary_.whole_interval_percent = 100.0 * ratio.half_width;
  }

  void keep(const TunedChoice& choice) {
    choices_.put(choice);
    save_tuned(summary_.file, made_for_, choices_);
  }

  const TuneOptions& options_;
  const std::function<void(const TuneRow&)>& give_;
  std::stop_token stop_;
  OpenedModel opened_;
  audio::FileHandle lock_;
  kernels::TunedFor made_for_;
  kernels::TuneRules rules_;
  TunedChoices choices_;
  std::map<std::string, std::set<std::string>> stages_of_;
  TuneSummary summary_;
};

}  // namespace

TuneSummary tune(const TuneOptions& options, const std::function<void(const TuneRow&)>& row,
                 const std::stop_token& stop) {
  const auto ops = kernels::checked_ops();
  if (!options.op.empty() && std::ranges::find(ops, options.op, &kernels::CheckedOp::name) == ops.end())
    throw Error("There is no op named {1}; the ops are {2}.", options.op, kernels::op_names_text());
  return Tuning(options, row, stop).run();
}

}  // namespace tilescribe
