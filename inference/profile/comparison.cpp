// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

#include "inference/profile/figures.h"
#include "inference/profile/table_rows.h"

namespace tilescribe {
namespace {

// Two standard errors of both means, propagated to their ratio. A single call says nothing about its scatter,
// so a mean based on one may be anything.
double noise_of(double ratio, const TableRow& before, const TableRow& after) {
  if (before.row.calls < 2 || after.row.calls < 2) return ratio;
  const double first = before.error_us / before.row.mean_us, second = after.error_us / after.row.mean_us;
  return 2.0 * ratio * std::sqrt(first * first + second * second);
}

ProfileComparisonRow compared(const TableRow* before, const TableRow* after) {
  ProfileComparisonRow result;
  const ProfileRow& either = after != nullptr ? after->row : before->row;
  result.name = either.name;
  result.stage = either.stage;
  result.layer = either.layer;
  if (before != nullptr) {
    result.before_ms = before->row.busy_ms;
    result.before_us = before->row.mean_us;
  }
  if (after != nullptr) {
    result.kinds = after->row.kinds;
    result.after_ms = after->row.busy_ms;
    result.after_us = after->row.mean_us;
  }
  if (before == nullptr || after == nullptr || before->row.mean_us <= 0.0 || after->row.mean_us <= 0.0) {
    return result;
  }
  result.ratio = after->row.mean_us / before->row.mean_us;
  result.noise = noise_of(*result.ratio, *before, *after);
  result.differs = std::abs(*result.ratio - 1.0) > result.noise;
  return result;
}

// The time that the run before would have taken for as many calls.
double for_as_many_calls(const ProfileRow& before, const ProfileRow& after) {
  return before.busy_ms * static_cast<double>(after.calls) / static_cast<double>(before.calls);
}

void add_sentence(std::string& text, const std::string& sentence) {
  if (!text.empty()) text += " ";
  text += sentence;
}

std::string either(const std::string& before, const std::string& after, const std::string& what) {
  if (before == after) return {};
  const auto named = [](const std::string& value) { return value.empty() ? std::string("unknown") : value; };
  return what + ": " + named(before) + " before, " + named(after) + " after.";
}

std::string caution_of(const ProfileSession& before, const ProfileSession& after) {
  const ProfileSetting &first = before.setting, &second = after.setting;
  std::string text;
  for (const std::string& sentence : {either(first.audio, second.audio, "Different audio"),
                                      either(first.engine, second.engine, "Different engine or device"),
                                      either(first.model, second.model, "Different model"),
                                      either(first.source, second.source, "Measured differently")}) {
    if (!sentence.empty()) add_sentence(text, sentence);
  }
  if (std::abs(before.audio_s - after.audio_s) > 0.05) {
    add_sentence(text, "Audio of different length: " + figure(before.audio_s) + " s before, " +
                           figure(after.audio_s) + " s after.");
  }
  if (first.full != second.full) {
    add_sentence(text, std::string("Only the run ") + (first.full ? "before" : "after") +
                           " recorded every step in full, so compare means, not sums.");
  }
  const double read_before = first.ceilings.read_gb_s.value_or(0.0),
               read_after = second.ceilings.read_gb_s.value_or(0.0);
  if (first.engine == second.engine && read_before > 0.0 && read_after > 0.0 &&
      std::abs(read_after / read_before - 1.0) > 0.1) {
    add_sentence(text, "Reading memory reached " + figure(read_before) + " GB/s before and " +
                           figure(read_after) + " GB/s after: perhaps another machine, or a busy one.");
  }
  if (before.lost > 0 || after.lost > 0) add_sentence(text, "Some records were lost while measuring.");
  return text;
}

double difference_ms(const ProfileComparisonRow& row) {
  return std::abs(row.after_ms.value_or(0.0) - row.before_ms.value_or(0.0));
}

}  // namespace

ProfileComparison compare_profiles(const ProfileSession& before, const ProfileSession& after,
                                   ProfileGrouping grouping, const ProfileSelection& selection) {
  ProfileSelection of_both = selection;  // a range and kinds belong to the run after only
  of_both.range.reset();
  of_both.kinds.clear();
  const std::vector<TableRow> first = table_rows(before, grouping, of_both),
                              second = table_rows(after, grouping, selection);
  std::unordered_map<std::string, const TableRow*> by_key;
  for (const TableRow& row : first) by_key.emplace(row.key, &row);
  ProfileComparison result;
  for (const TableRow& row : second) {
    const auto match = by_key.find(row.key);
    const bool in_both = match != by_key.end();
    ProfileComparisonRow& each = result.rows.emplace_back(compared(in_both ? match->second : nullptr, &row));
    if (in_both && selection.range) each.before_ms = for_as_many_calls(match->second->row, row.row);
    if (in_both) by_key.erase(match);
  }
  if (selection.kinds.empty() && !selection.range) {
    for (const TableRow& row : first) {
      if (by_key.contains(row.key)) result.rows.push_back(compared(&row, nullptr));
    }
  }
  std::ranges::stable_sort(result.rows, std::greater(), difference_ms);
  if (selection.empty()) {
    result.before_ms = static_cast<double>(before.duration_ns) * 1e-6;
    result.after_ms = static_cast<double>(after.duration_ns) * 1e-6;
  }
  for (const ProfileComparisonRow& row : result.rows) {
    const bool has_no_counterpart = selection.range && !row.before_ms;
    if (selection.empty() || has_no_counterpart) continue;
    result.before_ms += row.before_ms.value_or(0.0);
    result.after_ms += row.after_ms.value_or(0.0);
  }
  result.caution = caution_of(before, after);
  return result;
}

}  // namespace tilescribe
