// SPDX-License-Identifier: Apache-2.0
// verify, check, devices, tokenize, detokenize.
#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/number.h"
#include "app/printable.h"

namespace tilescribe::cli {
namespace {

const char* verdict(bool passed) {
  return passed ? "PASS" : "FAIL";
}

// A line of standard input ends with a newline that echo adds and that is not part of the text.
std::string without_last_newline(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

// "add  cpu/highway    Uses the vector instructions …": in columns.
int list_variants(const CheckOptions& options, const Context& context) {
  const std::vector<VariantRow> rows = context.services.lab.list_variants(options);
  std::size_t op_width = 0, variant_width = 0;
  for (const VariantRow& row : rows) {
    op_width = std::max(op_width, row.op.size());
    variant_width = std::max(variant_width, row.variant.size());
  }
  for (const VariantRow& row : rows) {
    context.console.out(padded(row.op, op_width + 2) + padded(row.variant, variant_width + 2) +
                        printable(english(row.why)) + '\n');
  }
  return exit_done;
}

}  // namespace

int execute(const VerifyCommand& command, const Context& context) {
  constexpr std::size_t stage_width = 16;
  constexpr std::size_t number_width = 11;
  std::size_t rows = 0;
  std::size_t failed = 0;
  const auto print = [&](const VerifyRow& row) {
    if (rows++ == 0) {
      context.console.out(padded("stage", stage_width) + padded("error", number_width) +
                          padded("tolerance", number_width) + "result\n");
    }
    if (!row.passed) ++failed;
    context.console.out(padded(row.stage, stage_width) +
                        padded(formatted(scientific, row.error), number_width) +
                        padded(formatted(scientific, row.tolerance), number_width) + verdict(row.passed) +
                        (row.message.empty() ? "" : "  " + printable(english(row.message))) + '\n');
  };
  context.services.lab.verify_model(command.options, print, context.console.interrupts());
  if (rows == 0)
    throw CommandError("Nothing was compared: {1} contains no stage.", command.options.golden.string());
  return failed == 0 ? exit_done : exit_failed;
}

int execute(const CheckCommand& command, const Context& context) {
  const std::vector<std::string> names = context.services.lab.op_names();
  const std::string& op = command.options.op;
  if (!op.empty() && std::ranges::find(names, op) == names.end()) {
    say(context, Message("--op expects one of {1}; found {2}.", joined(names, ", "), op));
    return exit_usage;
  }
  if (command.list) return list_variants(command.options, context);
  std::size_t op_width = 0;
  for (const std::string& name : names) op_width = std::max(op_width, name.size());
  constexpr std::size_t variant_width = 42;  // "cuda-baseline tf32/" and a name
  constexpr std::size_t number_width = 10;
  std::size_t rows = 0;
  std::size_t failed = 0;
  const auto print = [&](const CheckRow& row) {
    ++rows;
    if (!row.passed) ++failed;
    context.console.out(
        std::string(verdict(row.passed)) + "  " + padded(row.op, op_width + 2) +
        padded(row.variant, variant_width) + ' ' + padded(formatted(scientific, row.error), number_width) +
        padded("<= " + formatted(scientific, row.tolerance), number_width + 3) + ' ' + row.problem +
        (row.message.empty() ? "" : "  " + printable(english(row.message))) + '\n');
  };
  const std::uint64_t seed =
      context.services.lab.check_ops(command.options, print, context.console.interrupts());
  context.console.out(counted(rows, "check") + ", " + std::to_string(failed) + " failed; seed " +
                      std::to_string(seed) + ".\n");
  if (rows == 0) throw CommandError("Nothing was checked: this machine supports no variant.");
  return failed == 0 ? exit_done : exit_failed;
}

int execute(const DevicesCommand& /*command*/, const Context& context) {
  bool chosen = false;
  for (const DeviceRow& row : context.services.lab.devices()) {
    chosen = chosen || row.chosen;
    const char* state = row.chosen ? " (chosen)" : row.usable ? "" : " (can't be used)";
    std::string text = row.engine + ": " + printable(english(row.name)) + state + "\n  " +
                       printable(english(row.reason)) + '\n';
    for (const std::string& fact : row.facts) text += "  - " + printable(fact) + '\n';
    context.console.out(text);
  }
  if (!chosen) throw CommandError("No engine can run on this machine.");
  return exit_done;
}

int execute(const TokenizeCommand& command, const Context& context) {
  const std::string text = command.text ? *command.text : without_last_newline(context.console.input());
  std::string line;
  for (const int id : context.services.lab.tokenize(command.model, text)) {
    line += (line.empty() ? "" : " ") + std::to_string(id);
  }
  context.console.out(line + '\n');
  return exit_done;
}

int execute(const DetokenizeCommand& command, const Context& context) {
  std::vector<int> ids = command.ids;
  if (ids.empty()) {
    const auto read = parse_ids(context.console.input());
    if (!read) {
      throw CommandError(
          "Standard input should hold token ids, whole numbers from 0 with spaces between them.");
    }
    ids = *read;
  }
  context.console.out(context.services.lab.detokenize(command.model, ids, command.skip_special) + '\n');
  return exit_done;
}

}  // namespace tilescribe::cli
