// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "inference/api/report.h"

/// Values of raw files. What is missing or of another type throws nlohmann::json::exception.
namespace tilescribe::report {

/// Empty where the value is null.
template <class Json>
std::string text_in(const Json& row, const char* key) {
  const Json& value = row.at(key);
  return value.is_null() ? std::string() : value.template get<std::string>();
}

template <class Json>
std::optional<double> number_in(const Json& row, const char* key) {
  const Json& value = row.at(key);
  return value.is_null() ? std::nullopt : std::optional(value.template get<double>());
}

/// All values that are known, as texts.
template <class Json>
RawFacts facts_in(const Json& all) {
  RawFacts facts;
  for (const auto& [name, value] : all.at("facts").items()) {
    if (value.is_null()) continue;
    facts.emplace_back(name, value.is_string() ? value.template get<std::string>() : value.dump());
  }
  return facts;
}

}  // namespace tilescribe::report
