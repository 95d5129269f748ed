// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "inference/api/engine_names.h"
#include "inference/api/kernel_lab.h"
#include "inference/api/transcriber.h"
#include "inference/lab/lab_engine.h"
#include "inference/local/local_transcriber.h"
#include "inference/pipeline/open_on.h"
#include "inference/pipeline/variant_choice.h"
#include "kernels/core/error.h"
#include "kernels/lab/exercises.h"
#include "kernels/lab/lab_host.h"

namespace tilescribe {
namespace {

// The lab's engines have one arithmetic, and store weights as they are.
void require_float32(const EngineOptions& options) {
  const bool plain = options.weights == Weights::automatic && options.kv_cache == KvCacheType::automatic &&
                     options.groups == EngineOptions{}.groups &&
                     options.linear_library == LinearLibrary::own && !options.generic_kernels;
  if (!plain || (options.compute != Compute::automatic && options.compute != Compute::f32))
    throw Error(
        "A kernel of the user's own runs in float32 with weights as they are; other values of compute, "
        "weights, kv-cache, linear-library and variant-arch can't stand beside it.");
}

}  // namespace

std::unique_ptr<Transcriber> open_with_kernel(const std::filesystem::path& kernel, const std::string& op,
                                              const EngineOptions& options, const ToldCompiled& told,
                                              const std::stop_token& stop) {
  require_float32(options);
  LabEngine lab = open_lab_engine({kernel, options.engine, options.gpu, options.threads}, LabUse::model);
  told(lab.source);
  const kernels::lab::Exercise& exercise = kernels::lab::exercise_named(lab.source.exercise);
  if (exercise.op != op)
    throw Error("{1} is a kernel for the op {2}, but is to run {3}.", kernel.string(), exercise.op, op);
  choose_variants(*lab.backend, options);
  kernels::lab::use_kernel(*lab.backend, true);
  OpenedEngine engine{std::move(lab.backend), lab.info};
  engine.info.name += ", with " + kernel.filename().string();
  std::vector<OpenedModel> models;
  models.push_back(open_model_on(std::move(engine), options, stop));
  return transcriber_of(std::move(models));
}

}  // namespace tilescribe
