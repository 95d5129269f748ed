// SPDX-License-Identifier: Apache-2.0
#include "inference/store/library_index.h"

#include <algorithm>
#include <string_view>

#include "inference/store/library_words.h"

namespace tilescribe::store {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t application_id = 0x54534C42;  // "TSLB"
constexpr std::int64_t version = 1;

// The words have no copy of the sentences: those are in their own table, under the same id.
constexpr std::string_view schema = R"(
  CREATE TABLE texts(
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, binned INTEGER NOT NULL,
    bytes INTEGER NOT NULL, changed_ns INTEGER NOT NULL, notes_ns INTEGER NOT NULL,
    created INTEGER NOT NULL, length_s REAL NOT NULL, source TEXT NOT NULL, model TEXT NOT NULL,
    cancelled INTEGER NOT NULL, damaged INTEGER NOT NULL,
    title TEXT NOT NULL, tags TEXT NOT NULL, audio TEXT NOT NULL,
    recording TEXT NOT NULL, UNIQUE(name, binned)) STRICT;
  CREATE INDEX texts_recording ON texts(recording, binned);
  CREATE TABLE recordings(
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, binned INTEGER NOT NULL,
    bytes INTEGER NOT NULL, unfinished INTEGER NOT NULL, notes_ns INTEGER NOT NULL,
    created INTEGER NOT NULL, length_s REAL NOT NULL,
    title TEXT NOT NULL, tags TEXT NOT NULL, UNIQUE(name, binned)) STRICT;
  CREATE TABLE sentences(id INTEGER PRIMARY KEY, start_s REAL NOT NULL, text TEXT NOT NULL) STRICT;
  CREATE VIRTUAL TABLE words USING fts5(
    said, content = '', columnsize = 0, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2');
  CREATE TABLE state(complete INTEGER NOT NULL) STRICT;
  INSERT INTO state VALUES(0);
)";

std::int64_t pragma(const Database& database, const std::string& name) {
  Statement statement(database, "PRAGMA " + name);
  return statement.next() ? statement.whole() : 0;
}

bool is_sound(const Database& database) {
  Statement check(database, "PRAGMA quick_check(1)");
  if (!check.next() || check.bytes() != "ok") return false;
  // The full-text index says only when it is used that something of it is missing.
  Statement(database, "SELECT rowid FROM words WHERE words MATCH 'a'").next();
  return true;
}

// SQLite takes what is shorter than a page for a database that was not begun.
fs::path checked(const fs::path& file) {
  constexpr std::int64_t least_page = 4096;  // bytes
  const std::int64_t bytes = state_of(file).bytes;
  if (bytes > 0 && bytes < least_page)
    throw DamagedDatabaseError("Expected an index of the library in {1}, found {2} byte(s).", file.string(),
                               bytes);
  return file;
}

/// The next columns of a row: id, the two of the state, time of the notes.
IndexedFile indexed_file(Statement& row) {
  IndexedFile file;
  file.id = row.whole();
  file.state.bytes = row.whole();
  file.state.changed_ns = row.whole();
  file.notes_ns = row.whole();
  return file;
}

/// Rows that begin with a file's key.
std::map<FileKey, IndexedFile> indexed_files(const Database& database, const std::string& query) {
  std::map<FileKey, IndexedFile> all;
  Statement rows(database, query);
  while (rows.next()) {
    FileKey key{std::string(rows.bytes()), rows.whole() != 0};
    all[std::move(key)] = indexed_file(rows);
  }
  return all;
}

// The recording that a text is of, by its name; empty: it is of another file.
std::string recording_of(const Transcript& transcript, const LibraryNotes& notes,
                         const fs::path& recordings) {
  if (!notes.audio.empty() && notes.audio.parent_path() != recordings) return {};
  return fs::path(transcript.source).filename().string();
}

}  // namespace

std::string joined_tags(const std::vector<std::string>& tags) {
  std::string joined = "\n";
  for (const std::string& tag : tags) joined += tag + '\n';
  return joined;
}

std::vector<std::string> split_tags(std::string_view joined) {
  std::vector<std::string> tags;
  for (std::size_t begin = 1; begin < joined.size();) {
    const std::size_t end = std::min(joined.find('\n', begin), joined.size());
    tags.emplace_back(joined.substr(begin, end - begin));
    begin = end + 1;
  }
  return tags;
}

LibraryIndex::LibraryIndex(const fs::path& file)
    : database_(Database::share(checked(file),
                                Message("The library's index in {1} could not be used", file.string()))) {
  {
    // Whoever comes first makes it.
    Transaction making(database_);
    if (pragma(database_, "application_id") == 0 && pragma(database_, "schema_version") == 0) {
      database_.run(std::string(schema) + "PRAGMA application_id = " + std::to_string(application_id) +
                    "; PRAGMA user_version = " + std::to_string(version));
      making.commit();
      return;
    }
  }
  if (pragma(database_, "application_id") != application_id || pragma(database_, "user_version") != version)
    throw DamagedDatabaseError(
        "Expected an index of this version of Tilescribe in {1}, found something else.", file.string());
  if (!is_sound(database_))
    throw DamagedDatabaseError("Expected an undamaged index of the library in {1}, found a damaged one.",
                               file.string());
}

std::map<FileKey, IndexedFile> LibraryIndex::texts() {
  return indexed_files(database_, "SELECT name, binned, id, bytes, changed_ns, notes_ns FROM texts");
}

std::optional<IndexedFile> LibraryIndex::text(const FileKey& key) {
  Statement row(database_, "SELECT id, bytes, changed_ns, notes_ns FROM texts WHERE name = ? AND binned = ?",
                key.name, key.binned);
  if (!row.next()) return {};
  return indexed_file(row);
}

/// Of recordings, `state` is the size, and whether the text is unfinished in place of the time.
std::map<FileKey, IndexedFile> LibraryIndex::recordings() {
  return indexed_files(database_, "SELECT name, binned, id, bytes, unfinished, notes_ns FROM recordings");
}

void LibraryIndex::put_text(const TextFile& file, const Transcript* transcript, const LibraryNotes& notes,
                            const fs::path& recordings) {
  const auto known = text(file.key);
  // Another program may have done it meanwhile.
  if (known && known->state == file.state && known->notes_ns == file.notes_ns) return;
  Transcript unread;
  unread.source = source_by_name(file.key.name);
  const Transcript& shown = transcript != nullptr ? *transcript : unread;
  std::optional<std::int64_t> id;  // null: the next one
  if (known) id = known->id;
  Statement row(
      database_,
      "INSERT OR REPLACE INTO texts(id, name, binned, bytes, changed_ns, notes_ns, created, length_s, "
      "source, model, cancelled, damaged, title, tags, audio, recording) "
      "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  row.run(id, file.key.name, file.key.binned, file.state.bytes, file.state.changed_ns, file.notes_ns,
          created_by_name(file.key.name).value_or(0), shown.duration_s, shown.source, shown.model,
          shown.cancelled, transcript == nullptr, notes.title, joined_tags(notes.tags), notes.audio.string(),
          recording_of(shown, notes, recordings));
  // Other notes leave the words as they are.
  if (known && known->state == file.state) return;
  if (known) remove_sentences(known->id);
  if (transcript != nullptr) put_sentences(text(file.key)->id, *transcript);
}

void LibraryIndex::put_sentences(std::int64_t id, const Transcript& transcript) {
  Statement sentence(database_, "INSERT INTO sentences(id, start_s, text) VALUES(?, ?, ?)");
  Statement words(database_, "INSERT INTO words(rowid, said) VALUES(?, ?)");
  std::int64_t row = id << segment_bits;
  const auto count = std::min(transcript.segments.size(), static_cast<std::size_t>(most_segments));
  for (std::size_t segment = 0; segment < count; ++segment, ++row) {
    const Segment& said = transcript.segments[segment];
    sentence.run(row, said.start_s, said.text);
    words.run(row, indexed_words(said.text));
  }
}

/// A word's entries are found by the words alone.
void LibraryIndex::remove_sentences(std::int64_t id) {
  const std::int64_t first = id << segment_bits, last = first + most_segments - 1;
  Statement sentences(database_, "SELECT id, text FROM sentences WHERE id BETWEEN ? AND ?", first, last);
  Statement words(database_, "INSERT INTO words(words, rowid, said) VALUES('delete', ?, ?)");
  while (sentences.next()) {
    const std::int64_t row = sentences.whole();
    words.run(row, indexed_words(sentences.bytes()));
  }
  Statement(database_, "DELETE FROM sentences WHERE id BETWEEN ? AND ?").run(first, last);
}

void LibraryIndex::put_recording(const FileKey& key, const RecordingFile& recording, std::int64_t notes_ns,
                                 const LibraryNotes& notes) {
  Statement row(
      database_,
      "INSERT INTO recordings(name, binned, bytes, unfinished, notes_ns, created, length_s, title, tags) "
      "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(name, binned) DO UPDATE SET bytes = excluded.bytes, "
      "unfinished = excluded.unfinished, notes_ns = excluded.notes_ns, created = excluded.created, "
      "length_s = excluded.length_s, title = excluded.title, tags = excluded.tags");
  row.run(key.name, key.binned, static_cast<std::int64_t>(recording.bytes), recording.unfinished, notes_ns,
          recording.started, recording.duration_s, notes.title, joined_tags(notes.tags));
}

void LibraryIndex::put_recording_notes(const FileKey& key, std::int64_t notes_ns, const LibraryNotes& notes) {
  Statement row(database_,
                "UPDATE recordings SET notes_ns = ?, title = ?, tags = ? WHERE name = ? AND binned = ?");
  row.run(notes_ns, notes.title, joined_tags(notes.tags), key.name, key.binned);
}

void LibraryIndex::remove_text(const FileKey& key) {
  if (const auto known = text(key)) remove_sentences(known->id);
  Statement(database_, "DELETE FROM texts WHERE name = ? AND binned = ?").run(key.name, key.binned);
}

void LibraryIndex::remove_recording(const FileKey& key) {
  Statement(database_, "DELETE FROM recordings WHERE name = ? AND binned = ?").run(key.name, key.binned);
}

void LibraryIndex::move_text(const FileKey& from, const FileKey& to, const FileState& state) {
  if (!text(from)) return;
  remove_text(to);  // somebody removed its file
  Statement row(
      database_,
      "UPDATE texts SET name = ?, binned = ?, bytes = ?, changed_ns = ? WHERE name = ? AND binned = ?");
  row.run(to.name, to.binned, state.bytes, state.changed_ns, from.name, from.binned);
}

void LibraryIndex::move_recording(const FileKey& from, const FileKey& to) {
  Statement row(database_,
                "UPDATE OR REPLACE recordings SET name = ?, binned = ? WHERE name = ? AND binned = ?");
  row.run(to.name, to.binned, from.name, from.binned);
}

void LibraryIndex::forget_removed() {
  // Until its parts are merged, a full-text index keeps the words of what was removed.
  database_.run("INSERT INTO words(words) VALUES('optimize')");
  Statement(database_, "PRAGMA wal_checkpoint(TRUNCATE)").next();
}

void LibraryIndex::set_complete() {
  database_.run("UPDATE state SET complete = 1");
}

bool LibraryIndex::complete() {
  Statement row(database_, "SELECT complete FROM state");
  return row.next() && row.whole() != 0;
}

}  // namespace tilescribe::store
