// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "inference/store/session_file.h"

namespace tilescribe::store {
namespace {

constexpr std::int64_t longest_ns = std::int64_t{1} << 53;  // 104 days; a time is exact in a double, too
constexpr std::int32_t most_layers = 1 << 16;
constexpr double most_summed = 9.2e18;                           // below 2^63
constexpr std::size_t most_name_bytes = std::size_t{256} << 20;  // of all totals: tables repeat the names

bool is_time(std::int64_t ns) {
  return ns >= -longest_ns && ns <= longest_ns;
}
bool is_duration(std::int64_t ns) {
  return ns >= 0 && ns <= longest_ns;
}
bool is_layer(std::int32_t layer) {
  return layer >= -1 && layer < most_layers;
}

// Adds up numbers that must not be negative.
class Sum {
 public:
  bool add(std::int64_t value) {
    sum_ += static_cast<double>(value);
    return value >= 0 && sum_ < most_summed;
  }

 private:
  double sum_ = 0.0;
};

using Complaint = std::optional<Message>;

Complaint about_kind(const Message& entry, std::uint32_t kind, const ProfileSession& session) {
  if (kind < session.kinds.size()) return {};
  return Message("{1} names kind {2}, and there are {3}", entry, kind, session.kinds.size());
}

Complaint about_records(const ProfileSession& session) {
  Sum durations, flops, bytes, moved;
  std::int64_t before = -longest_ns;
  for (std::size_t i = 0; i < session.records.size(); ++i) {
    const ProfileRecord& record = session.records[i];
    if (auto complaint = about_kind(Message("record {1}", i), record.kind, session)) return complaint;
    if (!is_time(record.start_ns) || !is_duration(record.duration_ns) || record.inner_ns < 0 ||
        record.inner_ns > record.duration_ns) {
      return Message("record {1} starts at {2} ns and lasts {3} ns, {4} ns of them in ops inside", i,
                     record.start_ns, record.duration_ns, record.inner_ns);
    }
    if (record.start_ns < before) return Message("record {1} starts before the one in front of it", i);
    before = record.start_ns;
    if (!is_layer(record.layer)) return Message("record {1} is of layer {2}", i, record.layer);
    if (record.step < -1 || record.windows < 0 || record.threads < 0 || !durations.add(record.duration_ns) ||
        !flops.add(record.flops) || !bytes.add(record.bytes) || !moved.add(record.shared_bytes)) {
      return Message("record {1} has a count that is negative or beyond all measure", i);
    }
  }
  return {};
}

std::size_t name_bytes(const ProfileKind& kind) {
  return kind.stage.size() + kind.op.size() + kind.variant.size() + kind.part_of.size() + kind.kernel.size() +
         kind.short_name.size();
}

Complaint about_totals(const ProfileSession& session) {
  Sum calls, own, busy, shared, composed, flops, bytes;
  std::size_t names = 0;
  for (std::size_t i = 0; i < session.totals.size(); ++i) {
    const ProfileTotal& total = session.totals[i];
    if (auto complaint = about_kind(Message("total {1}", i), total.kind, session)) return complaint;
    if (!is_layer(total.layer)) return Message("total {1} is of layer {2}", i, total.layer);
    names += name_bytes(session.kinds[total.kind]);
    if (names > most_name_bytes)
      return Message("the names of its totals have more than {1} bytes together", most_name_bytes);
    if (!calls.add(total.calls) || !own.add(total.own_ns) || !busy.add(total.busy_ns) ||
        !shared.add(total.shared_ns) || !composed.add(total.composed) || !flops.add(total.flops) ||
        !bytes.add(total.bytes) || !is_duration(total.least_ns) || !is_duration(total.most_ns) ||
        !std::isfinite(total.squares) || total.squares < 0.0) {
      return Message("total {1} has a sum that is negative or beyond all measure", i);
    }
  }
  return {};
}

Complaint about_times(const ProfileSession& session) {
  for (std::size_t i = 0; i < session.spans.size(); ++i) {
    const ProfileSpan& span = session.spans[i];
    if (!is_time(span.start_ns) || !is_duration(span.duration_ns) || span.windows < 0 || span.step < -1) {
      return Message("span {1} has a time or a count beyond all measure", i);
    }
    if (i > 0 && span.start_ns < session.spans[i - 1].start_ns) {
      return Message("span {1} starts before the one in front of it", i);
    }
  }
  for (std::size_t i = 0; i < session.tokens.size(); ++i) {
    const std::int64_t at = session.tokens[i].at_ns;
    if (!is_time(at)) return Message("token {1} has a time beyond all measure", i);
    if (i > 0 && at < session.tokens[i - 1].at_ns)
      return Message("token {1} is earlier than the one before", i);
  }
  for (std::size_t i = 0; i < session.windows.size(); ++i) {
    const ProfileWindow& window = session.windows[i];
    if (!is_time(window.begin_ns) || !is_time(window.end_ns) || !std::isfinite(window.audio_start_s) ||
        !std::isfinite(window.audio_end_s) || window.index < 0 ||
        !std::all_of(window.peaks.begin(), window.peaks.end(),
                     [](float peak) { return std::isfinite(peak); })) {
      return Message("window {1} has a value beyond all measure", i);
    }
    if (i > 0 && window.index <= session.windows[i - 1].index) {
      return Message("window {1} has the index {2} out of order", i, window.index);
    }
  }
  for (std::size_t i = 0; i < session.memory.size(); ++i) {
    const ProfileMemory& memory = session.memory[i];
    if (!is_time(memory.at_ns) || memory.used_bytes < 0 ||
        (i > 0 && memory.at_ns < session.memory[i - 1].at_ns)) {
      return Message("reading {1} of the memory is out of order or beyond all measure", i);
    }
  }
  return {};
}

Complaint about_head(const ProfileSession& session) {
  for (std::size_t i = 0; i < session.kinds.size(); ++i) {
    if (session.kinds[i].activity > ProfileActivity::replay) {
      return Message("kind {1} is of no known activity", i);
    }
  }
  if (!is_duration(session.duration_ns) || !std::isfinite(session.audio_s) || session.audio_s < 0.0 ||
      !std::isfinite(session.cost_percent)) {
    return Message("its duration or its cost is beyond all measure");
  }
  if (session.taken < 0 || session.lost < 0 || session.dropped < 0 || session.detail_every < 1) {
    return Message("a count of its records is negative");
  }
  if (session.draft_accepted < 0 || session.draft_accepted > session.draft_tokens) {
    return Message("more tokens of its drafts were accepted than checked");
  }
  const BenchCeilings& ceilings = session.setting.ceilings;
  for (const auto& ceiling : {ceilings.read_gb_s, ceilings.copy_gb_s, ceilings.f32_tflop_s,
                              ceilings.tf32_tflop_s, ceilings.bf16_tflop_s, ceilings.fp8_tflop_s}) {
    if (ceiling && (!std::isfinite(*ceiling) || *ceiling < 0.0)) return Message("a ceiling is no rate");
  }
  return {};
}

}  // namespace

std::optional<Message> complaint_about(const ProfileSession& session) {
  for (const auto about : {about_head, about_records, about_totals, about_times}) {
    if (auto complaint = about(session)) return complaint;
  }
  return {};
}

}  // namespace tilescribe::store
