// SPDX-License-Identifier: Apache-2.0
#include "inference/api/kernel_lab.h"

#include <algorithm>
#include <cerrno>
#include <random>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "inference/api/steady_clock.h"
#include "inference/lab/lab_engine.h"
#include "inference/measure/bench_rates.h"
#include "inference/measure/op_limits.h"
#include "kernels/check/check_ops.h"
#include "kernels/core/error.h"
#include "kernels/core/write_all.h"
#include "kernels/jit/nvrtc_compiler.h"
#include "kernels/lab/lab_host.h"
#include "kernels/lab/source.h"

namespace tilescribe {
namespace {

namespace lab = kernels::lab;

std::string architecture_here() {
  const kernels::CudaDevices cuda = kernels::cuda_devices();
  return cuda.devices.empty() ? "sm_90a" : nvrtc_architecture(cuda.devices.front());
}

}  // namespace

std::vector<ExerciseRow> lab_exercises() {
  std::vector<ExerciseRow> rows;
  for (const lab::Exercise& one : lab::exercises())
    rows.push_back({std::string(one.name), std::string(one.what)});
  return rows;
}

std::filesystem::path write_exercise(const std::string& name, const std::filesystem::path& folder) {
  const std::string_view text = lab::template_of(lab::exercise_named(name));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::filesystem::path file = folder / (name + ".cpp");
  const int out = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (out < 0 && errno == EEXIST)
    throw Error("{1} exists already, and what is in it may be somebody's work; it was not touched.",
                file.string());
  const int why = out < 0 ? errno : kernels::write_all(out, text);
  if (out >= 0) ::close(out);
  if (why != 0) {
    if (out >= 0) ::unlink(file.c_str());
    throw Error("{1} can't be written: {2}.", file.string(), std::generic_category().message(why));
  }
  return file;
}

std::uint64_t lab_check(const UserKernel& kernel, std::uint64_t seed, const ToldCompiled& told,
                        const std::function<void(const CheckRow&)>& row) {
  if (seed == 0) seed = std::random_device{}();
  const LabEngine opened = open_lab_engine(kernel, LabUse::check, seed);
  told(opened.source);
  for (const kernels::CheckResult& result : lab::check_kernel(*opened.backend, *opened.check)) {
    row({opened.source.exercise, result.variant, result.problem, result.error, result.tolerance,
         result.passed, result.message});
  }
  return seed;
}

LabRun lab_time(const UserKernel& kernel, const LabTimeOptions& options, const ToldCompiled& told,
                const std::function<void(const OpRow&)>& row) {
  const LabEngine opened = open_lab_engine(kernel, LabUse::time);
  told(opened.source);
  LabRun run = run_of(opened);
  if (options.ceilings) run.setting.ceilings = ceilings_of(*opened.backend);
  const lab::Exercise& exercise = lab::exercise_named(opened.source.exercise);
  const kernels::BenchRequest request{
      .shape = options.shape.empty() ? std::string(exercise.shape) : options.shape,
      .runs = options.runs,
      .most_ms = 300.0,
      .rotate_bytes = !options.ceilings      ? 0
                      : opened.info.gpu >= 0 ? rotate_bytes_gpu
                                             : rotate_bytes_cpu,
      .reference_flops = reference_flops,
      .on_trial = lab::variant_name};
  bool any = false;
  const auto op = std::ranges::find(kernels::checked_ops(), exercise.op, &kernels::CheckedOp::name);
  op->bench(*opened.backend, request, [&](const kernels::BenchResult& result) {
    any = true;
    OpRow found = op_row(result, run.setting);
    found.chosen = result.preferred;
    row(found);
  });
  if (!any)
    throw Error("No shape of {1} is “{2}”; tilescribe-cli bench ops --op {1} names all of them.", exercise.op,
                request.shape);
  return run;
}

LabCode lab_code(const std::filesystem::path& file, const std::string& architecture,
                 const ToldCompiled& told) {
  const lab::Source source = lab::read_source(file);
  LabCode code;
  code.architecture = architecture.empty() ? architecture_here() : architecture;
  if (source.tile_ir) {
    auto [made, by] = lab::compiled_cubin(source, code.architecture);
    told({std::string(source.exercise->name), by, made.kept, made.seconds});
    code.cubin = std::move(made.bytes);
    return code;
  }
  const kernels::NvrtcCompiler compiler(code.architecture);
  const double begin_s = steady_s();
  kernels::NvrtcCompiler::Examined made = compiler.examine(source.unit);
  told({std::string(source.exercise->name), compiler.version(), false, steady_s() - begin_s});
  code.cubin = std::move(made.cubin);
  // The other entry only says how many blocks there are.
  const auto kernel = std::ranges::find(made.kernels, "tilescribe_lab_kernel", &kernels::CodeSummary::kernel);
  if (kernel == made.kernels.end()) throw Error("{1} said nothing about its code.", compiler.version());
  code.registers = kernel->registers;
  code.shared_bytes = kernel->shared_bytes + kernels::first_value(made.ptx, "tilescribe_lab_shared_bytes");
  code.stack_bytes = kernel->stack_bytes;
  code.spill_store_bytes = kernel->spill_store_bytes;
  code.spill_load_bytes = kernel->spill_load_bytes;
  for (const auto& [what, count] : kernel->instructions) code.instructions.push_back({what, count});
  return code;
}

}  // namespace tilescribe
