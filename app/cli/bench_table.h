// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tilescribe::cli {

/// Nothing (unknown, or without meaning here), a number, a text, or yes and no.
using BenchCell = std::variant<std::monostate, double, std::string, bool>;

/// A benchmark's results: one model for all forms in which they are written.
struct BenchTable {
  struct Column {
    std::string key;        // with its unit: "gb_s"
    std::size_t width = 0;  // in text, at least
  };
  std::vector<std::pair<std::string, BenchCell>> facts;  // of the whole table
  std::vector<Column> columns;
  std::vector<std::vector<BenchCell>> rows;  // a cell a column
};

/// The facts, a line each, and the line of the columns' names.
std::string text_head(const BenchTable& table);
/// A row in aligned columns; numbers with four digits.
std::string text_row(const BenchTable& table, const std::vector<BenchCell>& row);

/// {"facts": {key: value}, "rows": [{key: value}]}; what is not known is null.
std::string json_of(const BenchTable& table);
/// The columns' names and the rows, as RFC 4180 has it; the facts are left out.
std::string csv_of(const BenchTable& table);
/// The facts as a list, the rows as a table.
std::string markdown_of(const BenchTable& table);

}  // namespace tilescribe::cli
