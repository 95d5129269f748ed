// SPDX-License-Identifier: Apache-2.0
// The plan: which files there are, what is in them, and which shard does which.
#include <algorithm>
#include <fstream>
#include <map>
#include <queue>
#include <set>
#include <system_error>
#include <utility>

#include "inference/api/media_types.h"
#include "inference/api/model_folder.h"
#include "inference/api/private_files.h"
#include "inference/api/utf8.h"
#include "inference/archive/digest.h"
#include "inference/archive/disk.h"
#include "inference/archive/manifest.h"
#include "inference/audio/decoder.h"
#include "inference/transcript/characters.h"
#include "kernels/core/error.h"

namespace tilescribe::archive {
namespace {

namespace fs = std::filesystem;

bool is_media(const fs::path& file) {
  std::string ending = transcript::lowered(file.extension().string());
  if (!ending.empty()) ending.erase(0, 1);
  return std::ranges::any_of(media_types, [&](const MediaType& type) { return type.ending == ending; });
}

fs::path plain(const fs::path& path) {
  fs::path absolute = fs::absolute(path).lexically_normal();
  return absolute.has_filename() ? absolute : absolute.parent_path();
}

// Audio and video below a folder, without what is hidden and without the job's own folder. Links to folders
// are not followed, so it ends.
void add_folder(const fs::path& folder, const fs::path& job, std::set<fs::path>& files) {
  std::error_code error;
  fs::recursive_directory_iterator walk(folder, error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    const fs::path& path = walk->path();
    const bool hidden = path.filename().string().starts_with('.');
    std::error_code unknown;
    if (walk->is_directory(unknown)) {
      if (hidden || path == job) walk.disable_recursion_pending();
    } else if (!hidden && is_media(path)) {
      files.insert(path);
    }
  }
  if (error) throw Error("The folder {1} can't be searched: {2}.", folder.string(), error.message());
}

// A path a line; relative ones are meant from the list's folder.
void add_list(const fs::path& list, std::set<fs::path>& files) {
  std::ifstream in(list, std::ios::binary);
  if (!in)
    throw Error("Expected a folder, a media file or a list of files at {1}, found none.", list.string());
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.find('\0') != std::string::npos)
      throw Error("Expected a text with a path a line in the list {1}, found other bytes.", list.string());
    if (!line.empty()) files.insert(plain(list.parent_path() / line));
  }
  if (in.bad()) throw Error("The list {1} can't be read.", list.string());
}

std::set<fs::path> files_of(const Wish& wish) {
  std::set<fs::path> files;
  for (const fs::path& input : wish.inputs) {
    const fs::path path = plain(input);
    std::error_code unknown;
    if (fs::is_directory(path, unknown)) {
      add_folder(path, plain(wish.job), files);
    } else if (is_media(path)) {
      files.insert(path);
    } else {
      add_list(path, files);
    }
  }
  for (const fs::path& file : files) {
    if (!is_valid_utf8(file.string()))
      throw Error("Expected names in UTF-8, found {1}; rename it first.", file.string());
  }
  return files;
}

// Seconds of sound. A file that does not say, or can't be opened, counts as if it had 128 kbit/s: it only
// decides where it is dealt.
double seconds_of(const fs::path& file, std::uint64_t bytes, const std::stop_token& stop) {
  constexpr double bytes_per_s = 16'000.0;
  try {
    const double seconds = audio::list_streams(file, stop).front().duration_s;
    if (seconds > 0.0) return seconds;
  } catch (const Error&) {  // its transcription will say what is wrong
  }
  return static_cast<double>(bytes) / bytes_per_s;
}

File look_at(const fs::path& path, const std::stop_token& stop) {
  File file{.path = path};
  std::error_code unknown;
  try {
    if (!fs::exists(path, unknown)) throw Error("There is no file {1}.", path.string());
    if (!fs::is_regular_file(path, unknown)) throw Error(not_a_regular_file(path));
    file.stamp = file_stamp(path);
    file.sha256 = sha256_of(path, stop);
    file.seconds = seconds_of(path, file.stamp.bytes, stop);
  } catch (const Error& error) {
    file = {.path = path, .problem = error.what()};
  }
  return file;
}

// What of a model's folder decides its texts.
std::vector<ModelFile> model_files(const fs::path& folder, const std::stop_token& stop) {
  std::vector<ModelFile> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string ending = entry.path().extension().string();
    std::error_code unknown;
    if (!entry.is_regular_file(unknown)) continue;
    if (ending != ".json" && ending != ".safetensors" && ending != ".jinja") continue;
    files.push_back({.name = entry.path().filename().string(),
                     .stamp = file_stamp(entry.path()),
                     .sha256 = sha256_of(entry.path(), stop)});
  }
  if (error) throw Error("The model's folder {1} can't be read: {2}.", folder.string(), error.message());
  std::ranges::sort(files, {}, &ModelFile::name);
  return files;
}

}  // namespace

void deal(std::vector<File>& files, int shards) {
  std::map<std::string, std::vector<File*>> same;  // by their bytes
  for (File& file : files) {
    if (file.problem.empty()) same[file.sha256].push_back(&file);
  }
  std::vector<std::vector<File*>> longest_first;
  longest_first.reserve(same.size());
  for (auto& [sum, group] : same) longest_first.push_back(std::move(group));
  std::ranges::stable_sort(longest_first, std::greater(),
                           [](const auto& group) { return group.front()->seconds; });
  using Load = std::pair<double, int>;  // seconds, and the shard
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (int shard = 0; shard < shards; ++shard) loads.emplace(0.0, shard);
  for (const std::vector<File*>& group : longest_first) {
    const auto [seconds, shard] = loads.top();
    loads.pop();
    for (File* file : group) file->shard = shard;
    constexpr double least_s = 0.1;  // so that many empty files are dealt evenly, too
    loads.emplace(seconds + std::max(group.front()->seconds, least_s), shard);
  }
}

Manifest plan(const Wish& wish, const std::function<void(std::size_t, std::size_t)>& progress,
              const std::stop_token& stop) {
  const fs::path file = wish.job / manifest_name;
  std::error_code unknown;
  if (!wish.again && fs::exists(file, unknown))
    throw Error("{1} holds an archive already; --again plans it anew and keeps what is transcribed.",
                wish.job.string());
  Manifest manifest = wish.manifest;
  manifest.model.folder = plain(manifest.model.folder);
  const std::set<fs::path> paths = files_of(wish);
  if (paths.empty()) throw Error("Expected audio or video files, found none.");
  check_count(paths.size());
  make_private_folder(Message("the archive"), wish.job);
  check_folders(wish.job);
  manifest.model.files = model_files(manifest.model.folder, stop);
  // A model without words has no search: its plans keep their keys.
  if (std::ranges::find(manifest.model.files, words_file, &ModelFile::name) == manifest.model.files.end())
    manifest.options.word_ngram = false;
  for (const fs::path& path : paths) {
    if (progress) progress(manifest.files.size(), paths.size());
    manifest.files.push_back(look_at(path, stop));
  }
  deal(manifest.files, manifest.shards);
  for (const char* folder : job_folders) make_private_folder(Message("the archive"), wish.job / folder);
  write_manifest(file, manifest);
  return manifest;
}

}  // namespace tilescribe::archive
