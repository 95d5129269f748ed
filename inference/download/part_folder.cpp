// SPDX-License-Identifier: Apache-2.0
#include "inference/download/part_folder.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "inference/api/private_files.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"

namespace tilescribe::download {
namespace {

namespace fs = std::filesystem;
using audio::FileHandle;
using nlohmann::json;

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
                    {"files", files}};
  Replacement replacement(Message("state of the download"), folder / manifest_name, Readers::user_alone);
  replacement.write(all.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
  replacement.commit();
}

void sync(const fs::path& path) {
  const FileHandle handle(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!handle || ::fsync(handle.get()) != 0)
    throw Error("{1} could not be written to the disk: {2}.", path.string(), reason());
}

void remove_or_throw(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) throw Error("{1} can't be deleted: {2}.", path.string(), error.message());
}

}  // namespace

std::optional<Manifest> read_manifest(const fs::path& folder) {
  std::ifstream in(folder / manifest_name, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  try {
    const json all = json::parse(text);
    Manifest manifest{.repository = all.at("repository"),
                      .revision = all.at("revision"),
                      .address = all.at("address"),
                      .files = {}};
    for (const json& file : all.at("files"))
      manifest.files.push_back(
          {.name = file.at("name"), .size = file.at("size"), .identity = file.at("identity")});
    const auto wrong = [](const RemoteFile& file) { return !is_plain(file.name) || file.size < 0; };
    if (std::ranges::any_of(manifest.files, wrong)) return std::nullopt;
    return manifest;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

void delete_files(const fs::path& folder, const std::vector<PublishedFile>& more) {
  if (const auto manifest = read_manifest(folder)) {
    for (const RemoteFile& file : manifest->files) remove_or_throw(folder / file.name);
  }
  for (const PublishedFile& file : more) remove_or_throw(folder / file.name);
  remove_or_throw(folder / manifest_name);
  std::error_code error;
  fs::remove(folder, error);  // something else may be in it
}

fs::path part_path(const PublishedModel& model, const fs::path& folder) {
  return folder / (model.name + ".part");
}

PartFolder::PartFolder(fs::path path) : path_(std::move(path)) {
  make_private_folder(Message("the download"), path_);
  lock_ = FileHandle(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock_) throw Error("The folder {1} can't be opened: {2}.", path_.string(), reason());
  if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0)
    throw Error("Another Tilescribe is downloading into {1}.", path_.string());
}

std::int64_t PartFolder::size(const std::string& file) const {
  std::error_code error;
  const auto size = fs::file_size(path_ / file, error);
  return error ? 0 : static_cast<std::int64_t>(size);
}

std::int64_t PartFolder::bytes(const std::vector<RemoteFile>& files) const {
  std::int64_t sum = 0;
  for (const RemoteFile& file : files) sum += std::min(size(file.name), file.size);
  return sum;
}

void PartFolder::remove(const std::string& file) {
  remove_or_throw(path_ / file);
}

void PartFolder::collect(const Manifest& manifest) {
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
  if (fs::exists(final, error)) throw Error("{1} exists by now; it is left as it is.", final.string());
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
    } else if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) {
      throw Error("The disk is full: {1} can't grow. What has come is kept.", file_.string());
    } else if (errno != EINTR) {
      throw Error("{1} can't be written: {2}.", file_.string(), reason());
    }
  }
}

}  // namespace tilescribe::download
