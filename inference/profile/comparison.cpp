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

Message named(const Message& value) {
  return value.empty() ? Message("unknown") : value;
}
Message named(const std::string& value) {
  return value.empty() ? Message("unknown") : Message::verbatim(value);
}

Message caution_of(const ProfileSession& before, const ProfileSession& after) {
  const ProfileSetting &first = before.setting, &second = after.setting;
  const bool same_engine = english(first.engine) == english(second.engine);  // one may come from a file
  Message text;
  const auto add = [&text](bool needed, const Message& sentence) {
    if (needed) text = sentences(text, sentence);
  };
  add(first.audio != second.audio,
      Message("Different audio: {1} before, {2} after.", named(first.audio), named(second.audio)));
  add(!same_engine, Message("Different engine or device: {1} before, {2} after.", named(first.engine),
                            named(second.engine)));
  add(first.model != second.model,
      Message("Different model: {1} before, {2} after.", named(first.model), named(second.model)));
  add(first.source != second.source,
      Message("Measured differently: {1} before, {2} after.", named(first.source), named(second.source)));
  add(std::abs(before.audio_s - after.audio_s) > 0.05,
      Message("Audio of different length: {1} s before, {2} s after.", figure(before.audio_s),
              figure(after.audio_s)));
  add(first.full && !second.full,
      Message("Only the run before recorded every step in full, so compare means, not sums."));
  add(second.full && !first.full,
      Message("Only the run after recorded every step in full, so compare means, not sums."));
  const double read_before = first.ceilings.read_gb_s.value_or(0.0),
               read_after = second.ceilings.read_gb_s.value_or(0.0);
  add(same_engine && read_before > 0.0 && read_after > 0.0 && std::abs(read_after / read_before - 1.0) > 0.1,
      Message("Reading memory reached {1} GB/s before and {2} GB/s after: perhaps another machine, or a busy "
              "one.",
              figure(read_before), figure(read_after)));
  add(before.lost > 0 || after.lost > 0, Message("Some records were lost while measuring."));
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
