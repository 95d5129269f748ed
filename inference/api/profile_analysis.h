// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "inference/api/profile.h"

/// What a profile says: pure functions of a ProfileSession, the same for the window, the reports and the
/// tests.
namespace tilescribe {

/// Which part of a profile is looked at. All of it by default.
struct ProfileSelection {
  struct Range {
    std::int64_t begin_ns = 0, end_ns = 0;
    bool operator==(const Range&) const = default;
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

/// What holds a kernel back, by the ceiling it is nearer to.
enum class ProfileBound { unknown, memory, compute, neither };

/// A row of the kernel table.
struct ProfileRow {
  std::string name;                   // short; unique together with stage
  std::string full_name;              // of the kernel with its types; else as `name`
  std::string stage;                  // empty where it holds several, or none
  std::optional<std::int32_t> layer;  // of a layer's row; -1: what is in none
  std::string op, variant, part_of;
  std::vector<std::uint32_t> kinds;
  std::int64_t calls = 0;
  double total_ms = 0.0;  // own time: without ops inside
  double busy_ms = 0.0;   // what it adds to the time in which anything ran
  double share = 0.0;     // of all rows' busy_ms, 0…1
  double mean_us = 0.0, median_us = 0.0, p95_us = 0.0, max_us = 0.0, deviation_us = 0.0;
  bool overlapped = false;  // its time includes waiting: over a twentieth of it lies within others; no rates
  std::optional<double> gb_s, memory_percent;  // counted bytes over own time; of what reading reaches here
  std::optional<double> tflop_s, compute_percent;  // of what products reach here
  std::optional<double> intensity;                 // operations a byte
  ProfileBound bound = ProfileBound::unknown;
  std::string bound_reason;  // a sentence, with figures
  std::vector<float>
      sparkline;  // share of its own time in each of 32 equal parts of the profile, or range; largest 1
};
/// By busy time, the longest first. Without a range the totals count, so all calls are in; with one, the
/// records that are kept. Medians and 95th percentiles are exact where all records are kept. A stage's or a
/// layer's rates are over its busy time, which includes no waiting; a kernel has rates only where what is
/// counted is its own, so not where its op runs several.
std::vector<ProfileRow> profile_table(const ProfileSession& session, ProfileGrouping grouping,
                                      const ProfileSelection& selection = {});

/// What stands in a roofline: the table's variants, and of a stage whose kernels overlap, so that no rates
/// can be claimed of each, all of them together ("decode, together").
std::vector<ProfileRow> profile_roofline(const ProfileSession& session,
                                         const ProfileSelection& selection = {});

/// Rows of a timeline on which nothing overlaps. An op's lane holds it, the lane below what runs inside it.
struct ProfileLane {
  std::string name;  // "stream 7", "stream 7, beside", "ops", "ops inside"
  std::uint32_t stream = 0;
  int depth = 0;  // 0: the stream's own; 1…: what overlaps, or is inside
};
struct ProfileLanes {
  std::vector<ProfileLane> lanes;
  std::vector<std::uint16_t> lane_of;  // of each record
};
ProfileLanes profile_lanes(const ProfileSession& session);

/// Time in which nothing ran on a stream. Gaps before its first and behind its last record count too.
struct ProfileGap {
  std::int64_t start_ns = 0, duration_ns = 0;
  std::uint32_t stream = 0;
};
struct ProfileIdle {
  std::int64_t busy_ns = 0;         // the union of all records' intervals
  std::int64_t waiting_ns = 0;      // gaps in that union of 20 µs and longer
  std::int64_t launch_ns = 0;       // shorter ones
  std::vector<ProfileGap> longest;  // gaps of the union, the longest first, at most 100
};
inline constexpr std::int64_t launch_gap_ns = 20'000;  // shorter gaps are launches
ProfileIdle profile_idle(const ProfileSession& session, std::optional<ProfileSelection::Range> range = {});

/// Time in which anything of a stage ran, in the order of the work; of "audio" the host's.
struct ProfileStage {
  std::string stage;
  std::int64_t busy_ns = 0;  // union of its records' intervals
  std::int64_t host_ns = 0;  // by the clock of the host, as ProfileSession::spans
};
std::vector<ProfileStage> profile_stages(const ProfileSession& session,
                                         std::optional<ProfileSelection::Range> range = {});

/// Stage → layer → op, as an icicle draws it: children lie side by side within their parent.
struct ProfileNode {
  std::string name;
  std::string stage, op;  // empty where the node stands above them; of what is no op its name
  std::int32_t layer = -1;
  std::int64_t own_ns = 0;  // of all below it
  std::vector<ProfileNode>
      children;  // stages in the order of the work, layers by number, ops the longest first
};
ProfileNode profile_tree(const ProfileSession& session, const ProfileSelection& selection = {});

/// Own times of the selected records in equal steps of the logarithm.
struct ProfileHistogram {
  struct Bin {
    double from_us = 0.0, to_us = 0.0;
    std::int64_t calls = 0;
  };
  std::vector<Bin> bins;  // without empty ones at both ends
  double median_us = 0.0, p95_us = 0.0;
};
ProfileHistogram profile_histogram(const ProfileSession& session, const ProfileSelection& selection);

/// A bottleneck, in words.
struct ProfileFinding {
  std::string title;     // "linear (tuned) in decode: 43 % of the time"
  std::string text;      // what bounds it, how far from the ceiling it is, and what the floor would be
  std::string row;       // the row's name in the table grouped by variant; empty: of the whole run
  std::string stage;     // the row's
  double lost_ms = 0.0;  // over the floor: what could be won at best
};
/// First what stands out: variants that take over three times what the rest of their run lets one expect, not
/// only in a few calls, and 1 % of the time more; by the time beyond that, weighed by the root of how many
/// times as long they take. So a slow variant of a small op comes first, also where all else is far from its
/// ceilings. Expected is for each call what the shorter calls of the run take, and the floor of the counted
/// work over the efficiency at which the run does half of its work. Then all else by its time over its floor;
/// idle time is a finding of its own. What could win under 0.5 % of the time is left out; at most `most`.
/// Where only some steps were recorded in full, these stand for all, and the text says so.
std::vector<ProfileFinding> profile_findings(const ProfileSession& session, std::size_t most = 8);

/// Two profiles, row by row.
struct ProfileComparisonRow {
  std::string name, stage;
  std::optional<std::int32_t> layer;          // as in ProfileRow
  std::vector<std::uint32_t> kinds;           // of the run after; empty where it ran before only
  std::optional<double> before_ms, after_ms;  // busy time; nothing where it did not run
  std::optional<double> before_us, after_us;  // mean of a call
  std::optional<double> ratio;                // mean of a call, after over before
  double noise = 0.0;    // of the ratio, ±: two standard errors of both means; the ratio
                         // itself where one of them is a single call
  bool differs = false;  // the ratio is farther from 1 than the noise
};
struct ProfileComparison {
  std::vector<ProfileComparisonRow> rows;  // by the larger difference in time
  double before_ms = 0.0, after_ms = 0.0;  // the whole runs; of a selection its rows together
  std::string caution;  // what makes them hard to compare: other audio, other machine; empty: nothing known
};
/// The selection is one of the run after. Its stage and layer hold for both runs, its kinds for the rows that
/// they are in. A range has no counterpart in another run: there the run before counts with its mean times
/// the calls within the range, and what has none there is left out.
ProfileComparison compare_profiles(const ProfileSession& before, const ProfileSession& after,
                                   ProfileGrouping grouping, const ProfileSelection& selection = {});

}  // namespace tilescribe
