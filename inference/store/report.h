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

/// What the parts have in common, worked out once.
struct ReportFacts {
  explicit ReportFacts(const ProfileSession& of);

  const ProfileSession& session;
  std::vector<ProfileRow> kernels, roofline;
  std::vector<ProfileStage> stages;
  ProfileIdle idle;
  ProfileLanes lanes;
  std::int64_t busy_ns = 0;  // of all stages, added up: more than idle.busy_ns where they overlap
};

std::string_view report_style();

std::string stage_section(const ReportFacts& facts);     // a stacked bar and its table
std::string timeline_section(const ReportFacts& facts);  // what ran when, lane by lane
std::string kernel_section(const ReportFacts& facts);    // the table with bars
std::string roofline_section(const ReportFacts& facts);
std::string idle_section(const ReportFacts& facts);    // the longest gaps and what they lie between
std::string method_section(const ReportFacts& facts);  // how it was measured, what that cost, what to doubt

/// A length of time, as within sentences.
std::string time_text(double ns);
/// "43 %"; "0.4 %" below ten.
std::string percent_text(double percent);
/// "1,234,567".
std::string count_text(std::int64_t count);
/// A sentence of ours with figures: html_text() in which no line breaks between a figure and its unit.
std::string sentence_html(std::string_view text);

/// The class of a stage's colour in the style sheet; "other" for stages that we don't know.
std::string stage_class(std::string_view stage);

}  // namespace tilescribe::store
