// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "inference/api/report.h"
#include "inference/report/json_fields.h"
#include "inference/text/json_access.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using nlohmann::ordered_json;
using report::number_in;
using report::text_in;

// Tables of earlier versions have no errors.
std::optional<double> error_of(const ordered_json& row, const char* key) {
  return row.contains(key) ? number_in(row, key) : std::nullopt;
}

AblationRow row_of(const ordered_json& row) {
  AblationRow result;
  result.name = text_in(row, "set");
  result.switches = text_in(row, "switches");
  result.engine = text_in(row, "engine");
  result.mean_s = number_in(row, "mean_s").value_or(0.0);
  result.interval_s = number_in(row, "interval_s").value_or(0.0);
  result.difference_percent = number_in(row, "difference_percent");
  result.interval_percent = number_in(row, "interval_percent");
  result.differs = row.at("differs").is_boolean() && row.at("differs").get<bool>();
  const std::string text = text_in(row, "text");
  if (!text.empty()) result.same_text = text == "same";
  result.word_difference = number_in(row, "words_differ_percent").value_or(0.0) * 1e-2;
  result.encoder_error = error_of(row, "encoder_error");
  result.projector_error = error_of(row, "projector_error");
  result.logits_error = error_of(row, "logits_error");
  result.complaint = Message::verbatim(text_in(row, "complaint"));
  if (text_in(row, "complaint").empty()) result.complaint = {};
  return result;
}

}  // namespace

AblationTable read_ablation_table(std::string_view text, const std::string& file) {
  try {
    const auto all = text::parse_foreign<ordered_json>(text);
    AblationTable table;
    table.file = file;
    table.facts = report::facts_in(all);
    for (const auto& row : all.at("rows")) table.rows.push_back(row_of(row));
    if (!table.rows.empty()) return table;
  } catch (const nlohmann::json::exception&) {
    // Said below.
  } catch (const Error&) {
    // The same.
  }
  throw Error("{1} does not hold what bench ablate --json writes.", file);
}

}  // namespace tilescribe
