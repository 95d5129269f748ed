// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include "inference/api/profile_analysis.h"
#include "inference/profile/stages.h"

namespace tilescribe {
namespace {

constexpr std::size_t most_gaps = 100;

// The longest gaps so far, the shortest of them first.
class LongestGaps {
 public:
  void add(const ProfileGap& gap) {
    if (gaps_.size() == most_gaps) {
      if (gap.duration_ns <= gaps_.front().duration_ns) return;
      std::ranges::pop_heap(gaps_, longer);
      gaps_.pop_back();
    }
    gaps_.push_back(gap);
    std::ranges::push_heap(gaps_, longer);
  }
  std::vector<ProfileGap> sorted() {
    std::ranges::sort(gaps_, longer);
    return std::move(gaps_);
  }

 private:
  static bool longer(const ProfileGap& a, const ProfileGap& b) {
    return a.duration_ns != b.duration_ns ? a.duration_ns > b.duration_ns : a.start_ns < b.start_ns;
  }
  std::vector<ProfileGap> gaps_;
};

ProfileSelection::Range whole(const ProfileSession& session) {
  ProfileSelection::Range range{0, session.duration_ns};
  // What ran before the first kept record is unknown, so that time is not a gap.
  if (session.dropped > 0 && !session.records.empty()) range.begin_ns = session.records.front().start_ns;
  return range;
}

// The union of intervals within a range; they arrive in the order of their start.
struct Union {
  std::int64_t busy_ns = 0, until_ns = 0;
  void add(std::int64_t start_ns, std::int64_t end_ns) {
    busy_ns += std::max<std::int64_t>(0, end_ns - std::max(start_ns, until_ns));
    until_ns = std::max(until_ns, end_ns);
  }
};

}  // namespace

ProfileIdle profile_idle(const ProfileSession& session, std::optional<ProfileSelection::Range> range) {
  const ProfileSelection::Range known = whole(session), within = range.value_or(known);
  ProfileIdle idle;
  LongestGaps longest;
  const auto clipped = [&](std::int64_t from_ns, std::int64_t to_ns) {
    return std::max<std::int64_t>(0, std::min(to_ns, within.end_ns) - std::max(from_ns, within.begin_ns));
  };
  std::int64_t until = known.begin_ns;
  // The kind of a gap depends on its whole length, even if the range cuts it.
  const auto gap_to = [&](std::int64_t start_ns, std::uint32_t stream) {
    const std::int64_t gap = clipped(until, start_ns);
    if (gap == 0) return;
    (start_ns - until < launch_gap_ns ? idle.launch_ns : idle.waiting_ns) += gap;
    longest.add({std::max(until, within.begin_ns), gap, stream});
  };
  std::uint32_t stream = 0;
  for (const ProfileRecord& record : session.records) {
    if (until >= within.end_ns) break;
    if (record.end_ns() <= until) continue;
    stream = record.stream;
    if (record.start_ns > until) gap_to(record.start_ns, stream);
    idle.busy_ns += clipped(std::max(record.start_ns, until), record.end_ns());
    until = record.end_ns();
  }
  if (known.end_ns > until) gap_to(known.end_ns, stream);
  idle.longest = longest.sorted();
  return idle;
}

std::vector<ProfileStage> profile_stages(const ProfileSession& session,
                                         std::optional<ProfileSelection::Range> range) {
  const ProfileSelection::Range within = range.value_or(ProfileSelection::Range{
      std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()});
  std::vector<ProfileStage> stages;
  std::map<std::string, std::size_t> indices;  // a file from elsewhere may have a million stages
  const auto index_of = [&](const std::string& name) {
    const auto [place, is_new] = indices.try_emplace(name, stages.size());
    if (is_new) stages.push_back({.stage = name});
    return place->second;
  };
  std::vector<std::size_t> of_kind;
  of_kind.reserve(session.kinds.size());
  for (const ProfileKind& kind : session.kinds) of_kind.push_back(index_of(kind.stage));
  std::vector<Union> unions(stages.size(), Union{.until_ns = within.begin_ns});
  for (const ProfileRecord& record : session.records) {
    if (record.start_ns >= within.end_ns) break;
    unions[of_kind[record.kind]].add(record.start_ns, std::min(record.end_ns(), within.end_ns));
  }
  for (std::size_t i = 0; i < unions.size(); ++i) stages[i].busy_ns = unions[i].busy_ns;
  for (const ProfileSpan& span : session.spans) {
    const std::int64_t from = std::max(span.start_ns, within.begin_ns);
    const std::int64_t to = std::min(span.end_ns(), within.end_ns);
    if (to > from) stages[index_of(span.stage)].host_ns += to - from;
  }
  std::erase_if(stages, [](const ProfileStage& stage) { return stage.busy_ns == 0 && stage.host_ns == 0; });
  for (ProfileStage& stage : stages) {
    if (stage.stage == stages_in_order.front())
      stage.busy_ns = stage.host_ns;  // only the host works on the audio
  }
  std::ranges::stable_sort(stages, {}, [](const ProfileStage& stage) { return stage_place(stage.stage); });
  return stages;
}

}  // namespace tilescribe
