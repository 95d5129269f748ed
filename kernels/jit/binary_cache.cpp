// SPDX-License-Identifier: Apache-2.0
#include "kernels/jit/binary_cache.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/core/write_all.h"
#include "kernels/jit/fingerprint.h"

namespace tilescribe::kernels {
namespace {

namespace fs = std::filesystem;

// An entry: this word, the key, the checksum, a line feed each; then the bytes.
constexpr std::string_view magic = "tilescribe-kernel-1\n";
constexpr std::size_t digits = 32;
constexpr std::size_t heading = magic.size() + 2 * (digits + 1);
constexpr std::string_view suffix = ".kernel", unfinished = ".part-";

std::string heading_of(const std::string& key, std::string_view bytes) {
  return std::string(magic) + key + '\n' + Fingerprint().add(bytes).hex() + '\n';
}

void sync_folder(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

// Whether the folder is there, the user's own, and nobody else can put an entry into it, whose code would
// run.
bool usable(const fs::path& folder) {
  struct stat facts {};
  return ::lstat(folder.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == ::geteuid() &&
         (facts.st_mode & 0022U) == 0;
}

}  // namespace

BinaryCache::BinaryCache(fs::path folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_.parent_path(), error);
  ::mkdir(folder_.c_str(), 0700);
  if (!usable(folder_)) folder_.clear();
}

fs::path BinaryCache::usual_folder() {
  // NOLINTBEGIN(concurrency-mt-unsafe): nobody changes the environment
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
    return fs::path(cache) / "tilescribe" / "kernels";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path(home) / ".cache" / "tilescribe" / "kernels";
  // NOLINTEND(concurrency-mt-unsafe)
  return {};
}

std::optional<std::string> BinaryCache::find(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path file = folder_ / (key + std::string(suffix));
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  std::ifstream in(file, std::ios::binary);
  if (!in || error) return std::nullopt;
  std::string entry(bytes, '\0');
  in.read(entry.data(), static_cast<std::streamsize>(bytes));
  if (!in || entry.size() < heading ||
      std::string_view(entry).substr(0, heading) !=
          heading_of(key, std::string_view(entry).substr(heading))) {
    fs::remove(file, error);
    return std::nullopt;
  }
  fs::last_write_time(file, fs::file_time_type::clock::now(), error);  // the order in which entries go
  entry.erase(0, heading);
  return entry;
}

void BinaryCache::keep(const std::string& key, std::string_view bytes) const {
  if (folder_.empty()) return;
  std::string written = (folder_ / unfinished).string() + std::string(6, 'X');
  const int file = ::mkostemp(written.data(), O_CLOEXEC);  // 0600
  if (file < 0) return;
  const bool whole =
      write_all(file, heading_of(key, bytes)) == 0 && write_all(file, bytes) == 0 && ::fsync(file) == 0;
  const bool closed = ::close(file) == 0;
  const fs::path final_name = folder_ / (key + std::string(suffix));
  if (!whole || !closed || ::rename(written.c_str(), final_name.c_str()) != 0) {
    ::unlink(written.c_str());
    return;
  }
  sync_folder(folder_);
  make_room();
}

void BinaryCache::make_room() const {
  struct Entry {
    fs::file_time_type used;
    std::uint64_t bytes;
    fs::path file;
  };
  const auto now = fs::file_time_type::clock::now();
  std::vector<Entry> entries;
  std::uint64_t sum = 0;
  std::error_code error;
  for (fs::directory_iterator i(folder_, error), end; !error && i != end; i.increment(error)) {
    std::error_code gone;
    const std::string name = i->path().filename().string();
    const fs::file_time_type used = i->last_write_time(gone);
    if (gone) continue;
    if (name.starts_with(unfinished) && now - used > std::chrono::hours(1)) {
      fs::remove(i->path(), gone);  // its writer was killed
    } else if (name.ends_with(suffix)) {
      entries.push_back({used, i->file_size(gone), i->path()});
      if (gone)
        entries.pop_back();
      else
        sum += entries.back().bytes;
    }
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (sum <= most_bytes_) return;
    fs::remove(entry.file, error);
    sum -= entry.bytes;
  }
}

}  // namespace tilescribe::kernels
