// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/bench_table.h"
#include "app/cli/console.h"

namespace tilescribe::cli {

/// Writes a benchmark's text to standard output row by row, and the other formats when all rows are there.
class BenchOutput {
 public:
  /// Throws CommandError if a file can't be written, before minutes are spent on results.
  BenchOutput(const BenchOutputs& outputs, BenchCells columns, Console& console);

  /// `more` are facts that people who read the text do not need.
  void begin(BenchCells facts, const BenchCells& more = {});
  void row(BenchCells cells);
  void finish();

 private:
  struct Form {
    std::string target;
    std::string (*render)(const BenchTable&);
  };

  Console& console_;
  std::vector<Form> forms_;
  BenchTable table_;
  bool text_ = true;
};

}  // namespace tilescribe::cli
