// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/api/error.h"
#include "inference/api/export.h"
#include "inference/api/options.h"
#include "inference/api/transcribed_part.h"
#include "inference/api/transcript.h"

/// An archive: many files, transcribed by several programs on one machine or many, which share nothing but a
/// folder. All that they decide follows from its files, so any of them may be killed at any time:
///
///   manifest.json             the plan: files, shards, model, options; written once
///   results/KEY.FORMAT        a transcript; KEY follows from the sound, the model, the options, the format
///   attempts/KEY.1, KEY.2     empty; transcriptions that were begun and did not end
///   attempts/KEY.failed       why it can't be transcribed
///   shards/K                  locked by whoever works on the shard
///   logs/shard-K.jsonl        what happened, one JSON object per line
///   submit.sbatch             what was submitted last
///   merged/                   what merge() wrote
///
/// Whoever sent the folder may have put anything there: a link, a pipe or a device in the place of one of
/// these is refused with an Error, or replaced. All functions throw Error, and Cancelled on a stop request.
namespace tilescribe::archive {

/// After this many transcriptions that did not end, a file is set aside.
constexpr int most_attempts = 2;
constexpr int most_shards = 100'000;
constexpr std::size_t most_files = 1'000'000;

struct ModelFile {
  std::string name;
  FileStamp stamp;
  std::string sha256;
};
struct Model {
  std::filesystem::path folder;
  std::string name;
  std::vector<ModelFile> files = {};  // those that decide the text, by name
};

struct File {
  std::filesystem::path path;  // absolute
  FileStamp stamp = {};
  double seconds = 0.0;      // of sound, as far as it is known
  std::string sha256 = {};   // of its bytes
  int shard = -1;            // -1: none, because of `problem`
  std::string problem = {};  // why it could not be read when it was planned; empty: it could
};

struct Manifest {
  Model model;
  EngineOptions engine;  // engine, compute, weights and kv_cache, which may change a text
  TranscribeOptions options;
  ExportFormat format = ExportFormat::json;
  int shards = 1;
  std::vector<File> files;  // by path
};

/// The engine of a run: what was planned, on the devices and with the threads of this machine, and with its
/// folder of the model, if it names one.
inline EngineOptions planned_engine(const Manifest& manifest, EngineOptions of_machine) {
  if (of_machine.model.empty()) of_machine.model = manifest.model.folder.string();
  of_machine.engine = manifest.engine.engine;
  of_machine.compute = manifest.engine.compute;
  of_machine.weights = manifest.engine.weights;
  of_machine.kv_cache = manifest.engine.kv_cache;
  return of_machine;
}

/// What is planned. Of the manifest, `files` and the model's files are found.
struct Wish {
  std::vector<std::filesystem::path> inputs;  // folders, media files, or lists with one path per line
  std::filesystem::path job;
  Manifest manifest;
  bool again = false;  // in place of an earlier plan; what is transcribed stays
};

/// Reads every file once, and writes the manifest. `progress` hears how many files of how many are read.
Manifest plan(const Wish& wish, const std::function<void(std::size_t done, std::size_t of)>& progress,
              const std::stop_token& stop);

/// Deals the files without a problem to shards so that these have equal seconds of sound: the longest first,
/// each to the shard that has the least. Equal bytes get the same shard, and count once.
void deal(std::vector<File>& files, int shards);

enum class State {
  waiting,    // for its transcription, or at work
  done,       // its result stands
  failed,     // it can't be transcribed
  set_aside,  // its transcription was begun and did not end, too often
};
struct Standing {
  State state = State::waiting;
  int attempts = 0;      // begun, and not ended
  std::string why = {};  // it failed: a sentence
};

/// Why a file is not transcribed, a sentence; empty: it is, or it waits.
Message why_not(const Standing& standing);

class Archive {
 public:
  /// Reads the manifest of a job's folder.
  explicit Archive(std::filesystem::path job);

  const std::filesystem::path& job() const { return job_; }
  const Manifest& manifest() const { return manifest_; }
  const std::string& key(std::size_t file) const { return keys_[file]; }  // 64 hexadecimal digits
  std::filesystem::path result(std::size_t file) const;
  /// A file that is at work may be at its last attempt: it is set aside only if nobody holds its shard.
  Standing standing(std::size_t file, bool shard_is_held) const;
  bool is_held(int shard) const;

  /// Checks that a model's folder is the one of the plan. Files of another size or time are read. Throws
  /// Error.
  void check_model(const std::filesystem::path& folder, const std::stop_token& stop) const;

  /// Forgets attempts and failures of files without a result. Returns them, by number.
  std::vector<std::size_t> retry() const;

 private:
  std::filesystem::path job_;
  Manifest manifest_;
  std::vector<std::string> keys_;
};

/// Replaces the job's submit.sbatch, and returns its path.
std::filesystem::path save_script(const Archive& archive, const std::string& script);

/// A shard, while one program works on it. Files are meant by their number in the manifest.
class Shard {
 public:
  /// Null: another program has it; `holder` then says which. On a disk without locks nobody is kept out, and
  /// then two programs do the same work twice, with the same result.
  static std::unique_ptr<Shard> take(const Archive& archive, int number, std::string* holder);
  virtual ~Shard() = default;

  /// What is to be transcribed, one file of each key: those first that were never begun.
  virtual std::vector<std::size_t> waiting() const = 0;

  /// Why a file can't be transcribed as it was planned; nothing: it can. Throws Error if not even its folder
  /// is there: that is no failure of the file.
  virtual std::optional<Failure> problem(std::size_t file, const std::stop_token& stop) const = 0;

  /// Counts an attempt.
  virtual void begin(std::size_t file) = 0;
  /// Exactly one of these ends it. What they write is on the disk when they return. If finish() or fail()
  /// throw, the file is still begun.
  virtual void finish(std::size_t file, Transcript transcript) = 0;
  virtual void fail(std::size_t file, const Failure& failure) = 0;
  virtual void abandon(std::size_t file) noexcept = 0;

  /// A line of the shard's log without a file: "begins", "stopped", "ends". A log that can't be written is
  /// no failure.
  virtual void log(const std::string& event, const std::string& engine = {}) noexcept = 0;
};

struct Merged {
  std::size_t texts = 0, failed = 0, waiting = 0;
  std::filesystem::path table, index, failures;
};

/// Writes all texts to one table, and to an index for full-text search: the same bytes for the same texts, in
/// whatever order they came. Throws Error if files are waiting, unless it may be `partial`.
Merged merge(const Archive& archive, bool partial, const std::stop_token& stop);

}  // namespace tilescribe::archive
