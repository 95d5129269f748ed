// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "inference/profile/expectation.h"
#include "inference/profile/figures.h"
#include "inference/profile/rates.h"
#include "inference/profile/stages.h"
#include "inference/profile/table_rows.h"

namespace tilescribe {
namespace {

constexpr double far_beyond = 3.0;      // times the expected time
constexpr double worth_first = 0.01;    // share of the whole time above the expected time, to come first
constexpr double worth_a_word = 0.005;  // share of the whole time

struct Ranked {
  ProfileFinding finding;
  double weight = 0.0;  // weight of the time above the expected time; 0: as expected
};

double part(double ms, const ProfileSession& session) {
  return session.duration_ns > 0 ? ms / (static_cast<double>(session.duration_ns) * 1e-6) : 0.0;
}

// What it adds to the time, without a full stop.
Message calls_text(const TableRow& row) {
  const std::string added = duration_text(row.row.busy_ms);
  return row.on_device
             ? Message("{1} kernel(s) added {2} to the time in which anything ran", row.row.calls, added)
             : Message("{1} call(s) added {2} to the time in which anything ran", row.row.calls, added);
}

// What limits it, and the floor.
Message bound_text(const TableRow& row, const Floor& floor, const ProfileSetting& setting) {
  const Message takes = calls_text(row);
  if (floor.ms() <= 0.0) {
    return Message(
        "{1}. No work is counted for it that could be compared with this device's ceilings, so its floor is "
        "unknown.",
        takes);
  }
  const bool memory = floor.memory_ms >= floor.compute_ms;
  const Message ceiling =
      memory ? Message("reading memory at {1} GB/s", figure(setting.ceilings.read_gb_s.value_or(0.0)))
             : Message("{1} arithmetic at this device's measured peak", arithmetic_of(setting));
  const std::string least = duration_text(floor.ms());
  if (floor.ms() > row.row.busy_ms) {
    return memory ? Message("{1}. By {2} it would take {3}: part of what it reads comes from the caches.",
                            takes, ceiling, least)
                  : Message(
                        "{1}. By {2} it would take {3}: the peak must have been measured while the device "
                        "was busy.",
                        takes, ceiling, least);
  }
  return Message("{1}. Its floor by {2} is {3}, {4} of that.", takes, ceiling, least,
                 percent(floor.ms() / row.row.busy_ms));
}

// How a row compares with the rest of its run.
struct Standing {
  double expected_ms = 0.0;
  double times = 0.0;         // actual over expected time
  bool in_few_calls = false;  // but only because of a few calls
  bool stands_out = false;
};

// What the calls would add if the longest few were like the others. A busy machine, or a first call that
// prepares something, does not make a variant slow.
double usual_ms(const ProfileRow& row) {
  double mean_us = std::min(row.mean_us, row.p95_us);
  if (row.calls > 2) {
    const auto calls = static_cast<double>(row.calls);
    mean_us = std::min(mean_us, (calls * row.mean_us - row.max_us) / (calls - 1.0));
  }
  return row.mean_us > 0.0 ? row.busy_ms * mean_us / row.mean_us : 0.0;
}

Standing standing_of(const TableRow& row, const ProfileSession& session, const Expectation& expectation) {
  Standing standing;
  standing.expected_ms = std::max(expectation.ms(row), 1e-6);
  standing.times = row.row.busy_ms / standing.expected_ms;
  const double usual = usual_ms(row.row);
  standing.in_few_calls = standing.times >= far_beyond && usual < far_beyond * standing.expected_ms;
  standing.stands_out = standing.times >= far_beyond && !standing.in_few_calls &&
                        part(usual - standing.expected_ms, session) >= worth_first;
  return standing;
}

Message verdict_text(const TableRow& row, const Floor& floor, const Standing& standing, double efficiency) {
  if (standing.in_few_calls) {
    return Message(
        "A few calls took most of it, up to {1}, while half of them take at most {2}: the machine was busy, "
        "or a first call prepared something.",
        duration_text(row.row.max_us * 1e-3), duration_text(row.row.median_us * 1e-3));
  }
  if (standing.times >= far_beyond) {
    return Message(
        "It takes {1} times as long as the rest of this run suggests ({2}, at {3} of the ceilings): a slow "
        "variant, or work that is not counted.",
        figure(standing.times), duration_text(standing.expected_ms), percent(efficiency));
  }
  if (floor.ms() <= 0.0) return {};
  const double reached = floor.ms() / row.row.busy_ms;
  if (reached >= 0.7) return Message("It is near its ceiling: only less work would make it faster.");
  if (row.row.mean_us < launch_us) {
    return row.on_device ? Message(
                               "Its calls are so short that most of the time is launching: fewer, larger "
                               "ones would help.")
                         : Message(
                               "Its calls are so short that most of the time is calling: fewer, larger ones "
                               "would help.");
  }
  return reached >= 0.25
             ? Message("That is its limit, and it could come closer to it.")
             : Message("Neither memory nor arithmetic is near its ceiling: latency, or a slow variant.");
}

/// A stage as a part of a sentence.
Message stage_text(const std::string& stage) {
  static const std::array texts{Message("audio"),     Message("features"), Message("encoder"),
                                Message("projector"), Message("prefill"),  Message("decode")};
  const std::size_t place = stage_place(stage);
  return place < texts.size() ? texts[place] : Message::verbatim(stage);
}

Ranked of_row(const TableRow& row, const ProfileSession& session, const Expectation& expectation) {
  const Floor floor = floor_of(session.setting, row.flops, row.bytes);
  const Standing standing = standing_of(row, session, expectation);
  Ranked ranked;
  ranked.finding.row = row.row.name;
  ranked.finding.stage = row.row.stage;
  const std::string share = percent(part(row.row.busy_ms, session));
  ranked.finding.title = row.row.stage.empty() ? Message("{1}: {2} of the time", row.row.name, share)
                                               : Message("{1} in {2}: {3} of the time", row.row.name,
                                                         stage_text(row.row.stage), share);
  ranked.finding.text = sentences(bound_text(row, floor, session.setting),
                                  verdict_text(row, floor, standing, expectation.efficiency()));
  ranked.finding.lost_ms = std::max(0.0, row.row.busy_ms - floor.ms());
  if (standing.stands_out) {
    ranked.weight = (row.row.busy_ms - standing.expected_ms) * std::sqrt(standing.times);
  }
  return ranked;
}

// If some steps were recorded only as a whole, those recorded in full stand for all: `rows` become what they
// would be if every step had been recorded in full. Returns, by stage, which part of the steps' time that
// was.
std::map<std::string, double> stand_for_all(std::vector<TableRow>& rows) {
  struct Stage {
    double whole_ms = 0.0, full_ms = 0.0;
  };
  std::map<std::string, Stage> stages;
  for (const TableRow& row : rows) {
    Stage& stage = stages[row.row.stage];
    (row.replays ? stage.whole_ms : stage.full_ms) += row.row.busy_ms;
  }
  std::erase_if(rows, [](const TableRow& row) { return row.replays; });
  std::map<std::string, double> parts;
  for (const auto& [name, stage] : stages) {
    if (stage.whole_ms <= 0.0 || stage.full_ms <= 0.0) continue;
    parts[name] = stage.full_ms / (stage.full_ms + stage.whole_ms);
  }
  for (TableRow& row : rows) {
    const auto part = parts.find(row.row.stage);
    if (part == parts.end()) continue;
    row.row.busy_ms /= part->second;
    row.row.calls = std::llround(static_cast<double>(row.row.calls) / part->second);
    row.flops /= part->second;
    row.bytes /= part->second;
  }
  return parts;
}

Ranked of_idle(const ProfileSession& session) {
  const ProfileIdle idle = profile_idle(session);
  const double waiting_ms = static_cast<double>(idle.waiting_ns) * 1e-6;
  const double launch_ms = static_cast<double>(idle.launch_ns) * 1e-6;
  Ranked ranked;
  ProfileFinding& finding = ranked.finding;
  finding.lost_ms = waiting_ms + launch_ms;
  finding.title = Message("Idle: {1} of the time", percent(part(finding.lost_ms, session)));
  finding.text = Message(
      "Nothing ran for {1}: {2} in gaps of 20 µs and longer, waiting for the host or the audio, and {3} in "
      "shorter ones, between a launch and the next.",
      duration_text(finding.lost_ms), duration_text(waiting_ms), duration_text(launch_ms));
  if (!idle.longest.empty()) {
    const ProfileGap& gap = idle.longest.front();
    const std::string lasts = duration_text(static_cast<double>(gap.duration_ns) * 1e-6);
    finding.text = sentences(
        finding.text, gap.start_ns == 0 ? Message("The longest gap lasts {1}, at the beginning.", lasts)
                                        : Message("The longest gap lasts {1}, at {2}.", lasts,
                                                  duration_text(static_cast<double>(gap.start_ns) * 1e-6)));
  }
  return ranked;
}

}  // namespace

std::vector<ProfileFinding> profile_findings(const ProfileSession& session, std::size_t most) {
  std::vector<TableRow> rows = table_rows(session, ProfileGrouping::variant, {});
  const std::map<std::string, double> parts = stand_for_all(rows);
  const Expectation expectation(session.setting, rows);
  std::vector<Ranked> ranked;
  for (const TableRow& row : rows) {
    ranked.push_back(of_row(row, session, expectation));
    const auto full = parts.find(row.row.stage);
    if (full == parts.end()) continue;
    Message& text = ranked.back().finding.text;
    text = sentences(text, Message("Estimated from the steps that were recorded in full, {1} of their time.",
                                   percent(full->second)));
  }
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
