// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "inference/api/profile.h"

/// The session file's tables, defined once: a list of fields creates a table's columns, writes its rows and
/// reads them. inference/store/README.md says what the columns mean. Increase `session_version` when a list
/// changes.
namespace tilescribe::store {

inline constexpr std::uint32_t session_id = 0x54535052;  // the file's application_id: "TSPR"
inline constexpr std::uint32_t session_version = 3;      // its user_version
inline constexpr std::uint32_t oldest_version = 2;       // that is still read

/// Whether files of a version have a column. Version 2 knew no drafts.
inline bool has_column(std::string_view name, std::uint32_t version) {
  return version >= 3 || !name.starts_with("draft_");
}

/// What the records of a launch have in common when it is repeated. Stored with each record, these columns
/// would be most of the file and take most of the time to read.
struct Launch : ProfileRecord {};  // the fields listed below; the others keep their defaults in a file

/// A record without its launch.
struct RecordRow : ProfileRecord {
  std::int64_t launch = 0;
};

/// A non-empty bucket of a total's histogram.
struct DurationRow {
  std::int64_t total = 0;
  std::int32_t bucket = 0;
  std::uint32_t calls = 0;
};

/// A window's peaks are a blob of 32-bit floats, least byte first.
inline std::string_view bytes_of(const std::vector<float>& values) {
  if (values.empty()) return {};
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}
inline std::vector<float> floats_of(std::string_view bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}
static_assert(std::endian::native == std::endian::little);

/// Row or const Row: the lists below are used for reading and writing.
template <class Given, class Row>
concept Either = std::is_same_v<std::remove_const_t<Given>, Row>;

template <Either<ProfileKind> Row, class Visit>
void fields(Row& row, Visit&& visit) {
  visit("activity", row.activity);
  visit("stage", row.stage);
  visit("op", row.op);
  visit("variant", row.variant);
  visit("part_of", row.part_of);
  visit("kernel", row.kernel);
  visit("short_name", row.short_name);
}

template <Either<Launch> Row, class Visit>
void fields(Row& row, Visit&& visit) {
  visit("kind", row.kind);
  visit("stream", row.stream);
  visit("windows", row.windows);
  visit("replayed", row.replayed);
  visit("flops", row.flops);
  visit("bytes", row.bytes);
  visit("shared_bytes", row.shared_bytes);
  visit("grid_x", row.grid[0]);
  visit("grid_y", row.grid[1]);
  visit("grid_z", row.grid[2]);
  visit("block_x", row.block[0]);
  visit("block_y", row.block[1]);
  visit("block_z", row.block[2]);
  visit("registers", row.registers);
  visit("threads", row.threads);
}

template <Either<RecordRow> Row, class Visit>
void fields(Row& row, Visit&& visit) {
  visit("start_ns", row.start_ns);
  visit("duration_ns", row.duration_ns);
  visit("inner_ns", row.inner_ns);
  visit("step", row.step);
  visit("layer", row.layer);
  visit("launch", row.launch);
}

template <Either<ProfileTotal> Row, class Visit>
void fields(Row& row, Visit&& visit) {
  visit("kind", row.kind);
  visit("layer", row.layer);
  visit("calls", row.calls);
  visit("own_ns", row.own_ns);
  visit("busy_ns", row.busy_ns);
  visit("shared_ns", row.shared_ns);
  visit("composed", row.composed);
  visit("flops", row.flops);
  visit("bytes", row.bytes);
  visit("least_ns", row.least_ns);
  visit("most_ns", row.most_ns);
  visit("squares", row.squares);
}

template <Either<DurationRow> Row, class Visit>
void fields(Row& row, Visit&& visit) {
  visit("total", row.total);
  visit("bucket", row.bucket);
  visit("calls", row.calls);
}

template <Either<ProfileSpan> Row, class Visit>
void fields(Row& row, Visit&& visit) {
  visit("start_ns", row.start_ns);
  visit("duration_ns", row.duration_ns);
  visit("stage", row.stage);
  visit("step", row.step);
  visit("windows", row.windows);
}

template <Either<ProfileToken> Row, class Visit>
void fields(Row& row, Visit&& visit) {
  visit("at_ns", row.at_ns);
  visit("window", row.window);
  visit("text", row.text);
}

template <Either<ProfileWindow> Row, class Visit>
void fields(Row& row, Visit&& visit) {
  visit("window", row.index);
  visit("audio_start_s", row.audio_start_s);
  visit("audio_end_s", row.audio_end_s);
  visit("begin_ns", row.begin_ns);
  visit("end_ns", row.end_ns);
  visit("peaks", row.peaks);
}

template <Either<ProfileMemory> Row, class Visit>
void fields(Row& row, Visit&& visit) {
  visit("at_ns", row.at_ns);
  visit("used_bytes", row.used_bytes);
}

/// Everything in a session that is not a list: the only row of "profile".
template <Either<ProfileSession> Row, class Visit>
void fields(Row& row, Visit&& visit) {
  visit("engine", row.setting.engine);
  visit("compute", row.setting.compute);
  visit("model", row.setting.model);
  visit("audio", row.setting.audio);
  visit("source", row.setting.source);
  visit("fallback_reason", row.setting.fallback_reason);
  visit("began", row.setting.began);
  visit("program", row.setting.program);
  visit("full_detail", row.setting.full);
  visit("read_gb_s", row.setting.ceilings.read_gb_s);
  visit("copy_gb_s", row.setting.ceilings.copy_gb_s);
  visit("f32_tflop_s", row.setting.ceilings.f32_tflop_s);
  visit("tf32_tflop_s", row.setting.ceilings.tf32_tflop_s);
  visit("bf16_tflop_s", row.setting.ceilings.bf16_tflop_s);
  visit("fp8_tflop_s", row.setting.ceilings.fp8_tflop_s);
  visit("duration_ns", row.duration_ns);
  visit("audio_s", row.audio_s);
  visit("draft_tokens", row.draft_tokens);
  visit("draft_accepted", row.draft_accepted);
  visit("taken", row.taken);
  visit("lost", row.lost);
  visit("dropped", row.dropped);
  visit("cost_percent", row.cost_percent);
  visit("detail_every", row.detail_every);
}

/// The definition of a row's table, as stored in files of a version. `first` is a column before the fields,
/// `last` follows them.
template <class Row>
std::string table_definition(const std::string& table, const std::string& first, const std::string& last,
                             std::uint32_t version = session_version) {
  std::string sql = "CREATE TABLE " + table + " (" + first;
  const char* between = first.empty() ? "" : ", ";
  Row row;
  fields(row, [&](const char* name, auto&& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if (!has_column(name, version)) return;
    sql += std::string(between) + name;
    between = ", ";
    if constexpr (std::is_same_v<Value, std::optional<double>>) {
      sql += " REAL";
    } else if constexpr (std::is_same_v<Value, double>) {
      sql += " REAL NOT NULL";
    } else if constexpr (std::is_same_v<Value, std::string> || std::is_same_v<Value, Message>) {
      sql += " TEXT NOT NULL";
    } else if constexpr (std::is_same_v<Value, std::vector<float>>) {
      sql += " BLOB NOT NULL";
    } else {
      sql += " INTEGER NOT NULL";
    }
  });
  return sql + last + ") STRICT";
}

/// A table of the file, and the statement that creates it.
struct TableDefinition {
  std::string name, sql;
};
inline std::vector<TableDefinition> table_definitions(std::uint32_t version = session_version) {
  const std::string id = "id INTEGER PRIMARY KEY";  // from 0
  return {{"kinds", table_definition<ProfileKind>("kinds", id, "")},
          {"launches", table_definition<Launch>("launches", id, "")},
          {"records", table_definition<RecordRow>("records", "", "")},
          {"totals", table_definition<ProfileTotal>("totals", id, "")},
          {"durations", table_definition<DurationRow>("durations", "", "")},
          {"spans", table_definition<ProfileSpan>("spans", "", "")},
          {"tokens", table_definition<ProfileToken>("tokens", "", "")},
          {"windows", table_definition<ProfileWindow>("windows", "", "")},
          {"memory", table_definition<ProfileMemory>("memory", "", "")},
          {"profile", table_definition<ProfileSession>("profile", "", ", digest INTEGER NOT NULL", version)}};
}

}  // namespace tilescribe::store
