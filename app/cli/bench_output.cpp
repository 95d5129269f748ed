// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_output.h"

#include <utility>

#include "app/cli/bench_cells.h"
#include "app/cli/output_files.h"

namespace tilescribe::cli {

BenchOutput::BenchOutput(const BenchOutputs& outputs, BenchCells columns, Console& console)
    : console_(console),
      forms_{{outputs.json, json_of}, {outputs.csv, csv_of}, {outputs.markdown, markdown_of}} {
  table_.columns = std::move(columns);
  for (const Form& form : forms_) {
    if (form.target == "-") text_ = false;
    check_writable(form.target);
  }
}

void BenchOutput::begin(BenchCells facts, const BenchCells& more) {
  table_.facts = std::move(facts);
  if (text_) console_.out(text_facts(table_.facts));
  append(table_.facts, more);
}

void BenchOutput::row(BenchCells cells) {
  table_.rows.push_back(std::move(cells));
  const BenchCells& row = table_.rows.back();
  if (text_) console_.out((table_.rows.size() == 1 ? text_keys(row) : "") + text_values(row));
}

void BenchOutput::finish() {
  for (const Form& form : forms_) {
    if (form.target.empty()) continue;
    const std::string text = form.render(table_);
    form.target == "-" ? console_.out(text) : write_file(form.target, text);
  }
}

}  // namespace tilescribe::cli
