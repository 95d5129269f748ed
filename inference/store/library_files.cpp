// SPDX-License-Identifier: Apache-2.0
#include "inference/store/library_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <system_error>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "inference/api/library.h"
#include "inference/api/private_files.h"
#include "inference/api/utf8.h"
#include "inference/text/json_access.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view text_ending = ".json";
constexpr std::string_view bin_name = "bin";
constexpr std::string_view notes_name = "notes";
constexpr std::string_view replaced_name = "replaced";
constexpr std::size_t stamp_length = 19;  // "20260131-142530-123"

/// "name (2).wav", also of "name.wav" and of "name (3).wav".
std::string numbered(const fs::path& file, int number) {
  std::string stem = file.stem().string();
  const std::size_t open = stem.rfind(" (");
  if (open != std::string::npos && open + 3 < stem.size() && stem.ends_with(')') &&
      stem.find_first_not_of("0123456789", open + 2) == stem.size() - 1)
    stem.resize(open);
  return stem + " (" + std::to_string(number) + ")" + file.extension().string();
}

/// Returns 0, or why it failed: EEXIST where the target is taken.
int rename_to_free(const fs::path& file, const fs::path& target) {
  if (::renameat2(AT_FDCWD, file.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // A file system that can't tell.
  if (!is_gone(target)) return is_gone(file) ? ENOENT : EEXIST;
  return std::rename(file.c_str(), target.c_str()) == 0 ? 0 : errno;
}

}  // namespace

FileState state_of(const fs::path& file) {
  struct stat found = {};
  if (::stat(file.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return {};
  return {found.st_size, std::int64_t{found.st_mtim.tv_sec} * 1'000'000'000 + found.st_mtim.tv_nsec};
}

bool is_gone(const fs::path& file) {
  struct stat found = {};
  return ::lstat(file.c_str(), &found) != 0 && errno == ENOENT;
}

fs::path bin_of(const fs::path& folder) {
  return folder / bin_name;
}

bool is_in_bin(const fs::path& file) {
  return file.parent_path().filename() == bin_name;
}

fs::path place_of(const fs::path& folder, const std::string& name, bool binned) {
  return (binned ? bin_of(folder) : folder) / name;
}

fs::path notes_of(const fs::path& file) {
  const fs::path folder = is_in_bin(file) ? file.parent_path().parent_path() : file.parent_path();
  return folder / notes_name / file.filename();
}

fs::path replaced_of(const fs::path& file) {
  return file.parent_path() / replaced_name / file.filename();
}

std::vector<std::string> text_names(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (!name.ends_with(text_ending) || !created_by_name(name)) continue;
    if (state_of(entry->path()).bytes > 0) names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return names;
}

std::optional<std::int64_t> created_by_name(std::string_view name) {
  if (name.size() < stamp_length) return {};
  const std::string stamp(name.substr(0, stamp_length));
  for (std::size_t i = 0; i < stamp_length; ++i) {
    const bool dash = i == 8 || i == 15;
    if (dash ? stamp[i] != '-' : stamp[i] < '0' || stamp[i] > '9') return {};
  }
  const auto number = [&](std::size_t at, std::size_t count) { return std::stoi(stamp.substr(at, count)); };
  std::tm time = {};
  time.tm_year = number(0, 4) - 1900;
  time.tm_mon = number(4, 2) - 1;
  time.tm_mday = number(6, 2);
  time.tm_hour = number(9, 2);
  time.tm_min = number(11, 2);
  time.tm_sec = number(13, 2);
  time.tm_isdst = -1;
  const std::tm asked = time;
  const std::time_t seconds = std::mktime(&time);
  // A date that does not exist is another one by now.
  if (time.tm_mday != asked.tm_mday || time.tm_mon != asked.tm_mon) return {};
  return std::int64_t{seconds};
}

std::string source_by_name(std::string_view name) {
  if (name.size() <= stamp_length + 1 + text_ending.size()) return std::string(name);
  return std::string(name.substr(stamp_length + 1, name.size() - stamp_length - 1 - text_ending.size()));
}

fs::path move_over(const fs::path& file) {
  const bool binned = is_in_bin(file);
  const fs::path root = binned ? file.parent_path().parent_path() : file.parent_path();
  const fs::path folder = binned ? root : bin_of(root);
  make_private_folder(Message("what was deleted"), folder);
  for (int number = 1;; ++number) {
    const std::string name = number == 1 ? file.filename().string() : numbered(file, number);
    fs::path target = folder / name;
    // Both places have the same notes, so a new name is one that neither has.
    if (number > 1 && !(is_gone(file.parent_path() / name) && is_gone(notes_of(target)))) continue;
    const int error = rename_to_free(file, target);
    if (error == 0) {
      std::error_code no_notes;
      if (number > 1) fs::copy_file(notes_of(file), notes_of(target), no_notes);
      return target;
    }
    if (error == ENOENT && is_gone(file) && !is_gone(target)) return target;
    if (error == EEXIST) continue;
    throw Error("{1} could not be moved to {2}: {3}.", file.string(), folder.string(),
                std::generic_category().message(error));
  }
}

void remove_file(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) throw Error("{1} could not be deleted: {2}.", file.string(), error.message());
}

}  // namespace store

LibraryNotes load_notes(const std::filesystem::path& file) {
  using nlohmann::json;
  try {
    std::ifstream in(store::notes_of(file), std::ios::binary);
    if (!in) return {};
    const json read = text::parse_foreign(in);
    LibraryNotes notes;
    notes.title = read.at("title").get<std::string>();
    notes.tags = read.at("tags").get<std::vector<std::string>>();
    notes.audio = read.at("audio").get<std::string>();
    return notes;
  } catch (const std::exception&) {  // the stream itself throws for a folder
    return {};                       // the text is there all the same
  }
}

void save_notes(const std::filesystem::path& file, const LibraryNotes& notes) {
  const std::filesystem::path place = store::notes_of(file);
  make_private_folder(Message("notes"), place.parent_path());
  nlohmann::ordered_json json;
  json["format"] = "tilescribe-notes";
  json["version"] = 1;
  json["title"] = notes.title;
  json["tags"] = notes.tags;
  // JSON holds UTF-8 alone: of any other path only the name is known, from the text.
  json["audio"] = is_valid_utf8(notes.audio.string()) ? notes.audio.string() : std::string();
  replace_file(Message("notes"), place,
               json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace),
               Readers::user_alone);
}

}  // namespace tilescribe
