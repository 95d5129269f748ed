// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_table.h"

#include <array>
#include <cmath>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "app/cli/number.h"
#include "app/printable.h"

namespace tilescribe::cli {
namespace {

std::string formatted(const char* format, double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

/// Four digits, and no exponent where people would not write one.
std::string for_people(double value) {
  return formatted(std::abs(value) >= 1000.0 ? "%.0f" : "%.4g", value);
}

std::string for_programs(double value) {
  return formatted("%.9g", value);
}

template <class Number>
std::string cell_text(const BenchCell& cell, Number number, const char* nothing) {
  if (const auto* value = std::get_if<double>(&cell.value)) return number(*value);
  if (const auto* text = std::get_if<std::string>(&cell.value)) return *text;
  if (const auto* yes = std::get_if<bool>(&cell.value)) return *yes ? "yes" : "no";
  return nothing;
}

std::string people_text(const BenchCell& cell) {
  return cell_text(cell, for_people, "-");
}

std::string line_text(const BenchCell& cell) {
  return printable(people_text(cell));
}

nlohmann::ordered_json json_value(const BenchCell& cell) {
  return std::visit(
      [](const auto& value) -> nlohmann::ordered_json {
        if constexpr (std::is_same_v<decltype(value), const std::monostate&>) {
          return nullptr;
        } else {
          return value;
        }
      },
      cell.value);
}

std::string csv_value(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string markdown_value(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

std::string line(const BenchTable& table, const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += "  ";
    text += padded(cells[i], std::max(table.columns[i].width, table.columns[i].key.size()));
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

}  // namespace

std::string text_head(const BenchTable& table) {
  std::string text;
  for (const auto& [key, value] : table.facts) text += key + ": " + line_text(value) + '\n';
  if (!text.empty()) text += '\n';
  std::vector<std::string> keys;
  keys.reserve(table.columns.size());
  for (const BenchTable::Column& column : table.columns) keys.push_back(column.key);
  return text + line(table, keys);
}

std::string text_row(const BenchTable& table, const std::vector<BenchCell>& row) {
  std::vector<std::string> cells;
  cells.reserve(row.size());
  for (const BenchCell& cell : row) cells.push_back(line_text(cell));
  return line(table, cells);
}

std::string json_of(const BenchTable& table) {
  auto facts = nlohmann::ordered_json::object();
  for (const auto& [key, value] : table.facts) facts[key] = json_value(value);
  const auto object = [&table](const std::vector<BenchCell>& row) {
    auto cells = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < row.size(); ++i) cells[table.columns[i].key] = json_value(row[i]);
    return json_text(cells);
  };
  return "{\n  \"facts\": " + json_text(facts) + ",\n  \"rows\": [\n    " +
         joined(table.rows, ",\n    ", object) + "\n  ]\n}\n";
}

std::string csv_of(const BenchTable& table) {
  std::string text =
      joined(table.columns, ",", [](const BenchTable::Column& column) { return csv_value(column.key); }) +
      '\n';
  for (const auto& row : table.rows) {
    text +=
        joined(row, ",", [](const BenchCell& cell) { return csv_value(cell_text(cell, for_programs, "")); }) +
        '\n';
  }
  return text;
}

std::string markdown_of(const BenchTable& table) {
  std::string text;
  for (const auto& [key, value] : table.facts) text += "- " + key + ": " + people_text(value) + '\n';
  if (!text.empty()) text += '\n';
  text += "| " +
          joined(table.columns, " | ",
                 [](const BenchTable::Column& column) { return markdown_value(column.key); }) +
          " |\n|" + joined(table.columns, "|", [](const BenchTable::Column&) { return "---"; }) + "|\n";
  for (const auto& row : table.rows) {
    text += "| " +
            joined(row, " | ", [](const BenchCell& cell) { return markdown_value(people_text(cell)); }) +
            " |\n";
  }
  return text;
}

}  // namespace tilescribe::cli
