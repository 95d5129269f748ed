// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "inference/profile/expectation.h"
#include "inference/profile/figures.h"
#include "inference/profile/rates.h"
#include "inference/profile/table_rows.h"

namespace tilescribe {
namespace {

constexpr double stands_out = 3.0;      // times what its run would let one expect
constexpr double worth_a_word = 0.005;  // of the whole time

struct Ranked {
  ProfileFinding finding;
  double weight = 0.0;  // of what it takes beyond what its run would let one expect; 0: as expected
};

double part(double ms, const ProfileSession& session) {
  return session.duration_ns > 0 ? ms / (static_cast<double>(session.duration_ns) * 1e-6) : 0.0;
}

std::string calls_text(const TableRow& row) {
  const std::string one = row.on_device ? "kernel" : "call";
  return row.row.calls == 1 ? "1 " + one + " adds" : std::to_string(row.row.calls) + " " + one + "s add";
}

// What holds it back, and the floor.
std::string bound_text(const TableRow& row, const Floor& floor, const ProfileSetting& setting) {
  const std::string takes =
      calls_text(row) + " " + duration_text(row.row.busy_ms) + " to the time in which anything ran";
  if (floor.ms() <= 0.0) {
    return takes +
           ". No work is counted for it that this device's ceilings could be held against, so its floor is "
           "not known.";
  }
  const bool memory = floor.memory_ms >= floor.compute_ms;
  const std::string ceiling =
      memory ? "reading memory at " + figure(setting.ceilings.read_gb_s.value_or(0.0)) + " GB/s"
             : arithmetic_of(setting) + " arithmetic at this device's measured peak";
  return takes + ". Its floor by " + ceiling + " is " + duration_text(floor.ms()) + ", " +
         percent(floor.ms() / row.row.busy_ms) + " of that.";
}

std::string verdict_text(const TableRow& row, const Floor& floor, double expected_ms, double efficiency) {
  if (row.row.busy_ms >= stands_out * expected_ms) {
    const double times = row.row.busy_ms / std::max(expected_ms, 1e-6);
    return " It takes " + figure(times) + " times what the rest of this run would let one expect (" +
           duration_text(expected_ms) + ", at " + percent(efficiency) +
           " of the ceilings): a slow variant, or work that is not counted.";
  }
  if (floor.ms() <= 0.0) return {};
  const double reached = floor.ms() / row.row.busy_ms;
  if (reached >= 0.7) return " It is near its ceiling: only less work would make it faster.";
  if (row.row.mean_us < launch_us) {
    return row.on_device
               ? " Its calls are so short that launching them is most of it: fewer, larger ones would help."
               : " Its calls are so short that calling is most of it: fewer, larger ones would help.";
  }
  return reached >= 0.25 ? " It is bound by that, and could come nearer."
                         : " Neither memory nor arithmetic is near its ceiling: latency, or a slow variant.";
}

Ranked of_row(const TableRow& row, const ProfileSession& session, const Expectation& expectation) {
  const Floor floor = floor_of(session.setting, row.flops, row.bytes);
  const double expected_ms = expectation.ms(row);
  Ranked ranked;
  ranked.finding.row = row.row.name;
  ranked.finding.stage = row.row.stage;
  ranked.finding.title = row.row.name + (row.row.stage.empty() ? "" : " in " + row.row.stage) + ": " +
                         percent(part(row.row.busy_ms, session)) + " of the time";
  ranked.finding.text = bound_text(row, floor, session.setting) +
                        verdict_text(row, floor, expected_ms, expectation.efficiency());
  ranked.finding.lost_ms = std::max(0.0, row.row.busy_ms - floor.ms());
  if (row.row.busy_ms >= stands_out * expected_ms) {
    const double times = row.row.busy_ms / std::max(expected_ms, 1e-6);
    ranked.weight = (row.row.busy_ms - expected_ms) * std::sqrt(times);
  }
  return ranked;
}

Ranked of_idle(const ProfileSession& session) {
  const ProfileIdle idle = profile_idle(session);
  const double waiting_ms = static_cast<double>(idle.waiting_ns) * 1e-6;
  const double launch_ms = static_cast<double>(idle.launch_ns) * 1e-6;
  Ranked ranked;
  ProfileFinding& finding = ranked.finding;
  finding.lost_ms = waiting_ms + launch_ms;
  finding.title = "Idle: " + percent(part(finding.lost_ms, session)) + " of the time";
  finding.text = "Nothing ran for " + duration_text(finding.lost_ms) + ": " + duration_text(waiting_ms) +
                 " in gaps of 20 µs and longer, waiting for the host or the audio, and " +
                 duration_text(launch_ms) + " in shorter ones, between a launch and the next.";
  if (!idle.longest.empty()) {
    const ProfileGap& gap = idle.longest.front();
    finding.text += " The longest gap lasts " + duration_text(static_cast<double>(gap.duration_ns) * 1e-6) +
                    ", at " + duration_text(static_cast<double>(gap.start_ns) * 1e-6) + ".";
  }
  return ranked;
}

}  // namespace

std::vector<ProfileFinding> profile_findings(const ProfileSession& session, std::size_t most) {
  std::vector<TableRow> rows = table_rows(session, ProfileGrouping::variant, {});
  // What a step recorded as a whole holds is in no row of its own, so nothing can be said of it.
  std::erase_if(rows, [](const TableRow& row) { return row.replays; });
  const Expectation expectation(session.setting, rows);
  std::vector<Ranked> ranked;
  for (const TableRow& row : rows) ranked.push_back(of_row(row, session, expectation));
  ranked.push_back(of_idle(session));
  std::erase_if(ranked,
                [&](const Ranked& each) { return part(each.finding.lost_ms, session) < worth_a_word; });
  std::ranges::stable_sort(ranked, std::greater(),
                           [](const Ranked& each) { return std::pair(each.weight, each.finding.lost_ms); });
  std::vector<ProfileFinding> findings;
  for (Ranked& each : ranked) {
    if (findings.size() < most) findings.push_back(std::move(each.finding));
  }
  return findings;
}

}  // namespace tilescribe
