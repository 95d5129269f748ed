// SPDX-License-Identifier: Apache-2.0
#include "inference/measure/telemetry.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "inference/api/profile_analysis.h"
#include "inference/profile/stages.h"
#include "kernels/profile/collector.h"
#include "kernels/profile/records.h"

namespace tilescribe {
namespace {

using kernels::Activity;
using kernels::ActivityRecord;
using kernels::StageSpan;

constexpr std::string_view audio_stage = stages_in_order.front();
constexpr std::size_t most_top = 12;
constexpr std::size_t most_peaks = 300;        // ten per second in a full window
constexpr std::size_t most_spans = 1'000'000;  // 40 MB; one per decode step

bool on_device(const ActivityRecord& record) {
  return record.activity == Activity::kernel || record.activity == Activity::memory;
}

// Both list the same, in the same order.
static_assert(static_cast<int>(ProfileActivity::replay) == static_cast<int>(Activity::replay));
ProfileActivity activity_of(Activity activity) {
  return static_cast<ProfileActivity>(activity);
}

// Reads every fourth sample, which is enough for a picture, because the work waits for it.
std::vector<float> peaks_of(std::span<const float> samples) {
  constexpr std::size_t step = 4;
  std::vector<float> peaks(std::min(most_peaks, samples.size()));
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const std::size_t end = (i + 1) * samples.size() / peaks.size();
    for (std::size_t at = i * samples.size() / peaks.size(); at < end; at += step) {
      peaks[i] = std::max(peaks[i], std::abs(samples[at]));
    }
    peaks[i] = std::min(peaks[i], 1.0f);
  }
  return peaks;
}

// Sums of complete, sorted records.
std::vector<ProfileTotal> totals_of(const ProfileSession& session) {
  const std::vector<std::int64_t> busy = busy_of(session.records, session.kinds);
  const std::vector<std::uint8_t> shared = shared_of(session.records, session.kinds);
  TotalsBuilder totals;
  for (std::size_t i = 0; i < session.records.size(); ++i) {
    totals.add(session.records[i], busy[i], shared[i] != 0);
  }
  return totals.totals();
}

}  // namespace

std::size_t Telemetry::NamesHash::operator()(const Names& names) const {
  std::size_t hash = 0;
  for (const void* name : names) hash = hash * 31 + std::hash<const void*>{}(name);
  return hash;
}

Telemetry::Telemetry(std::int64_t begin_ns, const ProfileOptions& options)
    : begin_ns_(begin_ns), options_(options), busy_until_ns_(begin_ns) {}

std::uint32_t Telemetry::kind_of(const ActivityRecord& record) {
  const kernels::OpLabel& label = record.label;
  static constexpr std::array<char, 4> activities{};
  const Names names{&activities.at(static_cast<std::size_t>(record.activity)),
                    label.place.stage.data(),
                    label.op.data(),
                    label.variant.data(),
                    label.outer.data(),
                    record.kernel.data()};
  if (const auto known = kind_numbers_.find(names); known != kind_numbers_.end()) return known->second;
  ProfileKind kind{.activity = activity_of(record.activity),
                   .stage = std::string(label.place.stage),
                   .op = std::string(label.op),
                   .variant = std::string(label.variant),
                   .part_of = std::string(label.outer),
                   .kernel = std::string(record.kernel),
                   .short_name = {}};
  kind.short_name = kind.kernel.empty() ? kind.op : kernels::short_kernel_name(kind.kernel);
  const auto found = std::ranges::find(kinds_, kind);
  const auto number = static_cast<std::uint32_t>(found - kinds_.begin());
  if (found == kinds_.end()) {
    kinds_.push_back(std::move(kind));
    sums_.emplace_back();
  }
  kind_numbers_.emplace(names, number);
  return number;
}

void Telemetry::take(std::span<const ActivityRecord> records) {
  const std::lock_guard lock(mutex_);
  // Kernels arrive in the order of their ends, ops after their inner ops.
  std::vector<const ActivityRecord*> sorted;
  sorted.reserve(records.size());
  for (const ActivityRecord& record : records) sorted.push_back(&record);
  std::ranges::stable_sort(sorted, {}, &ActivityRecord::start_ns);
  for (const ActivityRecord* record : sorted) take_one(*record);
  forget_old();
}

// An op adds its own time. A kernel adds the part of its time after the end of everything before it.
void Telemetry::take_one(const ActivityRecord& record) {
  Kept& place = records_.emplace_back();
  ProfileRecord& kept = place.record;
  kept.start_ns = since_begin(record.start_ns);
  kept.duration_ns = record.duration_ns;
  kept.inner_ns = record.inner_ns;
  kept.step = record.label.place.step;
  kept.shared_bytes = record.shared_bytes;
  kept.kind = kind_of(record);
  kept.stream = record.stream;
  kept.layer = record.label.place.layer;
  kept.windows = record.label.place.windows;
  kept.grid = record.grid;
  kept.block = record.block;
  kept.registers = record.registers;
  kept.threads = record.threads;
  kept.replayed = record.replayed;

  // An op's cost is counted once, and not if inner ops have their own.
  LastOp& last = last_op_[record.stream];
  const bool first = last.run != record.label.run || last.step != record.label.place.step;
  const bool counts = record.activity == Activity::kernel ? first : record.inner_ns == 0;
  if (counts && (record.activity == Activity::kernel || record.activity == Activity::op)) {
    kept.flops = record.label.cost.flops;
    kept.bytes = record.label.cost.bytes;
    if (record.activity == Activity::kernel) count_once(record.label, record.stream, kept);
  }
  if (record.activity == Activity::kernel) last = {record.label.run, record.label.place.step};

  const std::int64_t end_ns = record.start_ns + record.duration_ns;
  const bool waits = on_device(record) && record.start_ns < busy_until_ns_;
  std::int64_t busy_ns = record.own_ns();
  if (on_device(record)) {
    busy_ns = std::max<std::int64_t>(0, end_ns - std::max(record.start_ns, busy_until_ns_));
  }
  if (on_device(record) || record.label.outer.empty()) {
    if (record.start_ns > busy_until_ns_) count_gap(busy_until_ns_, record.start_ns);
    busy_until_ns_ = std::max(busy_until_ns_, end_ns);
  }
  place.busy_ns = busy_ns;
  place.waits = waits;
  KindSum& sum = sums_[kept.kind];
  ++sum.calls;
  sum.own_ns += kept.own_ns();
  sum.busy_ns += busy_ns;
  ++taken_;
}

// The cost of an op includes the ops that its variant runs, which have their own kernels. So their cost is
// subtracted again, whether they run before or after the op's own kernels. Bytes are scaled with operations:
// what one part reads from another is not in the op's cost.
void Telemetry::count_once(const kernels::OpLabel& label, std::uint32_t stream, ProfileRecord& kept) {
  const auto take_off = [](ProfileRecord& record, const kernels::Cost& cost) {
    const std::int64_t left = std::max<std::int64_t>(0, record.flops - cost.flops);
    record.bytes = record.flops > 0 ? static_cast<std::int64_t>(static_cast<double>(record.bytes) *
                                                                static_cast<double>(left) /
                                                                static_cast<double>(record.flops))
                                    : std::max<std::int64_t>(0, record.bytes - cost.bytes);
    record.flops = left;
  };
  Outer& outer = outers_[stream];
  const std::string_view name = label.outer.empty() ? label.op : label.outer;
  if (!outer.is(name, label.place) || (label.outer.empty() && outer.record >= 0)) {
    outer = {.op = name, .layer = label.place.layer, .step = label.place.step};
  }
  if (label.outer.empty()) {
    take_off(kept, outer.parts);
    outer.record = dropped_ + static_cast<std::int64_t>(records_.size()) - 1;
  } else if (outer.record < 0) {
    outer.parts = outer.parts + label.cost;
  } else if (outer.record >= dropped_) {
    take_off(records_[static_cast<std::size_t>(outer.record - dropped_)].record, label.cost);
  }
}

// While the host was processing audio, the device waited only for that.
void Telemetry::count_gap(std::int64_t from_ns, std::int64_t to_ns) {
  while (!recent_audio_.empty() &&
         recent_audio_.front().start_ns + recent_audio_.front().duration_ns <= from_ns) {
    recent_audio_.pop_front();
  }
  std::int64_t audio_ns = 0;
  for (const StageSpan& span : recent_audio_) {
    const std::int64_t from = std::max(from_ns, span.start_ns);
    const std::int64_t to = std::min(to_ns, span.start_ns + span.duration_ns);
    audio_ns += std::max<std::int64_t>(0, to - from);
  }
  audio_ns_ += audio_ns;
  const std::int64_t idle_ns = to_ns - from_ns - audio_ns;
  (to_ns - from_ns < launch_gap_ns ? launch_ns_ : waiting_ns_) += idle_ns;
}

void Telemetry::forget_old() {
  if (records_.empty()) return;
  const auto keep_ns = static_cast<std::int64_t>(options_.keep_s * 1e9);
  const std::int64_t newest_ns = records_.back().record.start_ns;
  while (records_.size() > options_.most_records || newest_ns - records_.front().record.start_ns > keep_ns) {
    const Kept& oldest = records_.front();
    totals_.add(oldest.record, oldest.busy_ns, oldest.waits);
    records_.pop_front();
    ++dropped_;
  }
}

void Telemetry::take(const std::vector<StageSpan>& spans) {
  const std::lock_guard lock(mutex_);
  for (const StageSpan& span : spans) {
    if (span.stage == audio_stage) recent_audio_.push_back(span);
    if (spans_.size() >= most_spans) continue;
    spans_.push_back({.start_ns = since_begin(span.start_ns),
                      .duration_ns = span.duration_ns,
                      .stage = std::string(span.stage),
                      .step = span.step,
                      .windows = span.windows});
  }
}

void Telemetry::window_begins(int index, double start_s, double end_s, std::span<const float> samples) {
  const std::lock_guard lock(mutex_);
  windows_[index] = {.index = index,
                     .audio_start_s = start_s,
                     .audio_end_s = end_s,
                     .begin_ns = since_begin(kernels::record_clock_ns()),
                     .end_ns = 0,
                     .peaks = peaks_of(samples)};
}

void Telemetry::token(int window, std::string text) {
  const std::lock_guard lock(mutex_);
  tokens_.push_back({since_begin(kernels::record_clock_ns()), window, std::move(text)});
}

void Telemetry::window_ends(int index) {
  const std::lock_guard lock(mutex_);
  const auto window = windows_.find(index);
  if (window == windows_.end() || window->second.end_ns > 0) return;
  window->second.end_ns = since_begin(kernels::record_clock_ns());
}

void Telemetry::drafted(std::int64_t checked, std::int64_t accepted) {
  const std::lock_guard lock(mutex_);
  draft_tokens_ += checked;
  draft_accepted_ += accepted;
}

void Telemetry::transcribed(double audio_s, double elapsed_s, bool over) {
  const std::lock_guard lock(mutex_);
  const std::int64_t begin_ns = kernels::record_clock_ns() - std::llround(elapsed_s * 1e9);
  // Text from before this profile first heard of the file is older, or from an earlier run.
  const double before_s = file_ ? file_->audio_s : audio_s;
  audio_done_s_ += std::max(0.0, audio_s - before_s);
  file_ = File{begin_ns, audio_s};
  if (!over) return;
  files_audio_s_ += audio_s;
  files_s_ += elapsed_s;
  file_.reset();
}

void Telemetry::memory(std::int64_t used_bytes) {
  const std::lock_guard lock(mutex_);
  if (!memory_.empty() && memory_.back().used_bytes == used_bytes) return;
  memory_.push_back({since_begin(kernels::record_clock_ns()), used_bytes});
}

ProfileFrame Telemetry::frame(const std::optional<StageSpan>& now) {
  const std::lock_guard lock(mutex_);
  ProfileFrame frame;
  frame.at_ns = since_begin(kernels::record_clock_ns());
  for (const std::string_view stage : stages_in_order) frame.stages.push_back({std::string(stage), 0});
  frame.stages.front().busy_ns = audio_ns_;
  if (now && now->stage == audio_stage) frame.stages.front().busy_ns += now->duration_ns;
  std::vector<std::uint32_t> order;
  for (std::uint32_t kind = 0; kind < kinds_.size(); ++kind) {
    order.push_back(kind);
    const auto stage = std::ranges::find(frame.stages, kinds_[kind].stage, &ProfileFrame::StageTime::stage);
    if (stage != frame.stages.end()) stage->busy_ns += sums_[kind].busy_ns;
  }
  const std::size_t count = std::min(most_top, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count), std::greater(),
                            [this](std::uint32_t kind) { return sums_[kind].own_ns; });
  for (std::size_t i = 0; i < count; ++i) {
    const ProfileKind& kind = kinds_[order[i]];
    frame.top.push_back(
        {kind.short_name, kind.op, kind.stage, sums_[order[i]].calls, sums_[order[i]].own_ns});
  }
  frame.waiting_ns = waiting_ns_;
  frame.launch_ns = launch_ns_;
  frame.tokens = static_cast<std::int64_t>(tokens_.size());
  frame.audio_done_s = files_audio_s_;
  frame.transcribing_s = files_s_;
  if (file_) {
    frame.audio_done_s += file_->audio_s;
    frame.transcribing_s += static_cast<double>(kernels::record_clock_ns() - file_->begin_ns) * 1e-9;
  }
  frame.memory_bytes = memory_.empty() ? 0 : memory_.back().used_bytes;
  frame.records = taken_;
  return frame;
}

ProfileSession Telemetry::finish() {
  const std::lock_guard lock(mutex_);
  ProfileSession session;
  session.duration_ns = since_begin(kernels::record_clock_ns());
  session.kinds = std::move(kinds_);
  session.records.reserve(records_.size());
  for (const Kept& kept : records_) {
    session.records.push_back(kept.record);
    if (dropped_ > 0) totals_.add(kept.record, kept.busy_ns, kept.waits);
  }
  records_.clear();
  std::ranges::stable_sort(session.records, {}, &ProfileRecord::start_ns);
  session.totals = dropped_ > 0 ? totals_.totals() : totals_of(session);
  session.spans = std::move(spans_);
  std::ranges::stable_sort(session.spans, {}, &ProfileSpan::start_ns);
  session.tokens = std::move(tokens_);
  session.draft_tokens = draft_tokens_;
  session.draft_accepted = draft_accepted_;
  for (auto& [index, window] : windows_) session.windows.push_back(std::move(window));
  session.memory = std::move(memory_);
  session.audio_s = audio_done_s_;
  session.taken = taken_;
  session.dropped = dropped_;
  return session;
}

}  // namespace tilescribe
