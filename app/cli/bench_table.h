// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tilescribe::cli {

/// Nothing (unknown, or meaningless here; an empty text too), a number, a text, or yes and no.
struct BenchValue {
  BenchValue(std::optional<double> number) {
    if (number) value = *number;
  }
  template <std::integral Number>
  BenchValue(Number number) : value(static_cast<double>(number)) {}
  BenchValue(bool yes) : value(yes) {}
  BenchValue(double number) : value(number) {}
  BenchValue(const std::string& text) {
    if (!text.empty()) value = text;
  }

  std::variant<std::monostate, double, std::string, bool> value;
};

struct BenchCell {
  std::string key;  // including its unit: "gb_s"
  BenchValue value;
  std::size_t width = 0;  // minimum of its column, in text
};
using BenchCells = std::vector<BenchCell>;

/// A benchmark's results: one model for all output formats.
struct BenchTable {
  BenchCells facts;    // about the whole table
  BenchCells columns;  // a row without values: the keys of all
  std::vector<BenchCells> rows;
};

/// One per line, with an empty line behind them.
std::string text_facts(const BenchCells& facts);
/// The keys and the values of a row in aligned columns; numbers have four digits.
std::string text_keys(const BenchCells& row);
std::string text_values(const BenchCells& row);

/// {"facts": {key: value}, "rows": [{key: value}]}; unknown values are null.
std::string json_of(const BenchTable& table);
/// The keys and the rows, according to RFC 4180; without the facts.
std::string csv_of(const BenchTable& table);
/// The facts as a list, the rows as a table.
std::string markdown_of(const BenchTable& table);

}  // namespace tilescribe::cli
