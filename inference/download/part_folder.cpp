// SPDX-License-Identifier: Apache-2.0
#include "inference/download/part_folder.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "inference/api/private_files.h"
#include "inference/text/json_access.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"

namespace tilescribe::download {
namespace {

namespace fs = std::filesystem;
using audio::FileHandle;
using nlohmann::json;

constexpr std::size_t most_unsynced = std::size_t{64} << 20;  // bytes that may be lost when the power goes

std::string reason() {
  return std::generic_category().message(errno);
}

// A name that stays in its folder.
bool is_plain(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
}

void write_manifest(const fs::path& folder, const Manifest& manifest) {
  json files = json::array();
  for (const RemoteFile& file : manifest.files)
    files.push_back({{"name", file.name}, {"size", file.size}, {"identity", file.identity}});
  const json all = {{"repository", manifest.repository},
                    {"revision", manifest.revision},
                    {"address", manifest.address},
                    {"folder", manifest.folder},
                    {"files", files}};
  replace_file(Message("state of the download"), folder / manifest_name,
               all.dump(2, ' ', false, json::error_handler_t::replace) + '\n', Readers::user_alone);
}

[[noreturn]] void throw_not_synced(const fs::path& path) {
  throw Error("{1} could not be written to the disk: {2}.", path.string(), reason());
}

void sync(const fs::path& path) {
  const FileHandle handle(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!handle || ::fsync(handle.get()) != 0) throw_not_synced(path);
}

void remove_or_throw(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) throw Error("{1} can't be deleted: {2}.", path.string(), error.message());
}

// Removes the last file of a folder, and the folder, unless something else is in it.
void remove_with_folder(const fs::path& file) {
  remove_or_throw(file);
  std::error_code error;
  fs::remove(file.parent_path(), error);
}

// Bytes; -1: there is no such file.
std::int64_t bytes_of(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return error ? -1 : static_cast<std::int64_t>(size);
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) all.push_back(entry.path());
  return all;
}

}  // namespace

std::optional<Manifest> read_manifest(const fs::path& folder) {
  std::ifstream in(folder / manifest_name, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  try {
    const json all = text::parse_foreign(text);
    Manifest manifest{.repository = all.at("repository"),
                      .revision = all.at("revision"),
                      .address = all.at("address"),
                      .folder = all.value("folder", std::string()),
                      .files = {}};
    for (const json& file : all.at("files"))
      manifest.files.push_back({.name = file.at("name"),
                                .size = text::whole_number<std::int64_t>(file.at("size")).value_or(-1),
                                .identity = file.at("identity")});
    const auto wrong = [](const RemoteFile& file) { return !is_plain(file.name) || file.size < 0; };
    if (std::ranges::any_of(manifest.files, wrong)) return std::nullopt;
    return manifest;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string place_of(const fs::path& folder) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(folder, error);
  const json text = (error ? folder : whole).string();
  return json::parse(text.dump(-1, ' ', false, json::error_handler_t::replace));
}

void delete_model(const fs::path& folder) {
  if (const auto manifest = read_manifest(folder)) {
    for (const RemoteFile& file : manifest->files) {
      if (bytes_of(folder / file.name) == file.size) remove_or_throw(folder / file.name);
    }
  }
  remove_with_folder(folder / manifest_name);
}

fs::path part_path(const PublishedModel& model, const fs::path& folder) {
  return folder / (model.name + ".part");
}

PartFolder::PartFolder(const PublishedModel& model, const fs::path& folder)
    : model_(model), path_(part_path(model, folder)) {
  // The manifest is the first that comes into it.
  if (!read_manifest(path_) && !std::ranges::all_of(entries_of(path_), is_temporary))
    throw Error(
        "The download needs the folder {1}, but it holds other files and no download of Tilescribe. Move it "
        "or delete it, and try again.",
        path_.string());
  make_private_folder(Message("the download"), path_);
  lock_ = FileHandle(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock_) throw Error("The folder {1} can't be opened: {2}.", path_.string(), reason());
  if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0)
    throw Error("Another Tilescribe is downloading into {1}.", path_.string());
  for (const fs::path& entry : entries_of(path_)) {
    if (is_temporary(entry)) remove_or_throw(entry);
  }
}

std::int64_t PartFolder::size(const std::string& file) const {
  return std::max<std::int64_t>(0, bytes_of(path_ / file));
}

std::int64_t PartFolder::bytes(const std::vector<RemoteFile>& files) const {
  std::int64_t sum = 0;
  for (const RemoteFile& file : files) sum += std::min(size(file.name), file.size);
  return sum;
}

void PartFolder::remove(const std::string& file) {
  remove_or_throw(path_ / file);
}

void PartFolder::remove_others(const Manifest& manifest) {
  std::vector<std::string> names;
  if (const auto before = read_manifest(path_)) {
    for (const RemoteFile& file : before->files) names.push_back(file.name);
  }
  for (const PublishedFile& file : model_.files) names.push_back(file.name);
  for (const std::string& name : names) {
    const auto stays = [&](const RemoteFile& file) { return file.name == name; };
    if (std::ranges::none_of(manifest.files, stays)) remove(name);
  }
}

void PartFolder::discard() {
  remove_others({});
  remove_with_folder(path_ / manifest_name);
}

void PartFolder::collect(const Manifest& manifest) {
  remove_others(manifest);
  const std::optional<Manifest> before = read_manifest(path_);
  for (const RemoteFile& file : manifest.files) {
    const bool same =
        before && !file.identity.empty() && std::ranges::find(before->files, file) != before->files.end();
    if (!same || size(file.name) > file.size) remove(file.name);
  }
  write_manifest(path_, manifest);
}

void PartFolder::finish(const fs::path& final, const Manifest& manifest) {
  for (const RemoteFile& file : manifest.files) sync(path_ / file.name);
  sync(path_);
  std::error_code error;
  if (fs::exists(final, error) && !fs::is_empty(final, error))
    throw Error("{1} exists by now; it is left as it is.", final.string());
  fs::rename(path_, final, error);
  if (error) throw Error("{1} can't become {2}: {3}.", path_.string(), final.string(), error.message());
  sync(final.parent_path());
}

PartFile::PartFile(const fs::path& file, std::int64_t from)
    : file_(file), handle_(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
  if (!handle_ || ::ftruncate(handle_.get(), from) != 0 || ::lseek(handle_.get(), from, SEEK_SET) != from)
    throw Error("{1} can't be written: {2}.", file.string(), reason());
}

void PartFile::write(std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(handle_.get(), bytes.data(), bytes.size());
    if (written >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
      unsynced_ += static_cast<std::size_t>(written);
    } else if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) {
      throw Error("The disk is full: {1} can't grow. What has come is kept.", file_.string());
    } else if (errno != EINTR) {
      throw Error("{1} can't be written: {2}.", file_.string(), reason());
    }
  }
  if (unsynced_ < most_unsynced) return;
  unsynced_ = 0;
  if (::fdatasync(handle_.get()) != 0) throw_not_synced(file_);
}

}  // namespace tilescribe::download
