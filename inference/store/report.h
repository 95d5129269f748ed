// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "inference/api/profile_analysis.h"

/// The parts of the report, each a piece of HTML whose tags are balanced as in XML. All texts of a session go
/// through html_text().
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

std::string_view report_style();

std::string stage_section(const ReportFacts& facts);     // a stacked bar and its table
std::string timeline_section(const ReportFacts& facts);  // what ran when, one row per lane
std::string kernel_section(const ReportFacts& facts);    // the table with bars
std::string roofline_section(const ReportFacts& facts);
std::string idle_section(const ReportFacts& facts);  // the longest gaps and the records around them
std::string method_section(
    const ReportFacts& facts);  // how it was measured, what that cost, what to be careful about

/// A duration, for use in sentences.
std::string time_text(double ns);
/// "43 %"; "0.4 %" below ten.
std::string percent_text(double percent);
/// "1,234,567".
std::string count_text(std::int64_t count);
/// One of our sentences with figures: html_text() without line breaks between a figure and its unit.
std::string sentence_html(const Message& sentence);

/// The class of a stage's colour in the style sheet; "other" for unknown stages.
std::string stage_class(std::string_view stage);

}  // namespace tilescribe::store
