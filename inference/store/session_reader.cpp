// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <type_traits>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inference/store/database.h"
#include "inference/store/session_file.h"
#include "inference/store/session_rows.h"
#include "kernels/core/error.h"

namespace tilescribe::store {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void damaged(const Database& database, const Message& how) {
  throw Error("{1}: {2}.", database.failure(), how);
}

// What a file of this size can hold: SQLite reads a page as often as others name it.
class Room {
 public:
  static constexpr std::size_t row_bytes = 5;    // its place, its sizes, its number
  static constexpr std::size_t value_bytes = 1;  // its kind; small numbers take no more

  Room(const Database& database, std::size_t file_bytes) : database_(database), left_(file_bytes) {}

  void take(std::size_t bytes) {
    if (bytes > left_) damaged(database_, Message("it names more than it can hold"));
    left_ -= bytes;
  }

 private:
  const Database& database_;
  std::size_t left_;
};

// Reads a row's fields from a statement and adds them to the digest.
class RowReader {
 public:
  RowReader(const Database& database, Statement& statement, Digest& digest, Room& room,
            std::uint32_t version = session_version)
      : database_(database), statement_(statement), digest_(digest), room_(room), version_(version) {
    room_.take(Room::row_bytes);
  }

  template <class Value>
  void operator()(const char* name, Value&& value) {
    using Type = std::remove_cvref_t<Value>;
    if (!has_column(name, version_)) return;
    if constexpr (std::is_same_v<Type, Message>) {
      std::string text;
      (*this)(name, text);
      value = text.empty() ? Message() : Message::verbatim(text);
    } else if constexpr (std::is_same_v<Type, std::string>) {
      value = bytes();
      digest_.add(std::string_view(value));
    } else if constexpr (std::is_same_v<Type, std::vector<float>>) {
      const std::string_view found = bytes();
      value = floats_of(found);
      digest_.add(found);
    } else if constexpr (std::is_same_v<Type, std::optional<double>>) {
      expect(name, statement_.is_number());
      value = statement_.number_or_null();
      digest_.add(static_cast<std::int64_t>(value.has_value()));
      if (value) digest_.add(*value);
    } else if constexpr (std::is_same_v<Type, double>) {
      expect(name, statement_.is_number());
      value = statement_.number();
      digest_.add(value);
    } else {
      const std::int64_t found = whole(name);
      value = static_cast<Type>(found);
      if (static_cast<std::int64_t>(value) != found) {
        damaged(database_, Message("it holds the {1} {2}", name, found));
      }
    }
  }
  std::int64_t whole(const char* name) {
    expect(name, statement_.is_whole());
    const std::int64_t value = statement_.whole();
    digest_.add(value);
    return value;
  }

 private:
  // Another value would be converted, and for that copied, however long it is.
  void expect(const char* name, bool is_right) {
    room_.take(Room::value_bytes);
    if (!is_right) damaged(database_, Message("its {1} is no number", name));
  }
  std::string_view bytes() {
    const std::string_view found = statement_.bytes();
    room_.take(Room::value_bytes + found.size());
    return found;
  }

  const Database& database_;
  Statement& statement_;
  Digest& digest_;
  Room& room_;
  std::uint32_t version_;
};

/// What a file's header says.
struct Header {
  std::size_t file_bytes;
  std::uint32_t version;
};

class SessionReader {
 public:
  SessionReader(const Database& database, Header header)
      : database_(database), header_(header), room_(database, header.file_bytes) {}

  ProfileSession read() {
    ProfileSession session;
    session.kinds = list<ProfileKind>("kinds", true);
    launches_ = list<Launch>("launches", true);
    session.records = records();
    session.totals = list<ProfileTotal>("totals", true);
    durations(session.totals);
    session.spans = list<ProfileSpan>("spans");
    session.tokens = list<ProfileToken>("tokens");
    session.windows = list<ProfileWindow>("windows");
    session.memory = list<ProfileMemory>("memory");
    head(session);
    return session;
  }

 private:
  Statement selection(const std::string& table) const {
    return {database_, "SELECT * FROM " + table + " ORDER BY rowid"};
  }

  template <class Row>
  std::vector<Row> list(const std::string& table, bool numbered = false) {
    std::vector<Row> rows;
    Statement statement = selection(table);
    while (statement.next()) {
      RowReader reader(database_, statement, digest_, room_);
      if (numbered && reader.whole("id") != static_cast<std::int64_t>(rows.size())) {
        damaged(database_, Message("the numbers of its {1} have gaps", table));
      }
      fields(rows.emplace_back(), reader);
    }
    digest_.add(static_cast<std::uint64_t>(rows.size()));
    return rows;
  }

  std::vector<ProfileRecord> records() {
    std::vector<ProfileRecord> records;
    records.reserve(record_count());
    Statement statement = selection("records");
    RecordRow row;
    while (statement.next()) {
      fields(row, RowReader(database_, statement, digest_, room_));
      if (row.launch < 0 || row.launch >= static_cast<std::int64_t>(launches_.size())) {
        damaged(database_, Message("record {1} names launch {2}, and there are {3}", records.size(),
                                   row.launch, launches_.size()));
      }
      ProfileRecord& record = records.emplace_back(launches_[static_cast<std::size_t>(row.launch)]);
      record.start_ns = row.start_ns;
      record.duration_ns = row.duration_ns;
      record.inner_ns = row.inner_ns;
      record.step = row.step;
      record.layer = row.layer;
    }
    digest_.add(static_cast<std::uint64_t>(records.size()));
    return records;
  }

  // The number that the file states, limited to what it can hold: a row takes at least 8 bytes.
  std::size_t record_count() const {
    Statement statement(database_, "SELECT max(rowid) FROM records");
    const std::int64_t last = statement.next() ? statement.whole() : 0;
    return std::min(static_cast<std::size_t>(std::max(last, std::int64_t{0})), header_.file_bytes / 8);
  }

  void durations(std::vector<ProfileTotal>& totals) {
    for (const DurationRow& row : list<DurationRow>("durations")) {
      if (row.total < 0 || row.total >= static_cast<std::int64_t>(totals.size()) || row.bucket < 0 ||
          row.bucket >= DurationHistogram::buckets) {
        damaged(database_, Message("a duration names bucket {1} of total {2}", row.bucket, row.total));
      }
      totals[static_cast<std::size_t>(row.total)].histogram.counts[static_cast<std::size_t>(row.bucket)] =
          row.calls;
    }
  }

  void head(ProfileSession& session) {
    Statement statement = selection("profile");
    if (!statement.next()) damaged(database_, Message("it has no heading"));
    fields(session, RowReader(database_, statement, digest_, room_, header_.version));
    if (statement.whole() != digest_.value()) damaged(database_, Message("its digest is another one"));
  }

  const Database& database_;
  Header header_;
  std::vector<Launch> launches_;
  Digest digest_;
  Room room_;
};

// A whole number from the database's header, most significant byte first (SQLite's file format, section 1.3).
std::uint32_t header_word(const std::array<unsigned char, 100>& header, std::size_t at) {
  return static_cast<std::uint32_t>(header[at]) << 24U | static_cast<std::uint32_t>(header[at + 1]) << 16U |
         static_cast<std::uint32_t>(header[at + 2]) << 8U | static_cast<std::uint32_t>(header[at + 3]);
}

// Checks the file before SQLite opens it.
Header check_header(const fs::path& file) {
  const auto refuse = [&](const Message& found) {
    throw Error("Expected a profile that Tilescribe saved (.sqlite) in {1}, found {2}.", file.string(),
                found);
  };
  // Without waiting, in case it is a pipe.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    throw Error("{1} could not be opened: {2}.", file.string(), std::generic_category().message(errno));
  }
  struct stat info = {};
  const bool regular = ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
  std::array<unsigned char, 100> header{};
  const ssize_t got = regular ? ::pread(descriptor, header.data(), header.size(), 0) : 0;
  ::close(descriptor);
  if (!regular) refuse(S_ISDIR(info.st_mode) ? Message("a folder") : Message("no regular file"));
  if (info.st_size == 0) refuse(Message("an empty file"));
  constexpr std::string_view magic("SQLite format 3\0", 16);
  if (got < static_cast<ssize_t>(header.size()) ||
      std::memcmp(header.data(), magic.data(), magic.size()) != 0) {
    refuse(Message("a file of another kind"));
  }
  if (header_word(header, 68) != session_id) refuse(Message("a database of another program"));
  const std::uint32_t version = header_word(header, 60);
  if (version > session_version) {
    throw Error("Expected version {1} of the profile in {2}, found version {3}: a newer Tilescribe saved it.",
                session_version, file.string(), version);
  }
  if (version < oldest_version) {
    throw Error("Expected version {1} to {2} of the profile in {3}, found version {4}.", oldest_version,
                session_version, file.string(), version);
  }
  return {static_cast<std::size_t>(info.st_size), version};
}

// Refuses a file with other tables under our names (a view that never ends, say).
void check_tables(const Database& database, std::uint32_t version) {
  for (const TableDefinition& table : table_definitions(version)) {
    Statement statement(database, "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?",
                        table.name);
    if (!statement.next()) damaged(database, Message("its table {1} is missing", table.name));
    if (statement.bytes() != table.sql)
      damaged(database, Message("its table {1} is another one", table.name));
  }
}

}  // namespace

ProfileSession read_session(const fs::path& file) {
  const Header header = check_header(file);
  const Database database = Database::open(file, Message("{1} is damaged", file.string()));
  check_tables(database, header.version);
  ProfileSession session = SessionReader(database, header).read();
  if (const auto complaint = complaint_about(session)) damaged(database, *complaint);
  return session;
}

}  // namespace tilescribe::store
