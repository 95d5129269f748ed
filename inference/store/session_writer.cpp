// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <type_traits>
#include <unordered_map>

#include "inference/store/database.h"
#include "inference/store/session_file.h"
#include "inference/store/session_rows.h"
#include "inference/transcript/replacement.h"

namespace tilescribe::store {
namespace {

// Binds a row's fields and adds them to the digest.
class RowWriter {
 public:
  RowWriter(Statement& statement, Digest& digest) : statement_(statement), digest_(digest) {}

  template <class Value>
  void operator()(const char*, const Value& value) {
    if constexpr (std::is_same_v<Value, Message>) {
      const std::string text = english(value);
      digest_.add(std::string_view(text));
      statement_.bind_copy(text);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      digest_.add(std::string_view(value));
      statement_.bind(std::string_view(value));
    } else if constexpr (std::is_same_v<Value, std::vector<float>>) {
      digest_.add(bytes_of(value));
      statement_.bind_blob(bytes_of(value));
    } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
      digest_.add(static_cast<std::int64_t>(value.has_value()));
      if (!value) return statement_.bind_null();
      number(*value);
    } else if constexpr (std::is_same_v<Value, double>) {
      number(value);
    } else {
      whole(static_cast<std::int64_t>(value));
    }
  }
  void whole(std::int64_t value) {
    digest_.add(value);
    statement_.bind(value);
  }

 private:
  void number(double value) {
    digest_.add(value);
    statement_.bind(value);
  }

  Statement& statement_;
  Digest& digest_;
};

// The values of a launch: what makes two of them equal.
using LaunchValues = std::array<std::int64_t, 15>;
LaunchValues values_of(const Launch& launch) {
  LaunchValues values{};
  std::size_t i = 0;
  fields(launch, [&](const char*, const auto& value) { values.at(i++) = static_cast<std::int64_t>(value); });
  return values;
}

struct LaunchHash {
  std::size_t operator()(const LaunchValues& values) const {
    Digest digest;
    for (const std::int64_t value : values) digest.add(value);
    return static_cast<std::size_t>(digest.value());
  }
};

// Distinct launches, numbered in order of appearance, and for each record the number of its launch.
struct Launches {
  std::vector<Launch> all;
  std::vector<std::int64_t> of_record;
};

Launches launches_of(const std::vector<ProfileRecord>& records) {
  Launches launches;
  launches.of_record.reserve(records.size());
  std::unordered_map<LaunchValues, std::int64_t, LaunchHash> known;
  for (const ProfileRecord& record : records) {
    const Launch launch{record};
    const auto [place, is_new] =
        known.try_emplace(values_of(launch), static_cast<std::int64_t>(launches.all.size()));
    if (is_new) launches.all.push_back(launch);
    launches.of_record.push_back(place->second);
  }
  return launches;
}

class SessionWriter {
 public:
  SessionWriter(const ProfileSession& session, const Database& database)
      : session_(session), database_(database) {}

  void write() {
    const Launches launches = launches_of(session_.records);
    list("kinds", session_.kinds, true);
    list("launches", launches.all, true);
    records(launches);
    list("totals", session_.totals, true);
    durations();
    list("spans", session_.spans);
    list("tokens", session_.tokens);
    list("windows", session_.windows);
    list("memory", session_.memory);
    head();
  }

 private:
  // `one_more`: with a value besides the fields, a number before or the digest behind them.
  template <class Row>
  Statement insertion(const std::string& table, bool one_more) {
    std::string values = one_more ? "?" : "";
    Row row;
    fields(row, [&](const char*, const auto&) { values += values.empty() ? "?" : ", ?"; });
    return {database_, "INSERT INTO " + table + " VALUES (" + values + ")"};
  }

  template <class Row>
  void list(const std::string& table, const std::vector<Row>& rows, bool numbered = false) {
    Statement statement = insertion<Row>(table, numbered);
    std::int64_t id = 0;
    for (const Row& row : rows) {
      RowWriter writer(statement, digest_);
      if (numbered) writer.whole(id++);
      fields(row, writer);
      statement.run();
    }
    digest_.add(static_cast<std::uint64_t>(rows.size()));
  }

  void records(const Launches& launches) {
    Statement statement = insertion<RecordRow>("records", false);
    for (std::size_t i = 0; i < session_.records.size(); ++i) {
      const RecordRow row{session_.records[i], launches.of_record[i]};
      fields(row, RowWriter(statement, digest_));
      statement.run();
    }
    digest_.add(static_cast<std::uint64_t>(session_.records.size()));
  }

  void durations() {
    std::vector<DurationRow> rows;
    for (std::size_t i = 0; i < session_.totals.size(); ++i) {
      const auto& counts = session_.totals[i].histogram.counts;
      for (std::size_t bucket = 0; bucket < counts.size(); ++bucket) {
        if (counts[bucket] == 0) continue;
        rows.push_back({static_cast<std::int64_t>(i), static_cast<std::int32_t>(bucket), counts[bucket]});
      }
    }
    list("durations", rows);
  }

  void head() {
    Statement statement = insertion<ProfileSession>("profile", true);
    fields(session_, RowWriter(statement, digest_));
    statement.run(digest_.value());
  }

  const ProfileSession& session_;
  const Database& database_;
  Digest digest_;
};

// The tables' data about each record, joined again for people.
constexpr const char* details_view =
    "CREATE VIEW record_details AS SELECT r.start_ns, r.duration_ns, r.duration_ns - r.inner_ns AS own_ns, "
    "k.stage, r.layer, r.step, k.op, k.variant, k.part_of, k.kernel, l.stream, l.windows, l.replayed, "
    "l.flops, l.bytes, l.shared_bytes, l.grid_x, l.grid_y, l.grid_z, l.block_x, l.block_y, l.block_z, "
    "l.registers, l.threads "
    "FROM records r JOIN launches l ON l.id = r.launch JOIN kinds k ON k.id = l.kind";

}  // namespace

void write_session(const ProfileSession& session, const Replacement& file, const Message& failure) {
  Database database = Database::create(file.temporary(), failure);
  database.run("PRAGMA encoding = 'UTF-8'; PRAGMA application_id = " + std::to_string(session_id) +
               "; PRAGMA user_version = " + std::to_string(session_version) + "; BEGIN");
  for (const TableDefinition& table : table_definitions()) database.run(table.sql);
  database.run(details_view);
  SessionWriter(session, database).write();
  database.run("COMMIT");
  database.close();
}

}  // namespace tilescribe::store
