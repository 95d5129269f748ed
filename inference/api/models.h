// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/api/error.h"
#include "inference/api/message.h"

/// Models on this computer: which there are, and how the full one comes here. Nothing here opens a network
/// connection but download_model.
namespace tilescribe {

/// A file of a published model.
struct PublishedFile {
  std::string name;
  bool optional = false;  // an address may lack it
  bool weights = false;   // only taken with a checksum
};

/// A model as it is published on Hugging Face.
struct PublishedModel {
  std::string name;        // also of its folder
  std::string repository;  // "publisher/name"
  std::string revision;    // the commit, so that every download gets the same files
  std::string licence;
  std::int64_t parameters = 0;
  std::int64_t bytes = 0;  // of all files together, about
  std::vector<PublishedFile> files;
};

/// GLM-ASR-Nano-2512, the model for real work.
const PublishedModel& full_model();

/// Where models are published.
inline constexpr const char* hub_address = "https://huggingface.co";

/// An address of the hub or of a mirror as a person types it: "hf-mirror.com" becomes
/// "https://hf-mirror.com", and nothing becomes the hub's. http stays where it was typed. Throws Error.
std::string checked_address(const std::string& typed);

struct DownloadProgress {
  enum class Stage {
    asking,  // which files there are
    receiving,
    waiting,   // until the next attempt, because of `trouble`
    checking,  // that what came is what was sent
  };
  Stage stage = Stage::asking;
  std::int64_t bytes = 0;    // of all files, what is there
  std::int64_t total = 0;    // all; 0: not known yet
  double bytes_per_s = 0.0;  // lately; 0: not known yet
  Message trouble = {};      // why it waits
  double wait_s = 0.0;       // how long
  /// Seconds that the rest takes; negative: not known.
  double remaining_s() const {
    return bytes_per_s > 0.0 ? static_cast<double>(total - bytes) / bytes_per_s : -1.0;
  }
};

struct DownloadOptions {
  std::filesystem::path folder;  // of models; the model gets a folder in it
  std::string address = {};      // as checked_address takes it
  int attempts = 6;              // that may fail in a row without a byte
  double first_wait_s = 1.0;     // before the second attempt; each further wait is twice as long
  double stall_s = 60.0;         // a connection without a byte for this long has failed
  std::int64_t spare_bytes = std::int64_t{64} << 20;  // that the disk keeps free
};

/// Gets a model's files and returns their folder. What is there of an earlier attempt is continued. The files
/// are collected in a folder beside the final one, which appears in one step, once every checksum is right
/// and the model can be opened. A stop request throws Cancelled within a second and keeps what has come.
/// Throws Error otherwise. `progress` is called on this thread, at most ten times a second.
std::filesystem::path download_model(const PublishedModel& model, const DownloadOptions& options,
                                     const std::function<void(const DownloadProgress&)>& progress,
                                     const std::stop_token& stop);

/// A download that has not ended, by a look at the disk.
struct PartialDownload {
  std::int64_t bytes = 0;
  std::int64_t total = 0;  // 0: not known yet
  std::string address;     // that it came from
};
std::optional<PartialDownload> partial_download(const PublishedModel& model,
                                                const std::filesystem::path& folder);
/// Deletes what has come of it. Throws Error, also while it is under way.
void discard_download(const PublishedModel& model, const std::filesystem::path& folder);

/// Whether a model fits into this machine's memory.
struct MemoryFit {
  std::int64_t needed_bytes = 0;  // to transcribe one window at a time
  bool fits = false;
  Message sentence = {};  // how much is needed, and how much there is where
};
/// On the engine that `auto` would choose. Looks for GPUs, which takes a moment.
MemoryFit memory_fit(std::int64_t parameters);

/// How a model came here.
enum class ModelOrigin {
  bundled,     // with the program
  downloaded,  // by the program, to which its files belong
  added,       // the user's own folder
};

struct InstalledModel {
  std::string name;
  std::filesystem::path folder;
  ModelOrigin origin = ModelOrigin::bundled;
  std::int64_t bytes = 0;  // on the disk
  std::int64_t parameters = 0;
  Message limits = {};   // what it can't do; empty: nothing known
  Failure problem = {};  // why it can't be opened; empty message: it can
  MemoryFit fit = {};
};

/// Where models are kept by default: $XDG_DATA_HOME/tilescribe/models.
std::filesystem::path models_folder();

/// The bundled model, those in the folder of models, and those that were added to its list. Looks into each,
/// which takes a moment.
std::vector<InstalledModel> installed_models(const std::filesystem::path& folder);

/// Whether it is the published model, and can be opened. Its name is the folder's, which anybody can choose.
bool is_whole(const InstalledModel& model, const PublishedModel& published);

/// Whether two paths lead to one folder. Looks at the disk.
bool is_same_folder(const std::filesystem::path& a, const std::filesystem::path& b);

/// Adds a model's folder to the list in the folder of models. Throws Error if it can't be opened.
void add_model(const std::filesystem::path& folder, const std::filesystem::path& model);

/// Deletes the files of a downloaded model, and no others. A user's own folder only leaves the list. Throws
/// Error.
void remove_model(const std::filesystem::path& folder, const InstalledModel& model);

}  // namespace tilescribe
