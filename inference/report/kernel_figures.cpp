// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
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

// What is told of a raw file; the rest are figures.
constexpr std::array<std::string_view, 11> told_facts{
    "engine", "model",  "audio",  "command",          "program", "commit",
    "build",  "device", "driver", "about_the_device", "began"};

double required(const ordered_json& row, const char* key) {
  return row.at(key).get<double>();
}

template <class Whole>
Whole whole(const ordered_json& row, const char* key) {
  const auto number = text::whole_number<Whole>(row.at(key));
  if (!number) throw Error("another format");
  return *number;
}

OpRow time_of(const ordered_json& row, const std::string& op) {
  OpRow result;
  result.op = op;
  result.problem = text_in(row, "problem");
  result.variant = text_in(row, "variant");
  result.chosen = row.at("chosen").get<bool>();
  result.time = {required(row, "ms"), required(row, "least_ms"), required(row, "most_ms")};
  result.rates = {number_in(row, "tflop_s"), number_in(row, "gb_s"), number_in(row, "compute_percent"),
                  number_in(row, "memory_percent")};
  result.operations = whole<std::int64_t>(row, "operations");
  result.bytes = whole<std::int64_t>(row, "bytes");
  result.error = number_in(row, "error");
  result.complaint = Message::verbatim(text_in(row, "complaint"));
  return result;
}

BenchCeilings ceilings_in(const ordered_json& facts) {
  const auto one = [&facts](const char* key) {
    return facts.contains(key) ? number_in(facts, key) : std::nullopt;
  };
  BenchCeilings most;
  most.read_gb_s = one("read_gb_s");
  most.f32_tflop_s = one("f32_tflop_s");
  most.tf32_tflop_s = one("tf32_tflop_s");
  return most;
}

LabModelResult model_of(const ordered_json& all) {
  const ordered_json& facts = all.at("facts");
  LabModelResult result;
  result.with_text = text_in(facts, "text");
  result.without_text = text_in(facts, "text_without");
  result.word_error_rate = 1e-2 * required(facts, "word_error_percent");
  result.audio_s = required(facts, "audio_s");
  result.launches = whole<std::size_t>(facts, "launches");
  for (const ordered_json& row : all.at("rows"))
    result.stages.push_back({text_in(row, "stage"), required(row, "with_ms"), required(row, "without_ms")});
  return result;
}

}  // namespace

KernelFigures read_kernel_figures(std::string_view text, const std::string& file) {
  try {
    const auto all = text::parse_foreign<ordered_json>(text);
    const ordered_json& facts = all.at("facts");
    KernelFigures read;
    read.file = file;
    read.exercise = text_in(facts, "exercise");
    read.kernel = text_in(facts, "file");
    for (auto& fact : report::facts_in(all)) {
      if (std::ranges::find(told_facts, fact.first) != told_facts.end())
        read.facts.push_back(std::move(fact));
    }
    const std::string what = text_in(facts, "what");
    if (what == "lab model") read.model = model_of(all);
    if (what == "lab time") {
      read.setting = {.engine = text_in(facts, "engine"),
                      .compute = text_in(facts, "compute"),
                      .model = {},
                      .ceilings = ceilings_in(facts)};
      for (const ordered_json& row : all.at("rows")) read.times.push_back(time_of(row, text_in(facts, "op")));
    }
    if (read.model ? !read.model->stages.empty() : !read.times.empty()) return read;
  } catch (const nlohmann::json::exception&) {
    // Said below.
  } catch (const Error&) {
    // The same.
  }
  throw Error("{1} does not hold what lab time --json or lab model --json writes.", file);
}

}  // namespace tilescribe
