// SPDX-License-Identifier: Apache-2.0
// All texts in one table and one index. Nothing in them tells when or where they were made, so that the same
// texts give the same bytes.
#include <cmath>
#include <system_error>

#include "inference/api/archive.h"
#include "inference/api/private_files.h"
#include "inference/store/database.h"
#include "inference/store/library_words.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"

namespace tilescribe::archive {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view index_schema = R"(
  CREATE TABLE files(id INTEGER PRIMARY KEY, path TEXT NOT NULL, length_s REAL NOT NULL) STRICT;
  CREATE TABLE failures(path TEXT NOT NULL, why TEXT NOT NULL) STRICT;
  CREATE TABLE sentences(
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL, start_s REAL NOT NULL, end_s REAL NOT NULL,
    text TEXT NOT NULL) STRICT;
  CREATE INDEX sentences_file ON sentences(file);
  CREATE VIRTUAL TABLE words USING fts5(
    said, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');
)";

// A field of a tab-separated line: a backslash before what would end it.
std::string table_field(std::string_view text) {
  std::string field;
  for (const char c : text) {
    switch (c) {
      case '\\':
        field += "\\\\";
        break;
      case '\t':
        field += "\\t";
        break;
      case '\n':
        field += "\\n";
        break;
      case '\r':
        field += "\\r";
        break;
      default:
        field += c;
    }
  }
  return field;
}

double whole_ms(double seconds) {
  return std::round(seconds * 1000.0) / 1000.0;
}

std::string ms_text(double seconds) {
  return std::to_string(std::llround(seconds * 1000.0));
}

// The index while it is filled.
class Index {
 public:
  explicit Index(const fs::path& file)
      : database_(store::Database::create(
            file, Message("The index in {1} could not be written", file.parent_path().string()))) {
    database_.run(std::string(index_schema));
    filling_.emplace(database_);
    file_.emplace(database_, "INSERT INTO files VALUES(?, ?, ?)");
    failure_.emplace(database_, "INSERT INTO failures VALUES(?, ?)");
    sentence_.emplace(database_, "INSERT INTO sentences VALUES(?, ?, ?, ?, ?)");
    words_.emplace(database_, "INSERT INTO words(rowid, said) VALUES(?, ?)");
  }

  void add_text(const std::string& path, const Transcript& text) {
    file_->run(++files_, path, whole_ms(text.duration_s));
    for (const Segment& segment : text.segments) {
      sentence_->run(++sentences_, files_, whole_ms(segment.start_s), whole_ms(segment.end_s), segment.text);
      words_->run(sentences_, store::indexed_words(segment.text));
    }
  }
  void add_failure(const std::string& path, const std::string& why) { failure_->run(path, why); }
  void close() {
    file_.reset();
    failure_.reset();
    sentence_.reset();
    words_.reset();
    filling_->commit();
    filling_.reset();
    database_.run("INSERT INTO words(words) VALUES('optimize')");
    database_.close();
  }

 private:
  store::Database database_;
  std::optional<store::Transaction> filling_;
  std::optional<store::Statement> file_, failure_, sentence_, words_;
  std::int64_t files_ = 0, sentences_ = 0;
};

Transcript text_of(const Archive& archive, std::size_t file) {
  const fs::path result = archive.result(file);
  try {
    return load_transcript(result, archive.manifest().format);
  } catch (const Error& error) {
    throw Error(Message("The result {1} is damaged; delete it, and run shard {2} again.", result.string(),
                        archive.manifest().files[file].shard),
                error.what() + ('\n' + error.details()));
  }
}

}  // namespace

Merged merge(const Archive& archive, bool partial, const std::stop_token& stop) {
  const std::vector<File>& files = archive.manifest().files;
  const fs::path folder = archive.job() / "merged";
  Merged merged{
      .table = folder / "table.tsv", .index = folder / "index.sqlite", .failures = folder / "failures.tsv"};
  std::vector<Standing> standings;
  bool held = false;
  for (int shard = 0; shard < archive.manifest().shards && !held; ++shard) held = archive.is_held(shard);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const bool at_work = files[i].shard >= 0 && held && archive.is_held(files[i].shard);
    standings.push_back(archive.standing(i, at_work));
    const State state = standings.back().state;
    ++(state == State::done ? merged.texts : state == State::waiting ? merged.waiting : merged.failed);
  }
  if (merged.waiting > 0 && !partial)
    throw Error("{1} file(s) of {2} must still be transcribed; --partial merges the others.", merged.waiting,
                files.size());
  make_private_folder(Message("the merged archive"), folder);
  if (!held)
    for (const char* name : {"results", "attempts", "merged"}) remove_left_temporaries(archive.job() / name);
  Replacement table(Message("table"), merged.table, Readers::user_alone, Links::replace);
  Replacement failures(Message("list of failures"), merged.failures, Readers::user_alone, Links::replace);
  Replacement index_file(Message("index"), merged.index, Readers::user_alone, Links::replace);
  Index index(index_file.temporary());
  table.write("file\tstart\tend\ttext\n");
  failures.write("file\twhy\n");
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (stop.stop_requested()) throw Cancelled();
    const std::string path = files[i].path.string();
    const Standing& standing = standings[i];
    if (standing.state == State::done) {
      const Transcript text = text_of(archive, i);
      for (const Segment& segment : text.segments)
        table.write(table_field(path) + '\t' + ms_text(segment.start_s) + '\t' + ms_text(segment.end_s) +
                    '\t' + table_field(segment.text) + '\n');
      index.add_text(path, text);
    } else if (standing.state != State::waiting) {
      const std::string why = english(why_not(standing));
      failures.write(table_field(path) + '\t' + table_field(why) + '\n');
      index.add_failure(path, why);
    }
  }
  index.close();
  table.commit();
  failures.commit();
  index_file.commit();
  return merged;
}

}  // namespace tilescribe::archive
