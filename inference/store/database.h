// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/core/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace tilescribe::store {

/// The file is no database, a damaged one, or one that lacks what is asked of it.
class DamagedDatabaseError : public Error {
 public:
  using Error::Error;
};

/// An SQLite database. Every failure throws Error: `failure`, a colon, and SQLite's own reason; damage throws
/// DamagedDatabaseError.
class Database {
 public:
  /// Opens an empty file to fill it. There is no journal: an unfinished file is discarded.
  static Database create(const std::filesystem::path& file, Message failure);
  /// Opens a file to read it, and trusts nothing in it: reading takes steps in proportion to its size.
  /// Creates no lock and no other file.
  static Database open(const std::filesystem::path& file, Message failure);
  /// Opens a file, which may be empty, that other programs read and write, too: with a write-ahead log. What
  /// is deleted is overwritten.
  static Database share(const std::filesystem::path& file, Message failure);

  void run(const std::string& sql);
  sqlite3* handle() const { return handle_.get(); }
  [[noreturn]] void fail() const;
  const Message& failure() const { return failure_; }
  /// Closes it, and so writes what is still in memory.
  void close();

 private:
  Database(const std::string& name, int flags, Message failure);

  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::unique_ptr<std::int64_t> pauses_left_;  // of a file that is only read, before it is given up
  std::unique_ptr<sqlite3, Close> handle_;
  Message failure_;
};

/// A hash of all values in order, to detect a damaged file: multiply and fold, 64 bits. It detects accidents,
/// not forgeries.
class Digest {
 public:
  void add(std::uint64_t value) {
    sum_ = (sum_ ^ value) * 0x9E3779B97F4A7C15U;
    sum_ ^= sum_ >> 32U;
  }
  void add(std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value + 0.0)); }  // -0 is stored as 0
  void add(std::string_view bytes);
  std::int64_t value() const { return static_cast<std::int64_t>(sum_); }

 private:
  std::uint64_t sum_ = 0;
};

/// All that is written while it lives, or nothing of it; others that write wait. One that only reads sees one
/// state, whatever others write, and need not be committed.
class Transaction {
 public:
  enum class Kind { writing, reading };
  explicit Transaction(Database& database, Kind kind = Kind::writing);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();  // takes back what was not committed
  void commit();

 private:
  Database* database_;
};

/// A prepared statement. Values are bound and columns read from left to right.
class Statement {
 public:
  /// With the first values, which are bound at once.
  template <class... Values>
  Statement(const Database& database, const std::string& sql, const Values&... values) : database_(database) {
    prepare(sql);
    (bind(values), ...);
  }

  void bind(std::int64_t value);
  void bind(std::same_as<bool> auto value) { bind(std::int64_t{value}); }
  void bind(double value);
  void bind(std::string_view text);  // any bytes; must live until run()
  void bind_copy(std::string_view text);
  void bind_blob(std::string_view bytes);
  void bind_null();
  /// Binds these values and runs it to its end. Then it can take new ones.
  template <class... Values>
  void run(const Values&... values) {
    (bind(values), ...);
    run_to_end();
  }

  /// Goes to the next row; false if there is none.
  bool next();
  bool is_whole() const;   // the column that is read next
  bool is_number() const;  // whole, real, or null, as which NaN is stored
  std::int64_t whole();
  double number();
  std::optional<double> number_or_null();
  std::string_view bytes();  // of a text or a blob; valid until next()

 private:
  void prepare(const std::string& sql);
  void run_to_end();
  void check(int status) const;

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  const Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int column_ = 0;
};

}  // namespace tilescribe::store
