// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "inference/api/report.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using nlohmann::json;

std::string text_of(const json& row, const char* key) {
  const json& value = row.at(key);
  return value.is_null() ? std::string() : value.get<std::string>();
}

std::optional<double> number_of(const json& row, const char* key) {
  const json& value = row.at(key);
  return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

// Tables of earlier versions have no errors.
std::optional<double> error_of(const json& row, const char* key) {
  return row.contains(key) ? number_of(row, key) : std::nullopt;
}

AblationRow row_of(const json& row) {
  AblationRow result;
  result.name = text_of(row, "set");
  result.switches = text_of(row, "switches");
  result.engine = text_of(row, "engine");
  result.mean_s = number_of(row, "mean_s").value_or(0.0);
  result.interval_s = number_of(row, "interval_s").value_or(0.0);
  result.difference_percent = number_of(row, "difference_percent");
  result.interval_percent = number_of(row, "interval_percent");
  result.differs = row.at("differs").is_boolean() && row.at("differs").get<bool>();
  const std::string text = text_of(row, "text");
  if (!text.empty()) result.same_text = text == "same";
  result.word_difference = number_of(row, "words_differ_percent").value_or(0.0) * 1e-2;
  result.encoder_error = error_of(row, "encoder_error");
  result.projector_error = error_of(row, "projector_error");
  result.logits_error = error_of(row, "logits_error");
  result.complaint = Message::verbatim(text_of(row, "complaint"));
  if (text_of(row, "complaint").empty()) result.complaint = {};
  return result;
}

}  // namespace

AblationTable read_ablation_table(std::string_view text, const std::string& file) {
  try {
    const auto all = nlohmann::ordered_json::parse(text);
    AblationTable table;
    table.file = file;
    for (const auto& [name, value] : all.at("facts").items())
      table.facts.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
    for (const auto& row : all.at("rows")) table.rows.push_back(row_of(row));
    if (!table.rows.empty()) return table;
  } catch (const nlohmann::json::exception&) {
    // Said below.
  }
  throw Error("{1} does not hold what bench ablate --json writes.", file);
}

}  // namespace tilescribe
