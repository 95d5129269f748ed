// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "inference/api/bench.h"
#include "inference/api/message.h"
#include "inference/api/profile.h"

/// What a profile says. Pure functions of a ProfileSession, the same for the window, the reports and the
/// tests.
namespace tilescribe {

/// Which part of a profile to consider. All of it by default.
struct ProfileSelection {
  struct Range {
    std::int64_t begin_ns = 0, end_ns = 0;
    bool operator==(const Range&) const = default;
    bool overlaps(const ProfileRecord& record) const {
      if (record.duration_ns == 0) return record.start_ns >= begin_ns && record.start_ns < end_ns;
      return record.start_ns < end_ns && record.end_ns() > begin_ns;
    }
  };
  std::optional<Range> range = {};  // records that overlap it
  std::optional<std::string> stage = {};
  std::set<std::uint32_t> kinds = {};  // empty: all
  std::optional<std::int32_t> layer = {};
  bool operator==(const ProfileSelection&) const = default;
  bool empty() const { return !range && !stage && kinds.empty() && !layer; }
};
bool is_selected(const ProfileSession& session, const ProfileRecord& record,
                 const ProfileSelection& selection);

enum class ProfileGrouping { kernel, op, variant, stage, layer };

/// What limits a kernel, by the ceiling that it is closer to.
enum class ProfileBound { unknown, memory, compute, neither };

/// A row of the kernel table.
struct ProfileRow {
  std::string name;                   // short; unique together with the stage
  std::string full_name;              // the kernel's name with its types; else the same as `name`
  std::string stage;                  // empty: several stages, or none
  std::optional<std::int32_t> layer;  // for a layer's row; -1: everything outside the layers
  std::string op, variant, part_of;
  std::vector<std::uint32_t> kinds;
  std::int64_t calls = 0;
  double total_ms = 0.0;  // own time: without the ops inside
  double busy_ms = 0.0;   // what it adds to the time in which anything ran
  double share = 0.0;     // of all rows' busy_ms, 0…1
  double mean_us = 0.0, median_us = 0.0, p95_us = 0.0, max_us = 0.0, deviation_us = 0.0;
  bool overlapped = false;  // over a twentieth of its time overlaps others and includes waiting; no rates
  std::optional<double> gb_s, memory_percent;      // counted bytes over own time; of the reading rate here
  std::optional<double> tflop_s, compute_percent;  // of the rate of matrix products here
  std::optional<double> intensity;                 // operations per byte
  ProfileBound bound = ProfileBound::unknown;
  Message bound_reason;  // a sentence, with figures
  std::vector<float>
      sparkline;  // share of its own time in each of 32 equal parts of the profile or range; the largest is 1
};
/// Sorted by busy time, longest first. Without a range, the totals are used, so all calls are included. With
/// a range, only the kept records are used. Medians and 95th percentiles are exact if all records were kept.
/// Rates of a stage or a layer use its busy time, which includes no waiting. A kernel has rates only if the
/// counted work is its own, so not if its op runs several kernels.
std::vector<ProfileRow> profile_table(const ProfileSession& session, ProfileGrouping grouping,
                                      const ProfileSelection& selection = {});

/// The points of a roofline: the table's variants. If the kernels of a stage overlap, none of them has rates
/// of its own, and the stage has one point for all of them ("decode, together").
std::vector<ProfileRow> profile_roofline(const ProfileSession& session,
                                         const ProfileSelection& selection = {});

/// The points of a roofline of what bench_ops timed, in the order of its rows: each is one call, named after
/// its variant. `on_gpu`: whether these are kernels of a GPU.
std::vector<ProfileRow> bench_roofline(const std::vector<OpRow>& rows, const BenchSetting& setting,
                                       bool on_gpu);

/// Rows of a timeline on which nothing overlaps. One lane holds the op, the lane below it the ops inside.
struct ProfileLane {
  std::string name;  // "stream 7", "stream 7, beside", "ops", "ops inside"
  std::uint32_t stream = 0;
  int depth = 0;  // 0: the stream's own; 1 and more: what overlaps, or is inside
};
struct ProfileLanes {
  std::vector<ProfileLane> lanes;
  std::vector<std::uint16_t> lane_of;  // for each record
};
ProfileLanes profile_lanes(const ProfileSession& session);

/// Time in which nothing ran on a stream. Gaps before the first and after the last record also count.
struct ProfileGap {
  std::int64_t start_ns = 0, duration_ns = 0;
  std::uint32_t stream = 0;
};
struct ProfileIdle {
  std::int64_t busy_ns = 0;         // the union of all records' intervals
  std::int64_t waiting_ns = 0;      // gaps of 20 µs and longer in that union
  std::int64_t launch_ns = 0;       // shorter ones
  std::vector<ProfileGap> longest;  // gaps of the union, longest first, at most 100
};
inline constexpr std::int64_t launch_gap_ns = 20'000;  // shorter gaps are launches
ProfileIdle profile_idle(const ProfileSession& session, std::optional<ProfileSelection::Range> range = {});

/// Time in which anything of a stage ran, in the order of the work. For "audio" it is the host's time.
struct ProfileStage {
  std::string stage;
  std::int64_t busy_ns = 0;  // union of its records' intervals
  std::int64_t host_ns = 0;  // by the host's clock, as in ProfileSession::spans
};
std::vector<ProfileStage> profile_stages(const ProfileSession& session,
                                         std::optional<ProfileSelection::Range> range = {});

/// Stage → layer → op, as an icicle chart shows it: children lie side by side within their parent.
struct ProfileNode {
  std::string name;
  std::string stage, op;  // empty above its level; outside all ops, the op's place holds the name
  std::int32_t layer = -1;
  std::int64_t own_ns = 0;            // of everything below it
  std::vector<ProfileNode> children;  // stages in the order of the work, layers by number, ops longest first
};
ProfileNode profile_tree(const ProfileSession& session, const ProfileSelection& selection = {});

/// Own times of the selected records, in equal logarithmic steps.
struct ProfileHistogram {
  struct Bin {
    double from_us = 0.0, to_us = 0.0;
    std::int64_t calls = 0;
  };
  std::vector<Bin> bins;  // without empty bins at either end
  double median_us = 0.0, p95_us = 0.0;
};
ProfileHistogram profile_histogram(const ProfileSession& session, const ProfileSelection& selection);

/// A bottleneck, in words.
struct ProfileFinding {
  Message title;         // "linear (tuned) in decode: 43 % of the time"
  Message text;          // what limits it, how far it is from the ceiling, and what the floor would be
  std::string row;       // the row's name in the table grouped by variant; empty: the whole run
  std::string stage;     // the row's
  double lost_ms = 0.0;  // time above the floor: what could be gained at best
};
/// Outliers come first. These are variants that take over three times what the rest of their run suggests, in
/// more than a few calls, and at least 1 % of the time longer. They are ranked by the excess time, weighted
/// by the root of the ratio to the expected time. So a slow variant of a small op comes first, even if
/// everything else is far from its ceilings. The expected time of a call is what the shorter calls of the run
/// take, and the floor of the counted work over the efficiency at which the run does half of its work. All
/// other findings follow, ranked by their time above the floor. Idle time is a finding of its own. Findings
/// that could gain less than 0.5 % of the time are omitted. Returns at most `most`. If only some steps were
/// recorded in full, they stand for all of them, and the text says so.
std::vector<ProfileFinding> profile_findings(const ProfileSession& session, std::size_t most = 8);

/// Two profiles, row by row.
struct ProfileComparisonRow {
  std::string name, stage;
  std::optional<std::int32_t> layer;          // as in ProfileRow
  std::vector<std::uint32_t> kinds;           // of the run after; empty if it only ran before
  std::optional<double> before_ms, after_ms;  // busy time; empty if it did not run
  std::optional<double> before_us, after_us;  // mean per call
  std::optional<double> ratio;                // mean per call, after over before
  double noise = 0.0;  // of the ratio, ±: two standard errors of both means; the ratio itself if one of them
                       // is a single call
  bool differs = false;  // the ratio differs from 1 by more than the noise
};
struct ProfileComparison {
  std::vector<ProfileComparisonRow> rows;  // sorted by the larger difference in time
  double before_ms = 0.0, after_ms = 0.0;  // the whole runs; with a selection: its rows together
  Message caution;  // what makes them hard to compare (other audio, other machine); empty: nothing known
};
/// The selection is one of the run after. Its stage and layer apply to both runs, and its kinds to the rows
/// that contain them. A range has no counterpart in the other run. So with a range, the run before counts as
/// its mean times multiplied by the number of calls within the range, and rows without such calls are
/// omitted.
ProfileComparison compare_profiles(const ProfileSession& before, const ProfileSession& after,
                                   ProfileGrouping grouping, const ProfileSelection& selection = {});

}  // namespace tilescribe
