// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

#include "inference/profile/groups.h"
#include "inference/profile/quantiles.h"
#include "inference/profile/rates.h"
#include "inference/profile/selected.h"
#include "inference/profile/table_rows.h"
#include "inference/profile/totals.h"

namespace tilescribe {
namespace {

constexpr std::size_t spark_parts = 32;
constexpr double little_waiting = 0.05;  // share of a time; rates with an error up to this are shown

struct Sum : ProfileTotal {
  std::vector<const ProfileTotal*> parts;  // with a range: none
  std::array<double, spark_parts> spark{};
  std::size_t first = 0, records = 0;  // range of its records in the list of own times
};

double variance_ns(double squares, double sum, double count) {
  return count < 2.0 ? 0.0 : std::max(0.0, (squares - sum * sum / count) / (count - 1.0));
}

// Sums by group, from the totals or from a range's records, and values that only records give.
class Table {
 public:
  Table(const ProfileSession& session, ProfileGrouping grouping, const ProfileSelection& selection)
      : session_(session),
        grouping_(grouping),
        selection_(selection),
        selected_(session, selection),
        groups_(session, grouping),
        sums_(groups_.all().size()),
        kinds_(groups_.all().size()),
        noted_in_(session.kinds.size(), Groups::none) {
    if (!selection.range) add_totals();
    add_records();
  }

  std::vector<TableRow> rows() {
    double busy_ns = 0.0;
    for (const Sum& sum : sums_) busy_ns += static_cast<double>(sum.busy_ns);
    std::vector<TableRow> rows;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      if (sums_[i].calls > 0) rows.push_back(row_of(i, busy_ns));
    }
    std::ranges::stable_sort(rows, std::greater(), [](const TableRow& row) { return row.row.busy_ms; });
    return rows;
  }

 private:
  bool sums_up_ops() const {
    return grouping_ == ProfileGrouping::stage || grouping_ == ProfileGrouping::layer;
  }

  void add_totals() {
    for (const ProfileTotal& total : session_.totals) {
      if (!selected_(total)) continue;
      const std::uint32_t group = groups_.of(total.kind, total.layer);
      Sum& sum = sums_[group];
      sum.calls += total.calls;
      sum.own_ns += total.own_ns;
      sum.busy_ns += total.busy_ns;
      sum.shared_ns += total.shared_ns;
      sum.composed += total.composed;
      sum.flops += total.flops;
      sum.bytes += total.bytes;
      sum.most_ns = std::max(sum.most_ns, total.most_ns);
      sum.squares += total.squares;
      sum.histogram.add(total.histogram);
      sum.parts.push_back(&total);
      note_kind(group, total.kind);
    }
  }

  void add_records() {
    const std::span<const ProfileRecord> records = session_.records;
    std::vector<std::uint32_t> group_of(records.size(), Groups::none);
    const ProfileSelection::Range range =
        selection_.range.value_or(ProfileSelection::Range{0, session_.duration_ns});
    const double parts_a_ns = static_cast<double>(spark_parts) /
                              static_cast<double>(std::max<std::int64_t>(1, range.end_ns - range.begin_ns));
    for (std::size_t i = 0; i < records.size(); ++i) {
      const ProfileRecord& record = records[i];
      if (!selected_(record)) continue;
      const std::uint32_t group = groups_.of(record.kind, record.layer);
      if (group == Groups::none) continue;
      group_of[i] = group;
      ++sums_[group].records;
      add_spark(sums_[group].spark, record, range.begin_ns, parts_a_ns);
    }
    if (selection_.range) add_range(group_of);
    sort_own_times(group_of);
  }

  static void add_spark(std::array<double, spark_parts>& spark, const ProfileRecord& record,
                        std::int64_t begin_ns, double parts_a_ns) {
    const double from = std::max(0.0, static_cast<double>(record.start_ns - begin_ns) * parts_a_ns);
    const double to =
        std::min<double>(spark_parts, static_cast<double>(record.end_ns() - begin_ns) * parts_a_ns);
    const auto own = static_cast<double>(record.own_ns());
    if (to <= from) return;
    const auto first = static_cast<std::size_t>(from);
    const auto last = std::min(spark_parts - 1, static_cast<std::size_t>(to));
    const double scale =
        own / (static_cast<double>(std::max<std::int64_t>(1, record.duration_ns)) * parts_a_ns);
    for (std::size_t part = first; part <= last; ++part) {
      const double begin = std::max(from, static_cast<double>(part));
      const double end = std::min(to, static_cast<double>(part + 1));
      spark[part] += std::max(0.0, end - begin) * scale;
    }
  }

  void add_range(const std::vector<std::uint32_t>& group_of) {
    const std::vector<std::int64_t> busy = busy_of(session_.records, session_.kinds);
    const std::vector<std::uint8_t> shared = shared_of(session_.records, session_.kinds);
    for (std::size_t i = 0; i < group_of.size(); ++i) {
      if (group_of[i] == Groups::none) continue;
      const ProfileRecord& record = session_.records[i];
      add_record(sums_[group_of[i]], record, busy[i], shared[i] != 0);
      note_kind(group_of[i], record.kind);
    }
  }

  void note_kind(std::uint32_t group, std::uint32_t kind) {
    if (noted_in_[kind] == group) return;  // unless grouped by layer, a kind has one group
    noted_in_[kind] = group;
    kinds_[group].insert(kind);
  }

  // The own times of each group's records, one group after the other.
  void sort_own_times(const std::vector<std::uint32_t>& group_of) {
    std::size_t first = 0;
    for (Sum& sum : sums_) {
      sum.first = first;
      first += sum.records;
    }
    own_ns_.resize(first);
    std::vector<std::size_t> next;  // where each group's next time goes
    next.reserve(sums_.size());
    for (const Sum& sum : sums_) next.push_back(sum.first);
    for (std::size_t i = 0; i < group_of.size(); ++i) {
      if (group_of[i] != Groups::none) own_ns_[next[group_of[i]]++] = session_.records[i].own_ns();
    }
  }

  TableRow row_of(std::size_t group, double all_busy_ns) {
    const Groups::Group& named = groups_.all()[group];
    const Sum& sum = sums_[group];
    TableRow result;
    result.key = named.key;
    result.flops = static_cast<double>(sum.flops);
    result.bytes = static_cast<double>(sum.bytes);
    ProfileRow& row = result.row;
    row.name = named.name;
    row.full_name = named.full_name.empty() ? named.name : named.full_name;
    row.stage = named.stage;
    row.layer = named.layer;
    row.op = named.op;
    row.variant = named.variant;
    row.part_of = named.part_of;
    row.kinds.assign(kinds_[group].begin(), kinds_[group].end());
    result.replays = true;
    for (const std::uint32_t kind : row.kinds) {
      const ProfileActivity activity = session_.kinds[kind].activity;
      result.replays = result.replays && activity == ProfileActivity::replay;
      result.on_device |= activity == ProfileActivity::kernel || activity == ProfileActivity::memory;
    }
    const auto calls = static_cast<double>(sum.calls), own_ns = static_cast<double>(sum.own_ns);
    row.calls = sum.calls;
    row.total_ms = own_ns * 1e-6;
    row.busy_ms = static_cast<double>(sum.busy_ns) * 1e-6;
    row.share = all_busy_ns > 0.0 ? static_cast<double>(sum.busy_ns) / all_busy_ns : 0.0;
    row.mean_us = own_ns / calls * 1e-3;
    row.max_us = static_cast<double>(sum.most_ns) * 1e-3;
    const double variance = variance_ns(sum.squares, own_ns, calls);
    row.deviation_us = std::sqrt(variance) * 1e-3;
    result.error_us = error_us(sum, variance);
    set_quantiles(row, sum);
    const double top = *std::ranges::max_element(sum.spark);
    for (const double part : sum.spark)
      row.sparkline.push_back(top > 0.0 ? static_cast<float>(part / top) : 0.0f);
    set_work(result, sum, named.counted_apart);
    return result;
  }

  void set_work(TableRow& result, const Sum& sum, bool counted_apart) const {
    ProfileRow& row = result.row;
    CountedWork work{.flops = result.flops, .bytes = result.bytes, .on_device = result.on_device};
    if (sums_up_ops()) {
      work.ms = row.busy_ms;  // includes no waiting
    } else {
      row.overlapped = 2 * sum.shared_ns > sum.own_ns && row.busy_ms < (1.0 - little_waiting) * row.total_ms;
      if (!counted_apart) {
        row.bound_reason = Message(
            "Its op runs several kernels, and the counts are for all of them: group by op or variant.");
        return;
      }
      if (sum.composed > 0) {
        row.bound_reason = Message("Ops with records of their own run inside it; the counts belong to them.");
        return;
      }
      if (!row.overlapped) work.ms = row.total_ms;
    }
    set_rates(row, work, session_.setting);
  }

  void set_quantiles(ProfileRow& row, const Sum& sum) {
    if (static_cast<std::int64_t>(sum.records) == sum.calls) {
      const std::span<std::int64_t> own = std::span(own_ns_).subspan(sum.first, sum.records);
      row.median_us = median_of(own) * 1e-3;
      row.p95_us = p95_of(own) * 1e-3;
      return;
    }
    row.median_us = sum.histogram.quantile_ns(0.5) * 1e-3;
    row.p95_us = sum.histogram.quantile_ns(0.95) * 1e-3;
  }

  // Calls of one kind in one layer do the same work, so they differ only by chance. A single call counts with
  // the scatter of the row.
  static double error_us(const Sum& sum, double variance) {
    double summed = 0.0;
    for (const ProfileTotal* part : sum.parts) {
      const auto calls = static_cast<double>(part->calls);
      summed +=
          calls *
          (part->calls > 1 ? variance_ns(part->squares, static_cast<double>(part->own_ns), calls) : variance);
    }
    if (sum.parts.empty()) summed = variance * static_cast<double>(sum.calls);
    return std::sqrt(summed) / static_cast<double>(sum.calls) * 1e-3;
  }

  const ProfileSession& session_;
  ProfileGrouping grouping_;
  const ProfileSelection& selection_;
  Selected selected_;
  Groups groups_;
  std::vector<Sum> sums_;                       // by group
  std::vector<std::set<std::uint32_t>> kinds_;  // by group
  std::vector<std::uint32_t> noted_in_;         // by kind: the group of its latest record or total
  std::vector<std::int64_t> own_ns_;
};

}  // namespace

std::vector<TableRow> table_rows(const ProfileSession& session, ProfileGrouping grouping,
                                 const ProfileSelection& selection) {
  return Table(session, grouping, selection).rows();
}

std::vector<ProfileRow> profile_table(const ProfileSession& session, ProfileGrouping grouping,
                                      const ProfileSelection& selection) {
  std::vector<ProfileRow> rows;
  for (TableRow& row : table_rows(session, grouping, selection)) rows.push_back(std::move(row.row));
  return rows;
}

std::vector<ProfileRow> profile_roofline(const ProfileSession& session, const ProfileSelection& selection) {
  std::vector<ProfileRow> rows = profile_table(session, ProfileGrouping::variant, selection);
  std::set<std::string> overlap_in;  // stages
  for (const ProfileRow& row : rows) {
    if (row.overlapped) overlap_in.insert(row.stage);
  }
  for (ProfileRow& stage : profile_table(session, ProfileGrouping::stage, selection)) {
    if (!overlap_in.contains(stage.stage)) continue;
    stage.name = stage.stage + ", together";
    rows.push_back(std::move(stage));
  }
  return rows;
}

}  // namespace tilescribe
