// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tilescribe::cli {

/// Nothing (unknown, or meaningless here; an empty text too), a number, a text, or yes and no.
struct BenchCell {
  BenchCell(std::optional<double> number) {
    if (number) value = *number;
  }
  template <std::integral Number>
  BenchCell(Number number) : value(static_cast<double>(number)) {}
  BenchCell(bool yes) : value(yes) {}
  BenchCell(double number) : value(number) {}
  BenchCell(const std::string& text) {
    if (!text.empty()) value = text;
  }

  std::variant<std::monostate, double, std::string, bool> value;
};

/// A benchmark's results: one model for all output formats.
struct BenchTable {
  struct Column {
    std::string key;        // including its unit: "gb_s"
    std::size_t width = 0;  // minimum, in text
  };
  using Facts = std::vector<std::pair<std::string, BenchCell>>;

  Facts facts;  // about the whole table
  std::vector<Column> columns;
  std::vector<std::vector<BenchCell>> rows;  // one cell per column
};

/// The facts, one per line, and the line with the columns' names.
std::string text_head(const BenchTable& table);
/// A row in aligned columns; numbers have four digits.
std::string text_row(const BenchTable& table, const std::vector<BenchCell>& row);

/// {"facts": {key: value}, "rows": [{key: value}]}; unknown values are null.
std::string json_of(const BenchTable& table);
/// The columns' names and the rows, according to RFC 4180; without the facts.
std::string csv_of(const BenchTable& table);
/// The facts as a list, the rows as a table.
std::string markdown_of(const BenchTable& table);

}  // namespace tilescribe::cli
