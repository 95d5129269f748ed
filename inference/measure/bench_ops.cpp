// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "inference/measure/bench_rates.h"
#include "inference/measure/model_problems.h"
#include "inference/measure/op_limits.h"
#include "kernels/check/check_ops.h"
#include "kernels/core/error.h"

namespace tilescribe {
void bench_ops(const OpsOptions& options, const std::function<void(const BenchSetting&)>& setting,
               const std::function<void(const OpRow&)>& row, const std::stop_token& stop) {
  OpenedEngine engine = open_engine(options.engine, 0);
  engine.backend->set_stop_token(stop);
  std::vector<kernels::CheckedOp> ops;
  for (const kernels::CheckedOp& op : kernels::checked_ops()) {
    if (options.op.empty() || op.name == options.op) ops.push_back(op);
  }
  if (ops.empty()) {
    throw Error("There is no op named {1}; the ops are {2}.", options.op, kernels::op_names_text());
  }

  const BenchSetting measured = bench_setting(engine, {});
  setting(measured);
  kernels::BenchRequest request{.shape = options.shape,
                                .seed = options.seed,
                                .runs = options.runs,
                                .rotate_bytes = engine.info.gpu >= 0 ? rotate_bytes_gpu : rotate_bytes_cpu,
                                .reference_flops = reference_flops,
                                .configs = options.configs,
                                .kernels = options.kernels,
                                .variant = options.variant};
  bool timed = false;
  std::vector<std::string> seen;  // problems of the op
  const auto give = [&](const kernels::BenchResult& result) {
    OpRow found = op_row(result, measured);
    const std::string* forced = engine.backend->forced_variant(found.op);
    found.chosen = forced == nullptr ? result.preferred : found.variant == *forced;
    timed = true;
    row(found);
    seen.push_back(found.problem);
  };
  for (const kernels::CheckedOp& op : ops) {
    if (options.problems != nullptr) {
      for (const auto& [name, problem] : options.problems->list)
        if (name == op.name) problem.bench(*engine.backend, request, give);
    }
    request.known = std::move(seen);
    op.bench(*engine.backend, request, give);
    request.known.clear();
    seen.clear();
  }
  if (!timed && !options.variant.empty()) {
    throw Error("The variant {1} of {2} takes no such shape here.", options.variant, options.op);
  }
  if (!timed) {
    throw Error("No shape of {1} is “{2}”; where none is given, all of them are timed and named.",
                options.op.empty() ? Message("any op") : Message::verbatim(options.op), options.shape);
  }
}

std::vector<ShapeRow> list_shapes(const EngineOptions& engine) {
  const OpenedEngine opened = open_engine(engine, 0);
  std::vector<ShapeRow> rows;
  for (const kernels::CheckedOp& op : kernels::checked_ops()) {
    for (std::string& shape : op.shapes(*opened.backend))
      if (!shape.empty()) rows.push_back({std::string(op.name), std::move(shape)});
  }
  return rows;
}

}  // namespace tilescribe
