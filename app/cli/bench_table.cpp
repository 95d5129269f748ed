// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_table.h"

#include <cmath>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "app/cli/number.h"
#include "app/json_text.h"
#include "app/printable.h"

namespace tilescribe::cli {
namespace {

/// Four digits, and no exponent where people would not write one.
std::string for_people(double value) {
  return formatted(std::abs(value) >= 1000.0 ? "%.0f" : "%.4g", value);
}

std::string for_programs(double value) {
  return formatted("%.9g", value);
}

/// Counts without a fraction, other numbers with nine digits; null if there is no such number.
nlohmann::ordered_json for_json(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == std::trunc(value) && std::abs(value) < 1e15) return static_cast<std::int64_t>(value);
  return nlohmann::ordered_json::parse(for_programs(value));
}

template <class Number>
std::string text_of(const BenchValue& cell, Number number, const char* nothing) {
  if (const auto* value = std::get_if<double>(&cell.value)) return number(*value);
  if (const auto* text = std::get_if<std::string>(&cell.value)) return *text;
  if (const auto* yes = std::get_if<bool>(&cell.value)) return *yes ? "yes" : "no";
  return nothing;
}

std::string people_text(const BenchValue& cell) {
  return text_of(cell, for_people, "-");
}

std::string json_object(const BenchCells& cells) {
  auto object = nlohmann::ordered_json::object();
  for (const BenchCell& cell : cells) {
    auto& value = object[cell.key];  // null, as long as it gets nothing
    if (const auto* number = std::get_if<double>(&cell.value.value)) value = for_json(*number);
    if (const auto* text = std::get_if<std::string>(&cell.value.value)) value = *text;
    if (const auto* yes = std::get_if<bool>(&cell.value.value)) value = *yes;
  }
  return json_text(object);
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

template <class Text>
std::string aligned(const BenchCells& row, Text text) {
  std::string line;
  for (const BenchCell& cell : row) line += padded(text(cell), std::max(cell.width, cell.key.size())) + "  ";
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

}  // namespace

std::string text_facts(const BenchCells& facts) {
  std::string text;
  for (const BenchCell& fact : facts) text += fact.key + ": " + printable(people_text(fact.value)) + '\n';
  return text + '\n';
}

std::string text_keys(const BenchCells& row) {
  return aligned(row, [](const BenchCell& cell) { return cell.key; });
}

std::string text_values(const BenchCells& row) {
  return aligned(row, [](const BenchCell& cell) { return printable(people_text(cell.value)); });
}

std::string json_of(const BenchTable& table) {
  return "{\n  \"facts\": " + json_object(table.facts) + ",\n  \"rows\": [\n    " +
         joined(table.rows, ",\n    ", json_object) + "\n  ]\n}\n";
}

std::string csv_of(const BenchTable& table) {
  const auto key = [](const BenchCell& cell) { return csv_value(cell.key); };
  const auto value = [](const BenchCell& cell) { return csv_value(text_of(cell.value, for_programs, "")); };
  std::string text = joined(table.columns, ",", key) + '\n';
  for (const BenchCells& row : table.rows) text += joined(row, ",", value) + '\n';
  return text;
}

std::string markdown_of(const BenchTable& table) {
  const auto key = [](const BenchCell& cell) { return markdown_value(cell.key); };
  const auto value = [](const BenchCell& cell) { return markdown_value(people_text(cell.value)); };
  std::string text;
  for (const BenchCell& fact : table.facts) text += "- " + key(fact) + ": " + value(fact) + '\n';
  text += "\n| " + joined(table.columns, " | ", key) + " |\n|" +
          joined(table.columns, "|", [](const BenchCell&) { return "---"; }) + "|\n";
  for (const BenchCells& row : table.rows) text += "| " + joined(row, " | ", value) + " |\n";
  return text;
}

}  // namespace tilescribe::cli
