// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "inference/api/profile_analysis.h"

/// The values that fill the report's template (resources/report). The template escapes every text.
namespace tilescribe::store {

/// Facts that several parts use, computed once.
struct ReportFacts {
  explicit ReportFacts(const ProfileSession& of);

  const ProfileSession& session;
  std::vector<ProfileRow> kernels, roofline;
  std::vector<ProfileStage> stages;
  ProfileIdle idle;
  ProfileLanes lanes;
  std::int64_t busy_ns = 0;  // sum over all stages: more than idle.busy_ns if they overlap
};

// Sections of the page; null for one that has nothing to show.
nlohmann::json stage_section(const ReportFacts& facts);     // a stacked bar and its table
nlohmann::json timeline_section(const ReportFacts& facts);  // what ran when, one row per lane
nlohmann::json kernel_section(const ReportFacts& facts);    // the table with bars
nlohmann::json roofline_section(const ReportFacts& facts);
nlohmann::json gap_section(const ReportFacts& facts);  // the longest gaps and the records around them
/// How it was measured, for the root of the values.
void add_method(const ReportFacts& facts, nlohmann::json& values);

// The shapes of a picture, for the template "shapes". Places and sizes are in the picture's own units,
// `style` is a class of the style sheet.
nlohmann::json rect(double x, double y, double width, double height, const std::string& style);
nlohmann::json line(double x1, double y1, double x2, double y2, const std::string& style);
nlohmann::json dot(double x, double y, double radius, const std::string& style);
nlohmann::json label(double x, double y, const std::string& anchor, const std::string& style,
                     const std::string& words);
nlohmann::json upright(double y, const std::string& words);  // at the left edge, read from below

/// A duration, for use in sentences.
std::string time_text(double ns);
/// "43 %"; "0.4 %" below ten.
std::string percent_text(double percent);
/// "1,234,567".
std::string count_text(std::int64_t count);
/// One of our sentences with figures, without line breaks between a figure and its unit.
std::string sentence(const Message& message);

/// The class of a stage's colour in the style sheet; "other" for unknown stages.
std::string stage_class(std::string_view stage);

}  // namespace tilescribe::store
