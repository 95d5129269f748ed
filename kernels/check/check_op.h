// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/backend/reference/reference_backend.h"
#include "kernels/check/case_builder.h"
#include "kernels/check/check_ops.h"
#include "kernels/core/message.h"

// The check of one op. kernels/check/check_ops.cpp instantiates it for every op.
namespace tilescribe::kernels {

/// How two runs of a case differ: the largest |a − b| over the largest |reference| of an output.
struct Comparison {
  double error = 0.0;
  Message complaint;  // other differences; empty: none
};
Comparison compare(const std::vector<CaseBuilder::Result>& found,
                   const std::vector<CaseBuilder::Result>& expected);

/// The first value that differs from what is expected by more than the tolerance, which is relative to the
/// largest value of its output: where it is, what was expected and what was found. Empty: there is none.
Message first_wrong(const std::vector<CaseBuilder::Result>& found,
                    const std::vector<CaseBuilder::Result>& expected, double tolerance);

/// A number that hardly any other results have (FNV-1a of their bits).
std::uint64_t digest(const std::vector<CaseBuilder::Result>& results);

/// The reference's results for a problem.
template <class T>
std::vector<CaseBuilder::Result> reference_results(const typename T::Problem& problem, std::uint64_t seed) {
  const std::unique_ptr<Backend> host = make_reference_backend();
  CaseBuilder builder(*host, seed);
  const T op = build_case(problem, builder);
  reference(op);
  return builder.results();
}

/// Runs a variant in one of its candidates, and compares what it wrote. `row` has its op, variant and
/// problem.
template <class T>
void check_config(const Variant<T>& variant, const Config& config, const T& op, const CaseBuilder& builder,
                  const std::vector<CaseBuilder::Result>& expected, CheckResult& row) {
  variant.launch(op, config, builder.backend());
  builder.backend().synchronize();
  const std::vector<CaseBuilder::Result> found = builder.results();
  const Comparison comparison = compare(found, expected);
  row.digest = digest(found);
  row.error = comparison.error;
  row.message = comparison.complaint;
  row.passed = row.message.empty() && row.error <= row.tolerance;
  if (row.message.empty() && !row.passed) row.message = first_wrong(found, expected, row.tolerance);
}

template <class T>
std::vector<CheckResult> check_op(Backend& backend, std::uint64_t seed) {
  std::vector<CheckResult> rows;
  for (const typename T::Problem& problem : check_problems(Op<T>{})) {
    ++seed;
    std::optional<std::vector<CaseBuilder::Result>> expected;
    for (const Variant<T>& variant : backend.registry().variants<T>()) {
      if (variant.backend != backend.name()) continue;
      // Every configuration gets a case of its own, because some arguments are updated in place.
      Configs configs;
      std::size_t next = 0;
      do {
        CheckResult row;
        row.op = T::op_name;
        row.variant = variant.name;
        row.problem = describe(problem);
        try {
          CaseBuilder builder(backend, seed);
          const T op = build_case(problem, builder);
          row.problem = describe(op.problem());
          row.tolerance = builder.tolerance();
          if (next == 0) configs = variant.candidates(op.problem(), backend);
          if (configs.empty()) break;
          if (next > 0) row.config = configs[next].name;
          if (!expected) expected = reference_results<T>(problem, seed);
          check_config(variant, configs[next], op, builder, *expected, row);
        } catch (const Cancelled&) {
          throw;
        } catch (const std::exception& failure) {
          row.error = std::numeric_limits<double>::infinity();
          row.message = message_of(failure, Message::verbatim(failure.what()));
        }
        rows.push_back(std::move(row));
      } while (++next < configs.size());
    }
  }
  return rows;
}

}  // namespace tilescribe::kernels
