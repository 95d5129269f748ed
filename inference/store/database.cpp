// SPDX-License-Identifier: Apache-2.0
#include "inference/store/database.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

#include <sqlite3.h>

namespace tilescribe::store {
namespace {

// The longest text or blob that a hostile file can make us hold, bytes. Ours have a few thousand.
constexpr int longest_value = 64 << 20;
constexpr int longest_wait_ms = 30'000;  // for others that write
// Steps of SQLite's machine. A row takes at least 8 bytes and some 30 steps. Pages that name one another may
// make a small file endless, even before the first row is read.
constexpr int steps_per_pause = 100'000;
constexpr std::uintmax_t steps_per_byte = 32, least_steps = 10'000'000;

// As a URI, so that no part of a name is taken for an option.
std::string uri_of(const std::filesystem::path& file, std::string_view options) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  const std::string name = std::filesystem::absolute(file).string();
  std::string uri = "file:";
  for (const char character : name) {
    if (plain.find(character) != std::string_view::npos) {
      uri += character;
    } else {
      const auto byte = static_cast<unsigned char>(character);
      uri += '%';
      uri += digits[byte >> 4U];
      uri += digits[byte & 15U];
    }
  }
  return uri.append(options);
}

}  // namespace

Database::Database(const std::string& name, int flags, Message failure) : failure_(std::move(failure)) {
  sqlite3* handle = nullptr;
  const int status = ::sqlite3_open_v2(name.c_str(), &handle, flags | SQLITE_OPEN_URI, nullptr);
  handle_.reset(handle);
  if (handle == nullptr) throw std::bad_alloc();
  if (status != SQLITE_OK) fail();
}

Database Database::create(const std::filesystem::path& file, Message failure) {
  Database database(uri_of(file, ""), SQLITE_OPEN_READWRITE, std::move(failure));
  database.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE");
  return database;
}

Database Database::open(const std::filesystem::path& file, Message failure) {
  Database database(uri_of(file, "?immutable=1"), SQLITE_OPEN_READONLY, std::move(failure));
  ::sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  ::sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  ::sqlite3_limit(database.handle(), SQLITE_LIMIT_LENGTH, longest_value);
  std::error_code unknown;  // then it could not have been opened
  const std::uintmax_t bytes = std::filesystem::file_size(file, unknown);
  const std::uintmax_t steps = least_steps + steps_per_byte * (unknown ? 0 : bytes);
  database.pauses_left_ = std::make_unique<std::int64_t>(static_cast<std::int64_t>(steps / steps_per_pause));
  const auto is_over = [](void* left) { return --*static_cast<std::int64_t*>(left) < 0 ? 1 : 0; };
  ::sqlite3_progress_handler(database.handle(), steps_per_pause, is_over, database.pauses_left_.get());
  database.run("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0");
  return database;
}

Database Database::share(const std::filesystem::path& file, Message failure) {
  Database database(uri_of(file, ""), SQLITE_OPEN_READWRITE, std::move(failure));
  ::sqlite3_busy_timeout(database.handle(), longest_wait_ms);
  ::sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON");
  return database;
}

void Database::run(const std::string& sql) {
  if (::sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

void Database::fail() const {
  if (pauses_left_ && *pauses_left_ < 0)
    throw DamagedDatabaseError("{1}: {2}.", failure_, Message("it names more than it can hold"));
  const Message message("{1}: {2}.", failure_, ::sqlite3_errmsg(handle_.get()));
  const int code = ::sqlite3_extended_errcode(handle_.get());
  const std::string details = "SQLite's extended code " + std::to_string(code);
  const int primary = code & 0xFF;
  const bool cut_off = code == SQLITE_IOERR_SHORT_READ || code == SQLITE_IOERR_CORRUPTFS;
  // Our statements are right: SQLITE_ERROR means that a table is missing or is another one.
  if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_ERROR || cut_off)
    throw DamagedDatabaseError(message, details);
  throw Error(message, details);
}

void Database::close() {
  // It stays open if a statement still exists; then not everything has been written.
  if (::sqlite3_close(handle_.get()) != SQLITE_OK) fail();
  static_cast<void>(handle_.release());
}

void Database::Close::operator()(sqlite3* handle) const {
  ::sqlite3_close_v2(handle);
}

Transaction::Transaction(Database& database, Kind kind) : database_(&database) {
  database.run(kind == Kind::writing ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  if (database_ != nullptr) ::sqlite3_exec(database_->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_->run("COMMIT");
  database_ = nullptr;
}

void Digest::add(std::string_view bytes) {
  add(static_cast<std::uint64_t>(bytes.size()));
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t taken = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), taken);
    add(word);
    bytes.remove_prefix(taken);
  }
}

void Statement::prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  check(::sqlite3_prepare_v2(database_.handle(), sql.c_str(), -1, &statement, nullptr));
  statement_.reset(statement);
}

void Statement::check(int status) const {
  if (status != SQLITE_OK) database_.fail();
}

void Statement::bind(std::int64_t value) {
  check(::sqlite3_bind_int64(statement_.get(), ++column_, value));
}

void Statement::bind(double value) {
  check(::sqlite3_bind_double(statement_.get(), ++column_, value));
}

void Statement::bind(std::string_view text) {
  // A null pointer would be bound as NULL.
  check(::sqlite3_bind_text64(statement_.get(), ++column_, text.empty() ? "" : text.data(), text.size(),
                              SQLITE_STATIC, SQLITE_UTF8));
}

void Statement::bind_copy(std::string_view text) {
  check(::sqlite3_bind_text64(statement_.get(), ++column_, text.data(), text.size(), SQLITE_TRANSIENT,
                              SQLITE_UTF8));
}

void Statement::bind_blob(std::string_view bytes) {
  check(::sqlite3_bind_blob64(statement_.get(), ++column_, bytes.empty() ? "" : bytes.data(), bytes.size(),
                              SQLITE_STATIC));
}

void Statement::bind_null() {
  check(::sqlite3_bind_null(statement_.get(), ++column_));
}

void Statement::run_to_end() {
  if (::sqlite3_step(statement_.get()) != SQLITE_DONE) database_.fail();
  check(::sqlite3_reset(statement_.get()));
  column_ = 0;
}

bool Statement::next() {
  column_ = 0;
  const int status = ::sqlite3_step(statement_.get());
  if (status != SQLITE_ROW && status != SQLITE_DONE) database_.fail();
  return status == SQLITE_ROW;
}

bool Statement::is_whole() const {
  return ::sqlite3_column_type(statement_.get(), column_) == SQLITE_INTEGER;
}

bool Statement::is_number() const {
  const int type = ::sqlite3_column_type(statement_.get(), column_);
  return type == SQLITE_INTEGER || type == SQLITE_FLOAT || type == SQLITE_NULL;
}

std::int64_t Statement::whole() {
  return ::sqlite3_column_int64(statement_.get(), column_++);
}

double Statement::number() {
  return ::sqlite3_column_double(statement_.get(), column_++);
}

std::optional<double> Statement::number_or_null() {
  if (::sqlite3_column_type(statement_.get(), column_) != SQLITE_NULL) return number();
  ++column_;
  return std::nullopt;
}

std::string_view Statement::bytes() {
  const void* data = ::sqlite3_column_blob(statement_.get(), column_);
  const int size = ::sqlite3_column_bytes(statement_.get(), column_++);
  return data == nullptr ? std::string_view()
                         : std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  ::sqlite3_finalize(statement);
}

}  // namespace tilescribe::store
